/** What a table takes from the entity of its call: title, format and enum of columns, and the sources to refresh after an action. */
import { isRecord } from '../isRecord.ts'
import type { Json } from '../language/shortForm.ts'
import { askedField, shownField } from './entityFields.ts'
import type { FindMembers } from './FindMembers.ts'
import { fillRefresh } from './fillRefresh.ts'
import { outputPaths } from './outputPaths.ts'
import { readEntity } from './readEntity.ts'

const LISTS_OF_ACTIONS = ['toolbar', 'rowActions', 'bulkActions', 'matchingActions']

export function fillTable(content: Json, membersOf: FindMembers): Json {
  const id = isRecord(content.source) && typeof content.source.call === 'string' ? content.source.call : undefined
  const entity = typeof content.entity === 'string' ? content.entity : id && readEntity(id, membersOf)
  if (id === undefined || entity === undefined || !Array.isArray(content.columns)) return content
  const call = membersOf('call', id)
  const paths = outputPaths(call)
  const columns = content.columns.map((column) => fillColumn(column, entity, paths, membersOf))
  const filters = isRecord(content.filters) ? fillFilters(content.filters, entity, call, membersOf) : undefined
  return withRefresh({ ...content, columns, ...(filters !== undefined && { filters }) }, entity, membersOf)
}

function withRefresh(table: Json, entity: string, membersOf: FindMembers): Json {
  const of = { id: String(table.id), entity }
  const filled = Object.entries(table).map(([key, value]): [string, unknown] => {
    if (LISTS_OF_ACTIONS.includes(key) && Array.isArray(value)) return [key, value.map((action) => fillRefresh(action, of, membersOf))]
    return [key, value]
  })
  return Object.fromEntries(filled)
}

/** A filter without a type has the type of the field that it filters, without the limits of that field. */
function fillFilters(filters: Json, entity: string, call: Json | undefined, membersOf: FindMembers): Json {
  const conditions = isRecord(call?.operation) && isRecord(call.operation.filter) ? call.operation.filter : {}
  const fields = membersOf('entity', entity)?.fields
  return Object.fromEntries(
    Object.entries(filters).map(([name, own]) => {
      const condition = conditions[name]
      if (!isRecord(own) || own.type !== undefined || !isRecord(condition) || !isRecord(fields)) return [name, own]
      const field = fields[String(condition.field)]
      const asked = isRecord(field) ? askedField(field, membersOf) : undefined
      if (asked === undefined) return [name, own]
      const { maxLength: _, minimum: __, maximum: ___, ...filter } = asked
      return [name, { ...filter, ...own }]
    }),
  )
}

function fillColumn(column: unknown, entity: string, paths: ReadonlyMap<string, string>, membersOf: FindMembers): unknown {
  if (!isRecord(column) || typeof column.field !== 'string' || column.value !== undefined) return column
  const path = paths.get(column.field)
  if (path === undefined) return column
  const { enum: codes, ...shown } = shownField(entity, path, membersOf)
  const filled: Json = { field: column.field, ...shown, ...column }
  if (filled.format === 'enum' && filled.enum === undefined && codes !== undefined) filled.enum = codes
  return Object.keys(filled).length === Object.keys(column).length ? column : filled
}
