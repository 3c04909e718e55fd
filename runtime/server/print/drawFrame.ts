/** Decorated edges of printed sheets, drawn from their measures. */

export interface Frame {
  style: 'double' | 'corners' | 'wave' | 'meander'
  /** Points. */
  x: number
  y: number
  width: number
  height: number
  depth: number
  thickness: number
  stroke: string
  second: string
}

export function drawFrame(document: PDFKit.PDFDocument, frame: Frame): void {
  document.lineJoin('miter').lineCap('butt')
  draw[frame.style](document, frame)
}

const draw: Record<Frame['style'], (document: PDFKit.PDFDocument, frame: Frame) => void> = {
  double: drawDouble,
  corners: drawCorners,
  wave: drawWave,
  meander: drawMeander,
}

function drawDouble(document: PDFKit.PDFDocument, { x, y, width, height, depth, thickness, stroke, second }: Frame): void {
  document
    .lineWidth(thickness * 2)
    .rect(x, y, width, height)
    .stroke(stroke)
  document
    .lineWidth(thickness / 2)
    .rect(x + depth / 2, y + depth / 2, width - depth, height - depth)
    .stroke(second)
}

/** The corners are cut by quarters of a circle; a thin line follows inside. */
function drawCorners(document: PDFKit.PDFDocument, { x, y, width, height, depth, thickness, stroke, second }: Frame): void {
  cutRectangle(document, { x, y, width, height }, depth)
  document.lineWidth(thickness * 1.5).stroke(stroke)
  const inset = Math.max(2.2 * thickness, depth / 4)
  cutRectangle(document, { x: x + inset, y: y + inset, width: width - 2 * inset, height: height - 2 * inset }, depth)
  document.lineWidth(thickness / 2).stroke(second)
  const dot = Math.max(thickness, depth / 10)
  for (const [cornerX, cornerY] of cornersOf(x + depth / 4, y + depth / 4, width - depth / 2, height - depth / 2))
    document.circle(cornerX, cornerY, dot).fill(second)
}

interface Area {
  x: number
  y: number
  width: number
  height: number
}

function cutRectangle(document: PDFKit.PDFDocument, { x, y, width, height }: Area, cut: number): void {
  // a quarter of a circle as a Bezier curve
  const bend = cut * 0.5523
  const right = x + width
  const low = y + height
  document
    .moveTo(x + cut, y)
    .lineTo(right - cut, y)
    .bezierCurveTo(right - cut, y + bend, right - bend, y + cut, right, y + cut)
    .lineTo(right, low - cut)
    .bezierCurveTo(right - bend, low - cut, right - cut, low - bend, right - cut, low)
    .lineTo(x + cut, low)
    .bezierCurveTo(x + cut, low - bend, x + bend, low - cut, x, low - cut)
    .lineTo(x, y + cut)
    .bezierCurveTo(x + bend, y + cut, x + cut, y + bend, x + cut, y)
    .closePath()
}

const STRANDS = 4

/** Strands of waves that cross, in two colours, with a rosette over each corner. */
function drawWave(document: PDFKit.PDFDocument, frame: Frame): void {
  const { x, y, width, height, depth, thickness, stroke, second } = frame
  document
    .lineWidth(thickness / 2)
    .rect(x, y, width, height)
    .stroke(stroke)
  document
    .lineWidth(thickness / 2)
    .rect(x + depth, y + depth, width - 2 * depth, height - 2 * depth)
    .stroke(stroke)
  for (let strand = 0; strand < STRANDS; strand++) {
    const shift = strand / STRANDS
    for (const isHead of [true, false]) {
      strandAlong(document, {
        from: x + depth,
        length: width - 2 * depth,
        middle: isHead ? y + depth / 2 : y + height - depth / 2,
        depth,
        shift,
        isAcross: true,
      })
      strandAlong(document, {
        from: y + depth,
        length: height - 2 * depth,
        middle: isHead ? x + depth / 2 : x + width - depth / 2,
        depth,
        shift,
        isAcross: false,
      })
    }
    document.lineWidth(thickness / 2).stroke(strand % 2 === 0 ? stroke : second)
  }
  for (const [cornerX, cornerY] of cornersOf(x + depth / 2, y + depth / 2, width - depth, height - depth))
    drawRosette(document, { x: cornerX, y: cornerY, radius: depth * 0.62, thickness, stroke, second })
}

interface Strand {
  from: number
  length: number
  /** Of the wave's axis, on the other coordinate. */
  middle: number
  depth: number
  /** Share of a wave. */
  shift: number
  isAcross: boolean
}

/** A sine as one Bezier curve for each quarter of a wave. */
function strandAlong(document: PDFKit.PDFDocument, { from, length, middle, depth, shift, isAcross }: Strand): void {
  const waves = Math.max(1, Math.round(length / (depth * 1.6)))
  const amplitude = depth * 0.42
  const step = length / waves / 4
  const angle = (at: number) => 2 * Math.PI * ((waves * at) / length + shift)
  const value = (at: number) => amplitude * Math.sin(angle(at))
  const slope = (at: number) => ((2 * Math.PI * waves) / length) * amplitude * Math.cos(angle(at))
  const point = (at: number, aside: number): [number, number] => (isAcross ? [from + at, middle + aside] : [middle + aside, from + at])
  document.moveTo(...point(0, value(0)))
  for (let at = 0; at < length - step / 2; at += step) {
    const next = at + step
    document.bezierCurveTo(
      ...point(at + step / 3, value(at) + (slope(at) * step) / 3),
      ...point(next - step / 3, value(next) - (slope(next) * step) / 3),
      ...point(next, value(next)),
    )
  }
}

const PETALS = 12

function drawRosette(
  document: PDFKit.PDFDocument,
  { x, y, radius, thickness, stroke, second }: { x: number; y: number; radius: number; thickness: number; stroke: string; second: string },
): void {
  document.circle(x, y, radius).fill('#ffffff')
  for (let petal = 0; petal < PETALS; petal++) {
    const angle = (2 * Math.PI * petal) / PETALS
    document.circle(x + (Math.cos(angle) * radius) / 2, y + (Math.sin(angle) * radius) / 2, radius / 2)
  }
  document.lineWidth(thickness / 3).stroke(second)
  document
    .lineWidth(thickness / 2)
    .circle(x, y, radius)
    .stroke(stroke)
}

/** One turn of the pattern, in a square of six units. */
const KEY: readonly (readonly [number, number])[] = [
  [0, 6],
  [0, 0],
  [5, 0],
  [5, 4],
  [2.5, 4],
  [2.5, 2.2],
  [3.6, 2.2],
]

function drawMeander(document: PDFKit.PDFDocument, { x, y, width, height, depth, thickness, stroke, second }: Frame): void {
  document.lineWidth(thickness).rect(x, y, width, height).stroke(stroke)
  document
    .lineWidth(thickness / 2)
    .rect(x + depth, y + depth, width - 2 * depth, height - 2 * depth)
    .stroke(stroke)
  const gap = depth * 0.2
  const unit = depth - 2 * gap
  const side = (length: number) => Math.max(1, Math.floor((length - 2 * depth) / unit))
  for (const { originX, originY, angle, length } of [
    { originX: x, originY: y, angle: 0, length: width },
    { originX: x + width, originY: y, angle: 90, length: height },
    { originX: x + width, originY: y + height, angle: 180, length: width },
    { originX: x, originY: y + height, angle: 270, length: height },
  ]) {
    const count = side(length)
    const pitch = (length - 2 * depth) / count
    document.save().translate(originX, originY).rotate(angle)
    for (let at = 0; at < count; at++) {
      const left = depth + at * pitch
      for (const [index, [keyX, keyY]] of KEY.entries()) {
        const place = [left + (keyX * pitch) / 6, gap + (keyY * unit) / 6] as const
        if (index === 0) document.moveTo(...place)
        else document.lineTo(...place)
      }
    }
    document.lineWidth(thickness).stroke(second).restore()
  }
  for (const [cornerX, cornerY] of cornersOf(x + depth / 2, y + depth / 2, width - depth, height - depth)) {
    document
      .rect(cornerX - unit / 2, cornerY - unit / 2, unit, unit)
      .lineWidth(thickness)
      .stroke(second)
    document.rect(cornerX - unit / 6, cornerY - unit / 6, unit / 3, unit / 3).fill(second)
  }
}

function cornersOf(x: number, y: number, width: number, height: number): [x: number, y: number][] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ]
}
