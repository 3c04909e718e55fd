/** Rows and columns of a matrix as lists of options, as a panel edits them: rows are the fields of its group, columns the options of each row, or the
 *  fields of each row when its cells are fields. */
import type { FormField, Options, Text } from '../documents.ts'
import { isFieldName } from './fieldReferences.ts'
import { freeName } from './freeName.ts'

export type MatrixPart = 'rows' | 'columns'
type Option = Extract<Options, unknown[]>[number]

/** Whether a field is a matrix, and whether its rows hold cells. */
export function matrixKind(field: FormField | undefined): 'choices' | 'cells' | null {
  if (field?.['x-widget'] !== 'matrix') return null
  return firstRow(field)?.properties === undefined ? 'choices' : 'cells'
}

/** Rows or columns, as options. */
export function matrixOptions(field: FormField, part: MatrixPart): Option[] {
  const first = firstRow(field)
  if (part === 'rows') return optionsOf(field.properties)
  if (matrixKind(field) === 'cells') return optionsOf(first?.properties)
  const options = first?.['x-options']
  return Array.isArray(options) ? options : []
}

/** The matrix with other rows or columns. What keeps its name keeps what it was; a new row is as the first, a new cell a line of text. The last row or
 *  column stays. */
export function withMatrixOptions(field: FormField, part: MatrixPart, options: readonly Option[]): FormField {
  if (options.length === 0) return field
  const first = firstRow(field) ?? { type: 'string' }
  if (part === 'rows') return { ...field, properties: fieldsOf(options, field.properties ?? {}, first) }
  const rows = Object.entries(field.properties ?? {}).map(([name, row]) => [
    name,
    matrixKind(field) === 'cells'
      ? { ...row, properties: fieldsOf(options, row.properties ?? {}, { type: 'string', maxLength: LINE }) }
      : { ...row, 'x-options': [...options] },
  ])
  return { ...field, properties: Object.fromEntries(rows) }
}

const LINE = 200

/** What the cells of a column take. */
export const CELL_KINDS = ['text', 'number', 'choice', 'yesNo', 'date'] as const
export type CellKind = (typeof CELL_KINDS)[number]

/** Without title. */
const CELLS: Record<Exclude<CellKind, 'choice'>, FormField> = {
  text: { type: 'string', maxLength: LINE },
  number: { type: 'number' },
  yesNo: { type: 'boolean', 'x-widget': 'yesNo' },
  date: { type: 'string', format: 'date' },
}

export interface MatrixColumn {
  name: string
  title: Text
  kind: CellKind
  /** Of a choice. */
  options: Option[]
}

/** Columns of a matrix whose cells are fields. */
export function matrixColumns(field: FormField): MatrixColumn[] {
  return Object.entries(firstRow(field)?.properties ?? {}).map(([name, cell]) => ({
    name,
    title: cell.title ?? name,
    kind: cellKind(cell),
    options: Array.isArray(cell['x-options']) ? cell['x-options'] : [],
  }))
}

function cellKind(cell: FormField): CellKind {
  if (cell['x-options']) return 'choice'
  if (cell.type === 'boolean') return 'yesNo'
  if (cell.type === 'number' || cell.type === 'integer') return 'number'
  return cell.format === 'date' ? 'date' : 'text'
}

/** The matrix with cells of another kind in one column of every row. @param options  of a choice, at least one */
export function withCellKind(field: FormField, column: string, kind: CellKind, options: readonly Option[]): FormField {
  const cell: FormField = kind === 'choice' ? { type: 'string', 'x-options': [...options] } : CELLS[kind]
  const rows = Object.entries(field.properties ?? {}).map(([name, row]) => {
    const { title, ...before } = row.properties?.[column] ?? {}
    const kept = cellKind(before) === kind && kind !== 'choice' ? before : cell
    return [name, { ...row, properties: { ...row.properties, [column]: { ...structuredClone(kept), ...(title ? { title } : {}) } } }]
  })
  return { ...field, properties: Object.fromEntries(rows) }
}

function firstRow({ properties = {} }: FormField): FormField | undefined {
  return Object.values(properties)[0]
}

function optionsOf(fields: Readonly<Record<string, FormField>> = {}): Option[] {
  return Object.entries(fields).map(([value, { title }]) => ({ value, label: title ?? value }))
}

/** A field renamed in its place keeps what it was. */
function fieldsOf(options: readonly Option[], before: Readonly<Record<string, FormField>>, fresh: FormField): Record<string, FormField> {
  const names = Object.keys(before)
  const made: Record<string, FormField> = {}
  for (const [at, { value, label }] of options.entries()) {
    const name = freeName(nameOf(String(value), at), Object.keys(made))
    const renamed = options.length === names.length && !Object.hasOwn(before, name) ? before[names[at]!] : undefined
    made[name] = { ...(before[name] ?? renamed ?? fresh), title: label as Text }
  }
  return made
}

function nameOf(value: string, at: number): string {
  const name = value.replaceAll(/\W/g, '')
  return isFieldName(name) ? name : `row${at + 1}`
}
