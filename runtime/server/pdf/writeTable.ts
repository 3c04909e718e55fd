/** Tables and bar charts of a PDF, drawn as lines and areas. A row is never parted by the end of a page; the head is repeated on the next. */
import type { TableBlock, TableRow } from './markupBlocks.ts'
import { addPage, drawWords, LINE_GAP, LINE_HEIGHT, MARGIN, type Sheet, wordsHeight, wordWidth } from './pdfSheet.ts'

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
/** Stands for a number that is not there. */
const NO_NUMBER = /^[—-]?$/
/** Lines of the name of a bar. */
const NAME_LINES = 3
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
  const count = Math.max(...rows.map(({ cells }) => cells.length))
  const widths = columnWidths(sheet, rows, count, full)
  const columns = widths.map((width, at) => ({ width, align: at > 0 && isOfNumbers(rows, at) ? ('right' as const) : ('left' as const) }))
  const head = rows[0]?.isHead ? rows[0] : null
  for (const row of rows) {
    const height = heightOf(sheet, row, widths)
    if (sheet.y + height > sheet.document.page.height - MARGIN) {
      addPage(sheet)
      if (head && row !== head) drawRow(sheet, head, columns)
    }
    drawRow(sheet, row, columns)
  }
}

interface TableColumn {
  width: number
  align: 'left' | 'right'
}

function isOfNumbers(rows: readonly TableRow[], at: number): boolean {
  const texts = rows.filter(({ isHead }) => !isHead).map(({ cells }) => cells[at] ?? '')
  return texts.some((text) => NUMBER.test(text)) && texts.every((text) => NUMBER.test(text) || NO_NUMBER.test(text))
}

/** By the lengths of their texts; no column breaks a word while another has room. */
function columnWidths(sheet: Sheet, rows: readonly TableRow[], count: number, full: number): number[] {
  const longest = Array.from({ length: count }, (_, at) =>
    Math.max(NARROWEST, ...rows.map(({ cells }) => Math.min(WIDEST, lengthOf(cells[at] ?? '')))),
  )
  const needed = longest.map((_, at) => 2 * PAD + Math.max(0, ...rows.map((row) => wordWidth(sheet, wordsOf(row, at), SIZE))))
  if (sumOf(needed) >= full) return needed.map((width) => (width / sumOf(needed)) * full)
  const narrow = new Set<number>()
  for (;;) {
    const [room, lengths] = [full - sumOf(needed.filter((_, at) => narrow.has(at))), sumOf(longest.filter((_, at) => !narrow.has(at)))]
    const widths = longest.map((length, at) => (narrow.has(at) ? needed[at]! : (length / lengths) * room))
    const tight = widths.flatMap((width, at) => (!narrow.has(at) && width < needed[at]! ? [at] : []))
    if (tight.length === 0) return widths
    for (const at of tight) narrow.add(at)
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
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

function drawRow(sheet: Sheet, row: TableRow, columns: readonly TableColumn[]): void {
  const { document } = sheet
  const widths = columns.map(({ width }) => width)
  const [top, height] = [sheet.y, heightOf(sheet, row, widths)]
  const right = document.page.width - MARGIN
  if (row.isHead) document.rect(MARGIN, top, right - MARGIN, height).fill(SHADE)
  let left = MARGIN
  columns.forEach(({ width, align }, at) => {
    sheet.y = top + PAD
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
  const max = Math.max(1, ...numbers)
  const start = MARGIN + full * NAMES
  const room = full * (1 - NAMES) - VALUE_WIDTH
  const line = LINE_HEIGHT * SIZE + LINE_GAP
  const column = { left: MARGIN, width: full * NAMES - 2 * PAD, size: SIZE, max: NAME_LINES, fixed: true }
  bars.forEach(({ name, text }, at) => {
    const words = [{ text: name, isBold: false }]
    const step = Math.min(NAME_LINES * line, wordsHeight(sheet, words, column))
    if (sheet.y + step > document.page.height - MARGIN) addPage(sheet)
    const top = sheet.y
    drawWords(sheet, words, column)
    const width = (Math.max(0, numbers[at]!) / max) * room
    document.rect(start, top + (step - BAR) / 2 - 1, width, BAR).fill(BAR_COLOUR)
    sheet.y = top + (step - line) / 2
    drawWords(sheet, [{ text, isBold: false }], { left: start + width + PAD, width: VALUE_WIDTH, size: SIZE, max: 1, fixed: true })
    sheet.y = top + step
  })
}
