/** Bytes of a csv file -> rows. What a spreadsheet would take for a formula is one, but for numbers with their sign. */
import { AgonError } from '../../../runtime/core/errors.ts'
import { decodeText } from '../../../runtime/core/typed/decodeText.ts'
import { readTable } from '../../../runtime/core/typed/readTable.ts'
import type { ReadSheet } from './sheet.decoder.ts'

const FORMULA = /^[=@\t\r＝＠]|^[+\-＋－](?![\d\s().+-]*$)/
/** A text that was made harmless by an apostrophe. */
const NEUTRALISED = /^'+[=+\-@\t\r＝＋－＠]/

/** @throws IMPORT_KIND, IMPORT_QUOTE */
export function readCsv(bytes: Uint8Array): ReadSheet {
  const decoded = decodeText(bytes)
  if (!decoded) throw new AgonError('IMPORT_KIND')
  const { rows, mistake } = readTable(decoded.text)
  if (mistake) throw new AgonError('IMPORT_QUOTE', { line: mistake.line })
  return {
    encoding: decoded.encoding,
    rows: rows.map(({ line, cells }) => ({
      number: line,
      cells: cells.map((cell) => (NEUTRALISED.test(cell) ? cell.slice(1) : cell)),
      formulas: cells.flatMap((cell, at) => (FORMULA.test(cell) ? [at] : [])),
    })),
  }
}
