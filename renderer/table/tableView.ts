/** How a person looks at a table. What is looked for (filters, search, order, page) is in the address; how it is drawn (columns, density,
 *  rows of a page) is remembered in the browser. A view saved under a name holds both. */
import { readStored, writeStored } from '../../runtime/client/remembered.ts'

export type Density = 'compact' | 'normal' | 'roomy'

export interface TableQuery {
  /** Filter -> values as strings of the address (`renderer/filters`). */
  filters: Record<string, string[]>
  /** Filters on the fields of a stored form. */
  formFilters: Record<string, string[]>
  search: string
  /** `field` or `-field`; empty for the call's own order. */
  sort: string
  page: number
  /** Id of the saved view that was chosen; it may have been changed since. */
  viewId: string
}

export interface TableLook {
  size: number
  /** Column key -> shown; columns without an entry follow their document. */
  shown: Record<string, boolean>
  /** Keys of columns in the person's order; columns without an entry follow in the document's. */
  order: string[]
  density: Density
}

export interface TableView extends TableQuery, TableLook {}

/** A part of the new view, or a function that makes it from the present view. */
export type ViewChange = Partial<TableView> | ((now: TableView) => Partial<TableView>)

/** What a saved view holds. */
export type ViewSettings = Partial<Omit<TableQuery, 'page' | 'viewId'> & TableLook>

export const FRESH_QUERY: TableQuery = { filters: {}, formFilters: {}, search: '', sort: '', page: 1, viewId: '' }

/** Default appearance of a table. @param size rows per page */
export function freshLook(size: number): TableLook {
  return { size, shown: {}, order: [], density: 'normal' }
}

/** The look a person left the table with. */
export function lastLook(table: string, size: number): TableLook {
  return { ...freshLook(size), ...readStored<Partial<TableLook>>(key(table)) }
}

/** Remembers the appearance in this browser. */
export function keepLook(table: string, { size, shown, order, density }: TableLook): void {
  writeStored(key(table), { size, shown, order, density })
}

/** What a saved view stores of the current one. */
export function settingsOf({ filters, formFilters, search, sort, size, shown, order, density }: TableView): Required<ViewSettings> {
  return { filters, formFilters, search, sort, size, shown, order, density }
}

/** Whether any filter or search is set. */
export function hasFilters(view: TableQuery): boolean {
  return view.search !== '' || Object.keys(view.filters).length > 0 || Object.keys(view.formFilters).length > 0
}

/** Entries with one more, changed, or (without values) taken away. */
export function withEntry(filters: Record<string, string[]>, name: string, values: readonly string[]): Record<string, string[]> {
  const { [name]: _, ...rest } = filters
  return values.length > 0 ? { ...rest, [name]: [...values] } : rest
}

function key(table: string): string {
  return `agon.table.${table}`
}
