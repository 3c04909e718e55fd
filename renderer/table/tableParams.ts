/** View of a table -> input of its call. */
import type { FormDocument, TableDocument } from '../../runtime/core/documents.ts'
import { filterInput } from '../filters/filterInput.ts'
import { answerConditions } from './answerFilter.ts'
import type { TableView } from './tableView.ts'

/** Only what is set leaves: an absent parameter filters nothing.
 *  @param form  the stored form whose answers are filtered; null until it is there */
export function filterParams(table: TableDocument, form: FormDocument | null, view: TableView): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(table.filters ?? {})) Object.assign(params, filterInput(name, field, view.filters[name] ?? []))
  if (view.search && table.search) params[table.search.parameter] = view.search
  if (view.sort && !table.whole) params.sort = view.sort
  if (table.formColumns && form) {
    const { properties } = form.schema
    const conditions = Object.entries(view.formFilters).flatMap(([name, values]) =>
      properties[name] ? Object.entries(answerConditions(name, properties[name], values)) : [],
    )
    if (conditions.length > 0) params[table.formColumns.parameter] = Object.fromEntries(conditions)
  }
  return params
}
