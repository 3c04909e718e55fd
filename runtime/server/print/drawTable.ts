/** A table of rows: headings, cells of one line each. Rows get lower and letters smaller until all rows stand in the place. */
import type { FilledElement } from '../../core/print/fillPrint.ts'
import type { Lettering } from '../pdf/Lettering.ts'
import type { DrawingFault } from './drawPrint.ts'
import { BASE, LEAST_SHARE, SHARES } from './drawText.ts'
import { fitText } from './fitText.ts'
import { POINTS } from './points.ts'

type Table = Extract<FilledElement, { kind: 'table' }>
const INK = '#1a1a1a'
/** Points at either side of a cell. */
const PADDING = 4
/** A row is at least so much higher than its letters. */
const TIGHTEST = 1.25
const ROW_MM = 8
const SHOWN = 60

interface Cell {
  text: string
  x: number
  width: number
  align: 'left' | 'centre' | 'right'
}

export function drawTable(document: PDFKit.PDFDocument, lettering: Lettering, table: Table): DrawingFault[] {
  const { element, head, rows } = table
  const faults: DrawingFault[] = []
  const count = rows.length + (head === null ? 0 : 1)
  if (count === 0) return []
  const least = element.least ?? element.size * LEAST_SHARE
  const room = (element.height * POINTS) / count
  const rowHeight = Math.min((element.rowHeight ?? ROW_MM) * POINTS, room)
  const size = Math.max(least, Math.min(element.size, rowHeight / TIGHTEST))
  if (rowHeight < size * TIGHTEST) faults.push({ code: 'overflow', details: `${rows.length} × ${element.rows}` })
  const columns = columnsOf(table)
  let y = element.y * POINTS
  const row = (texts: readonly string[], isHead: boolean) => {
    if (isHead && element.ground !== undefined) document.rect(element.x * POINTS, y, element.width * POINTS, rowHeight).fill(element.ground)
    const colour = (isHead ? element.headColour : undefined) ?? element.colour ?? INK
    columns.forEach((column, at) => {
      const cell = { ...column, text: texts[at] ?? '' }
      faults.push(...drawCell(lettering, element.font, cell, { y, height: rowHeight, size, least, colour, isBold: isHead }))
    })
    y += rowHeight
    if (element.stroke === undefined) return
    document.moveTo(element.x * POINTS, y).lineTo((element.x + element.width) * POINTS, y)
    document.lineWidth(element.thickness ?? 0.5).stroke(element.stroke)
  }
  if (head !== null) row(head, true)
  for (const texts of rows) row(texts, false)
  return faults
}

function columnsOf({ element }: Table): Omit<Cell, 'text'>[] {
  const sum = element.columns.reduce((total, { width }) => total + width, 0)
  let x = element.x * POINTS
  return element.columns.map(({ width: share, align = 'left' }) => {
    const width = (element.width * POINTS * share) / sum
    const column = { x, width, align }
    x += width
    return column
  })
}

interface CellLook {
  y: number
  height: number
  size: number
  least: number
  colour: string
  isBold: boolean
}

function drawCell(
  lettering: Lettering,
  family: Table['element']['font'],
  { text, x, width, align }: Cell,
  { y, height, size, least, colour, isBold }: CellLook,
): DrawingFault[] {
  if (text === '') return []
  const inner = width - 2 * PADDING
  const { runs, lacking } = lettering.set([{ text: text.replace(/\s+/g, ' '), isBold }], family)
  // the lack of room is reported once
  const place = {
    width: inner,
    height: Math.max(height, size),
    size,
    least: Math.min(least, size),
    leading: 1,
    spacing: 0,
    overflow: 'shrink' as const,
  }
  const fitted = fitText(runs, place, lettering.measure)
  const line = fitted.lines[0]!
  const left = x + PADDING + (inner - line.width) * SHARES[align]
  lettering.draw(line, left, y + height / 2 + BASE * fitted.size, { size: fitted.size, spacing: 0, colour })
  return [
    ...(fitted.fits ? [] : [{ code: 'overflow' as const, details: text.slice(0, SHOWN) }]),
    ...(lacking.length === 0 ? [] : [{ code: 'glyph' as const, details: lacking.join('') }]),
  ]
}
