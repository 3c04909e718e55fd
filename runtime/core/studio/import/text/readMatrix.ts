/** The lines of a matrix in a text -> a field: a line of answers, then a line for each row, with or without circles behind it. */
import type { FormField } from '../../../documents.ts'
import type { FieldNames } from '../fieldNames.ts'
import { Holder } from '../Holder.ts'
import { both } from '../reading.ts'
import { choiceField, nameOf } from './answerKinds.ts'

const CIRCLES = /[○◯□☐◻▢]/g
/** Cells are parted by tabs, bars, or two spaces. */
const BETWEEN = /\t|\s{2,}|\s*[|｜]\s*/

/** Whether a line holds the circles of a row. */
export function isMatrixLine(line: string): boolean {
  return (
    (line.match(CIRCLES) ?? []).length > 1 && line.replaceAll(CIRCLES, '').trim().split(BETWEEN).length === 1 && !/^\s*[○◯□☐◻▢]/.test(line)
  )
}

/** @returns null when no answers and rows can be distinguished */
export function readMatrix(lines: readonly string[], kind: 'one' | 'several', names: FieldNames): FormField | null {
  const [head = '', ...others] = lines.filter((line) => line.trim() !== '')
  const answers = cellsOf(head)
  const rows = others.map((line) => cellsOf(line)[0]).filter((row) => row !== undefined)
  if (answers.length < 2 || rows.length === 0 || others.length !== rows.length) return null
  const holder = new Holder('', names)
  for (const row of rows) {
    const { 'x-widget': _, ...field } = choiceField(kind, answers)
    holder.put(holder.names.free(nameOf(row)), { ...field, title: both(row) }, false)
  }
  return { type: 'object', 'x-widget': 'matrix', ...holder.content }
}

function cellsOf(line: string): string[] {
  return line
    .replaceAll(CIRCLES, '\t')
    .split(BETWEEN)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
}
