/** Columns of a table as drawn: those of the document that the person may see, then those of the stored form. */
import { addressOf } from '../../runtime/client/actions.ts'
import { evaluateCel, extendScope, type Scope } from '../../runtime/client/scope.ts'
import { mayUse } from '../../runtime/client/session.ts'
import { resolveText } from '../../runtime/client/texts.ts'
import type { Format, FormDocument, FormField, TableColumn, TableDocument } from '../../runtime/core/documents.ts'
import type { TableView } from './tableView.ts'

export type Row = Record<string, unknown>

export interface Column {
  key: string
  title: string
  format?: Format
  enumId?: string
  width?: number
  sortable: boolean
  fixed?: 'left' | 'right'
  /** Shown unless the person chose otherwise. */
  shownFirst: boolean
  /** Titles the row where it is a card. */
  names?: boolean
  /** Where it stands on a card, without its heading. */
  onCard?: TableColumn['onCard']
  /** Of the stored form: drawn as the form draws its answer. */
  answer?: FormField
  value(row: Row): unknown
  /** Where the value leads; empty: nowhere. */
  to?(row: Row): string
}

/** All columns, shown or not. */
export function allColumns(table: TableDocument, form: FormDocument | null, scope: Scope): Column[] {
  const own = table.columns.filter((column) => mayUse(column.permission)).map((column) => documentColumn(column, scope))
  return form && table.formColumns ? [...own, ...formColumns(form, table.formColumns.answers)] : own
}

/** In the person's order; the first column names the row and stays the first. */
export function orderedColumns(columns: readonly Column[], { order }: TableView): Column[] {
  const [first, ...rest] = columns
  if (!first) return []
  const place = (column: Column, index: number): number => {
    const at = order.indexOf(column.key)
    return at < 0 ? order.length + index : at
  }
  const placed = rest.map((column, index) => ({ column, at: place(column, index) })).sort((a, b) => a.at - b.at)
  return [first, ...placed.map(({ column }) => column)]
}

/** Those the person looks at, in their order. */
export function shownColumns(columns: readonly Column[], view: TableView): Column[] {
  return orderedColumns(columns, view).filter((column) => view.shown[column.key] ?? column.shownFirst)
}

const RIGHT: readonly (Format | undefined)[] = ['number', 'money', 'price', 'percent']

/** Numbers are at the right, so that their digits are under each other. */
export function isNumeric(column: Column): boolean {
  return RIGHT.includes(column.format)
}

function documentColumn(column: TableColumn, scope: Scope): Column {
  const { value, to } = column
  return {
    key: column.field,
    title: resolveText(column.title, scope),
    format: column.format,
    enumId: column.enum,
    width: column.width,
    sortable: column.sortable === true,
    fixed: column.fixed,
    shownFirst: column.hidden !== true,
    names: column.names,
    onCard: column.onCard,
    ...(to ? { to: (row: Row) => addressOf(to, extendScope(scope, { row })) } : {}),
    value: value ? (row) => evaluateCel(value, extendScope(scope, { row })) : (row) => valueAt(row, column.field.split('.')),
  }
}

// Only answers that make a readable cell.
function formColumns(form: FormDocument, answers: string): Column[] {
  return Object.entries(form.schema.properties)
    .filter(([, field]) => isReadable(field))
    .map(([name, field]) => ({
      key: `${answers}/${name}`,
      title: resolveText(field.title),
      sortable: false,
      shownFirst: false,
      answer: field,
      value: (row) => valueAt(row, [answers, name]),
    }))
}

const UNREADABLE = new Set(['upload', 'richText', 'signature', 'picture', 'agreement', 'section', 'note', 'repeat', 'password'])

function isReadable(field: FormField): boolean {
  const type = Array.isArray(field.type) ? field.type[0] : field.type
  return !UNREADABLE.has(field['x-widget'] ?? '') && type !== 'object' && type !== 'null' && field.items?.type !== 'object'
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? (at as Row)[name] : undefined), row)
}
