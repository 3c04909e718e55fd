/** Tables and bar charts of a PDF, drawn as lines and areas. A row is never parted by the end of a page; the head is repeated on the next. */
import type { TableBlock, TableRow } from './markupBlocks.ts'
import { addPage, drawWords, LINE_GAP, LINE_HEIGHT, MARGIN, type Sheet, wordsHeight } from './pdfSheet.ts'

/** Points. */
const SIZE = 9.5
const PAD = 5
const BAR = 12
const VALUE_WIDTH = 60
const RULE = '#b8bec8'
const SHADE = '#f1f3f6'
const BAR_COLOUR = '#2f5bea'
/** Share of the width for the names of bars. */
const NAMES = 0.36
const NUMBER = /^[-+]?[\d,.\s%]+$/
/** Characters of a cell that count for the width of its column. */
const WIDEST = 40
const NARROWEST = 6

export function writeTable(sheet: Sheet, table: TableBlock): void {
  if (table.isChart) writeBars(sheet, table.rows)
  else writeRows(sheet, table.rows)
  sheet.y += LINE_HEIGHT * SIZE
}

function writeRows(sheet: Sheet, rows: readonly TableRow[]): void {
  const full = sheet.document.page.width - 2 * MARGIN
  const widths = columnWidths(rows, full)
  const head = rows[0]?.isHead ? rows[0] : null
  for (const row of rows) {
    const height = heightOf(sheet, row, widths)
    if (sheet.y + height > sheet.document.page.height - MARGIN) {
      addPage(sheet)
      if (head && row !== head) drawRow(sheet, head, widths)
    }
    drawRow(sheet, row, widths)
  }
}

function columnWidths(rows: readonly TableRow[], full: number): number[] {
  const count = Math.max(...rows.map(({ cells }) => cells.length))
  const longest = Array.from({ length: count }, (_, at) =>
    Math.max(NARROWEST, ...rows.map(({ cells }) => Math.min(WIDEST, lengthOf(cells[at] ?? '')))),
  )
  const sum = longest.reduce((total, length) => total + length, 0)
  return longest.map((length) => (length / sum) * full)
}

/** Chinese characters are twice as wide. */
function lengthOf(text: string): number {
  return [...text].reduce((length, character) => length + (character > '\u2e7f' ? 2 : 1), 0)
}

function wordsOf({ cells, isHead }: TableRow, at: number) {
  return [{ text: cells[at] ?? '', isBold: isHead }]
}

function heightOf(sheet: Sheet, row: TableRow, widths: readonly number[]): number {
  const heights = widths.map((width, at) => wordsHeight(sheet, wordsOf(row, at), { width: width - 2 * PAD, size: SIZE }))
  return Math.max(LINE_HEIGHT * SIZE, ...heights) + 2 * PAD - LINE_GAP
}

function drawRow(sheet: Sheet, row: TableRow, widths: readonly number[]): void {
  const { document } = sheet
  const [top, height] = [sheet.y, heightOf(sheet, row, widths)]
  const right = document.page.width - MARGIN
  if (row.isHead) document.rect(MARGIN, top, right - MARGIN, height).fill(SHADE)
  let left = MARGIN
  widths.forEach((width, at) => {
    sheet.y = top + PAD
    const align = at > 0 && NUMBER.test(row.cells[at] ?? '') ? 'right' : 'left'
    drawWords(sheet, wordsOf(row, at), { left: left + PAD, width: width - 2 * PAD, size: SIZE, align, fixed: true })
    left += width
  })
  sheet.y = top + height
  document.moveTo(MARGIN, sheet.y).lineTo(right, sheet.y).lineWidth(0.5).strokeColor(RULE).stroke()
}

function writeBars(sheet: Sheet, rows: readonly TableRow[]): void {
  const { document } = sheet
  const full = document.page.width - 2 * MARGIN
  const bars = rows.filter(({ isHead }) => !isHead).map(({ cells }) => ({ name: cells[0] ?? '', text: cells[1] ?? '0' }))
  const numbers = bars.map(({ text }) => Number(text.replace(/[^\d.-]/g, '')) || 0)
  const most = Math.max(1, ...numbers)
  const start = MARGIN + full * NAMES
  const room = full * (1 - NAMES) - VALUE_WIDTH
  const step = LINE_HEIGHT * SIZE + LINE_GAP
  bars.forEach(({ name, text }, at) => {
    if (sheet.y + step > document.page.height - MARGIN) addPage(sheet)
    const top = sheet.y
    drawWords(sheet, [{ text: name, isBold: false }], { left: MARGIN, width: full * NAMES - 2 * PAD, size: SIZE, most: 1, fixed: true })
    const width = (Math.max(0, numbers[at]!) / most) * room
    document.rect(start, top + (step - BAR) / 2 - 1, width, BAR).fill(BAR_COLOUR)
    sheet.y = top
    drawWords(sheet, [{ text, isBold: false }], { left: start + width + PAD, width: VALUE_WIDTH, size: SIZE, most: 1, fixed: true })
    sheet.y = top + step
  })
}
