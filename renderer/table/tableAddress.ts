/** The query of a table in the address: `loans.status=2&loans.page=3` for the table `library.loans`. Each table of a page has
 *  its own names, so that they do not take each other's; parameters of the page itself are left as they are. */
import type { TableDocument } from '../../runtime/core/documents.ts'
import { PAGE, tablePrefix } from './tablePreset.ts'
import type { TableQuery } from './tableView.ts'

/** Names beside those of the filters. */
const SEARCH = 'search'
const SORT = 'sort'
const VIEW = 'view'

/** @param address query string of the page */
export function readAddress(address: string, table: TableDocument): TableQuery {
  const params = new URLSearchParams(address)
  const own = (name: string) => `${tablePrefix(table.id)}${name}`
  const page = Number(params.get(own(PAGE)))
  return {
    filters: listsOf(
      params,
      Object.keys(table.filters ?? {}).map((name) => [name, own(name)]),
    ),
    formFilters: listsOf(params, formNames(params, table)),
    search: params.get(own(SEARCH)) ?? '',
    sort: params.get(own(SORT)) ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    viewId: params.get(own(VIEW)) ?? '',
  }
}

/** The address with the query in place of the one before. */
export function writeAddress(address: string, table: TableDocument, query: TableQuery): string {
  const params = new URLSearchParams(address)
  const prefix = tablePrefix(table.id)
  for (const name of [...params.keys()]) if (name.startsWith(prefix)) params.delete(name)
  const add = (name: string, values: readonly string[]) => {
    for (const value of values) if (value !== '') params.append(`${prefix}${name}`, value)
  }
  for (const [name, values] of Object.entries(query.filters)) add(name, values)
  for (const [name, values] of Object.entries(query.formFilters)) add(`${table.formColumns?.parameter}.${name}`, values)
  add(SEARCH, [query.search])
  add(SORT, [query.sort])
  add(PAGE, query.page > 1 ? [String(query.page)] : [])
  add(VIEW, [query.viewId])
  return params.toString()
}

/** Whether the address says anything about the table. */
export function isInAddress(address: string, table: TableDocument): boolean {
  const prefix = tablePrefix(table.id)
  return [...new URLSearchParams(address).keys()].some((name) => name.startsWith(prefix))
}

function formNames(params: URLSearchParams, table: TableDocument): [name: string, parameter: string][] {
  if (!table.formColumns) return []
  const prefix = `${tablePrefix(table.id)}${table.formColumns.parameter}.`
  return [...new Set(params.keys())].filter((name) => name.startsWith(prefix)).map((name) => [name.slice(prefix.length), name])
}

function listsOf(params: URLSearchParams, names: readonly [name: string, parameter: string][]): Record<string, string[]> {
  const found = names.map(([name, parameter]) => [name, params.getAll(parameter).filter(Boolean)] as const)
  return Object.fromEntries(found.filter(([, values]) => values.length > 0))
}
