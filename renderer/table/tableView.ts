/** How a person looks at a table: filters, search, sorting, page, columns, density. Kept in the browser under the table's id, with named views. */
import { readStored, writeStored } from '../../runtime/client/remembered.ts'

export type Density = 'compact' | 'normal' | 'roomy'

export interface TableView {
  /** Filter parameter -> values as strings. */
  filters: Record<string, string[]>
  /** Filters on the fields of a stored form: field -> value. */
  formFilters: Record<string, string>
  search: string
  /** `field` or `-field`; empty for the call's own order. */
  sort: string
  page: number
  size: number
  /** Column key -> shown; columns without an entry follow their document. */
  shown: Record<string, boolean>
  density: Density
}

export interface SavedView {
  name: string
  view: TableView
}

interface Stored {
  last?: TableView
  saved?: SavedView[]
}

export function freshView(size: number): TableView {
  return { filters: {}, formFilters: {}, search: '', sort: '', page: 1, size, shown: {}, density: 'normal' }
}

/** The view a person left the table with; columns and density return, filters only where the table keeps views. */
export function lastView(table: string, size: number, keepsViews: boolean): TableView {
  const fresh = freshView(size)
  const { last } = readAll(table)
  if (!last) return fresh
  return keepsViews ? { ...fresh, ...last, page: 1 } : { ...fresh, shown: last.shown ?? {}, density: last.density ?? 'normal' }
}

export function keepView(table: string, view: TableView): void {
  writeStored(key(table), { ...readAll(table), last: view })
}

export function savedViews(table: string): SavedView[] {
  return readAll(table).saved ?? []
}

/** Saves under a name; an older view of that name is replaced. */
export function saveView(table: string, name: string, view: TableView): SavedView[] {
  const saved = [...savedViews(table).filter((other) => other.name !== name), { name, view: { ...view, page: 1 } }]
  writeStored(key(table), { ...readAll(table), saved })
  return saved
}

export function removeView(table: string, name: string): SavedView[] {
  const saved = savedViews(table).filter((other) => other.name !== name)
  writeStored(key(table), { ...readAll(table), saved })
  return saved
}

export function hasFilters(view: TableView): boolean {
  return view.search !== '' || Object.keys(view.filters).length > 0 || Object.keys(view.formFilters).length > 0
}

function key(table: string): string {
  return `agon.table.${table}`
}

function readAll(table: string): Stored {
  return readStored<Stored>(key(table)) ?? {}
}
