/** View of a table -> input of its call. */
import type { FormField, TableDocument } from '../../runtime/core/documents.ts'
import type { TableView } from './tableView.ts'

/** Only what is set leaves: an absent parameter filters nothing. */
export function filterParams(table: TableDocument, view: TableView): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(table.filters ?? {})) {
    const values = view.filters[name]
    if (values?.length)
      params[name] = field.type === 'array' ? values.map((value) => typedValue(value, field.items ?? {})) : typedValue(values[0]!, field)
  }
  if (view.search && table.search) params[table.search.parameter] = view.search
  if (view.sort) params.sort = view.sort
  if (table.formColumns && Object.keys(view.formFilters).length > 0) params[table.formColumns.parameter] = view.formFilters
  return params
}

function typedValue(text: string, field: FormField): unknown {
  if (field.type === 'integer' || field.type === 'number') return Number(text)
  if (field.type === 'boolean') return text === 'true'
  return text
}
