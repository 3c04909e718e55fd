/** The page that is written: where the next line goes, and words in a column. */
import { AgonError } from '../../core/errors.ts'
import type { PrintRun } from '../../core/print/fillPrint.ts'
import type { Lettering } from './Lettering.ts'
import { layLines, widestPiece } from './layLines.ts'

/** Points. */
export const MARGIN = 64
export const LINE_GAP = 4
/** Of a line and above its base line, as shares of the size: of fonts with Chinese characters. */
export const LINE_HEIGHT = 1.448
const ASCENT = 1.16
export const INK = '#000000'

export interface Sheet {
  document: PDFKit.PDFDocument
  lettering: Lettering
  maxPages: number
  /** Of the next line, from the top of the page. */
  y: number
}
export interface Column {
  left: number
  width: number
  size: number
  align?: 'left' | 'right'
  /** Lines at most. */
  max?: number
  /** Stands where it stands, without a new page. */
  fixed?: boolean
}

/** Adds a page for what follows. @throws PDF_TOO_LONG */
export function addPage(sheet: Sheet): void {
  const { document, maxPages } = sheet
  if (document.bufferedPageRange().count >= maxPages) throw new AgonError('PDF_TOO_LONG', { max: maxPages })
  document.addPage()
  sheet.y = MARGIN
}

/** Draws words in lines, on further pages where one is full. */
export function drawWords(sheet: Sheet, words: readonly PrintRun[], { left, width, size, align, max, fixed }: Column): void {
  const { document, lettering } = sheet
  const measure = (run: Parameters<Lettering['measure']>[0]) => lettering.measure(run) * size
  for (const line of layLines(lettering.set(words, 'sans').runs, width, measure).slice(0, max)) {
    if (!fixed && sheet.y + LINE_HEIGHT * size > document.page.height - MARGIN) addPage(sheet)
    const start = align === 'right' ? left + width - line.runs.reduce((sum, run) => sum + measure(run), 0) : left
    lettering.draw(line, start, sheet.y + ASCENT * size, { size, spacing: 0, colour: INK })
    sheet.y += LINE_HEIGHT * size + LINE_GAP
  }
}

/** Height of words in a column, without what follows them. */
export function wordsHeight({ lettering }: Sheet, words: readonly PrintRun[], { width, size }: Pick<Column, 'width' | 'size'>): number {
  const lines = layLines(lettering.set(words, 'sans').runs, width, (run) => lettering.measure(run) * size).length
  return lines * (LINE_HEIGHT * size + LINE_GAP)
}

/** Width of the widest word. */
export function wordWidth({ lettering }: Sheet, words: readonly PrintRun[], size: number): number {
  return widestPiece(lettering.set(words, 'sans').runs, (run) => lettering.measure(run) * size)
}
