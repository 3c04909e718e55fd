/** Rectangles, lines, decorated edges and drawings of printed sheets. */
import type { PrintElement } from '../../core/documents.ts'
import { drawFrame } from './drawFrame.ts'
import { POINTS } from './points.ts'

type Of<K extends PrintElement['kind']> = Extract<PrintElement, { kind: K }>
const THICKNESS = 0.75
const FRAME_DEPTH_MM = 6

export function drawShape(document: PDFKit.PDFDocument, element: Of<'box' | 'line' | 'frame' | 'path'>): void {
  const [x, y, width, height] = [element.x * POINTS, element.y * POINTS, element.width * POINTS, element.height * POINTS]
  const thickness = element.thickness ?? THICKNESS
  if (element.kind === 'box') drawBox(document, element)
  else if (element.kind === 'path') drawPath(document, element)
  else if (element.kind === 'frame') {
    const { style, stroke, second = stroke, depth = FRAME_DEPTH_MM } = element
    drawFrame(document, { style, x, y, width, height, depth: depth * POINTS, thickness, stroke, second })
  } else {
    if (element.dash !== undefined) document.dash(element.dash, { space: element.dash })
    document
      .moveTo(x, y)
      .lineTo(x + width, y + height)
      .lineWidth(thickness)
      .stroke(element.stroke)
  }
}

function drawBox(document: PDFKit.PDFDocument, element: Of<'box'>): void {
  const [x, y, width, height] = [element.x * POINTS, element.y * POINTS, element.width * POINTS, element.height * POINTS]
  const outline = () => document.roundedRect(x, y, width, height, (element.radius ?? 0) * POINTS)
  if (element.fill !== undefined) outline().fill(element.fillTo === undefined ? element.fill : passingOver(document, element))
  if (element.stroke !== undefined)
    outline()
      .lineWidth(element.thickness ?? THICKNESS)
      .stroke(element.stroke)
}

/** A gradient from one colour to the other, across the whole area at the angle. */
function passingOver(document: PDFKit.PDFDocument, element: Of<'box'>): PDFKit.PDFGradient {
  const [width, height] = [element.width * POINTS, element.height * POINTS]
  const angle = ((element.angle ?? 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const reach = (Math.abs(width * cos) + Math.abs(height * sin)) / 2
  const [middleX, middleY] = [element.x * POINTS + width / 2, element.y * POINTS + height / 2]
  return document
    .linearGradient(middleX - cos * reach, middleY - sin * reach, middleX + cos * reach, middleY + sin * reach)
    .stop(0, element.fill!)
    .stop(1, element.fillTo!)
}

function drawPath(document: PDFKit.PDFDocument, element: Of<'path'>): void {
  const [boxWidth, boxHeight] = element.box as [number, number]
  const isAcross = element.mirror === 'across' || element.mirror === 'both'
  const isDown = element.mirror === 'down' || element.mirror === 'both'
  const [scaleX, scaleY] = [(element.width * POINTS) / boxWidth, (element.height * POINTS) / boxHeight]
  document.translate((element.x + (isAcross ? element.width : 0)) * POINTS, (element.y + (isDown ? element.height : 0)) * POINTS)
  document.scale(isAcross ? -scaleX : scaleX, isDown ? -scaleY : scaleY)
  if (element.fill !== undefined) document.path(element.d).fill(element.fill)
  if (element.stroke === undefined) return
  // lines keep their thickness in points, whatever the drawing's own unit
  document
    .lineWidth((element.thickness ?? THICKNESS) / Math.max(1e-6, (scaleX + scaleY) / 2))
    .path(element.d)
    .stroke(element.stroke)
}
