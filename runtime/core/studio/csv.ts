/** Tables as text, RFC 4180: read with all that the format allows (quotes, line breaks in cells, any line end), written so that spreadsheets open it
 *  as it is: with a byte order mark, and no cell that would be taken for a formula. */

import { readTable, type TableMistake } from '../typed/readTable.ts'

const BOM = '\ufeff'
/** What spreadsheets take for the start of a formula; those for Chinese and Japanese also in full width. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
/** One that was made harmless. */
const NEUTRALISED = /^'+[=+\-@\t\r＝＋－＠]/

/** Rows of cells -> text. A text that looks like a formula gets an apostrophe in front, which `parseCsv` takes away again. */
export function writeCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `${BOM}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(text: string | number | null): string {
  if (typeof text !== 'string') return String(text ?? '')
  const safe = FORMULA.test(text) ? `'${text}` : text
  // where ; or a tab separates, a cell that holds one would become two, and the second may begin with a formula
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Text -> rows of cells, without the apostrophes of `writeCsv`. Empty rows are left out. */
export function parseCsv(source: string): { rows: string[][]; mistake: TableMistake | null } {
  const { rows, mistake } = readTable(source)
  return { rows: rows.map(({ cells }) => cells.map(bare)), mistake }
}

/** Without the apostrophe that `writeCsv` put in front. */
function bare(value: string): string {
  return NEUTRALISED.test(value) ? value.slice(1) : value
}
