/** Checks of tables over the scope of a place that shows them: columns and filters exist on the call, expressions fit the rows. */
import { isRead } from '../callAddress.ts'
import type { CallDocument, TableDocument, Value } from '../documents.ts'
import type { ScopeType, ScopeTypes } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import { linkActionRef, linkActionRefs } from './linkAction.ts'
import { type ExpressionPlace, linkCel, linkTextValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFilterFields } from './linkForm.ts'
import { linkInput } from './linkInput.ts'
import { linkParameter } from './linkParameter.ts'
import { answerType } from './scopeTypes.ts'

/** What paging and sorting add to the input by themselves. */
const PAGING = ['pageNum', 'pageSize', 'sort', 'search']

/** @param params given by the node that shows the table */
export function linkTable(linker: Linker, place: ExpressionPlace, table: TableDocument, params: Record<string, Value> = {}): void {
  const { document } = place
  linker.sees(place)
  const call = linker.index.get('call', table.source.call)
  const at = (path: string, scope: ScopeTypes = place.scope): ExpressionPlace => ({ ...place, path, scope })
  // one cause, reported once: everything else about the rows would follow from it
  if (call !== undefined && (linkRowsOf(linker, document, call) || !(isRead(call) || call.onlyReads))) return
  linkInput(linker, at('/source/params'), table.source.call, table.source.params, [
    ...(table.whole ? [] : PAGING),
    ...Object.keys(params),
    ...filterParameters(table).map(({ name }) => name),
  ])
  if (table.source.when !== undefined) linkCel(linker, at('/source/when'), table.source.when, 'boolean')
  const row = call === undefined ? 'dyn' : rowOf(answerType(call, linker.index))
  const rowScope = { ...place.scope, row }
  const actionScope = { ...rowScope, params: 'map' } as const
  if (call !== undefined) linkNames(linker, document, table, call, row)
  linkColumns(linker, at('/columns', rowScope), table)
  linkFilterFields(linker, at('/filters'), table.filters ?? {})
  for (const [name, { type }] of Object.entries(table.filters ?? {}))
    if (type === undefined) missing(linker, document, pointer('/filters', name), 'type', 'no field that the parameter filters gives one')
  for (const name of Object.keys(table.opensWith ?? {}))
    if (table.filters?.[name] === undefined)
      linker.report(document, {
        code: 'NAME_UNKNOWN',
        path: pointer('/opensWith', name),
        expected: `one of ${Object.keys(table.filters ?? {}).join(', ')}`,
        found: `"${name}"`,
        suggestion: 'name a filter of the table',
      })
  if (table.formColumns !== undefined) linkCel(linker, at('/formColumns/form'), table.formColumns.form, 'string')
  linkActionRefs(linker, at('/toolbar', { ...place.scope, params: 'map' }), table.toolbar)
  linkActionRefs(linker, at('/rowActions', actionScope), table.rowActions)
  linkActionRefs(linker, at('/bulkActions', { ...place.scope, rows: { list: row }, ids: { list: 'string' } }), table.bulkActions)
  const matching = { rows: { list: row }, ids: { list: 'string' }, params: 'map', everything: 'boolean', count: 'number' } as const
  linkActionRefs(linker, at('/matchingActions', { ...place.scope, ...matching }), table.matchingActions)
  linkActionRef(linker, at('/open', actionScope), table.open)
  linkEmpty(linker, at('/empty'), table.empty)
}

/** @returns whether the call answers something other than rows, which is reported */
function linkRowsOf(linker: Linker, document: LinkedDocument, call: CallDocument): boolean {
  const answer = answerType(call, linker.index)
  if (!isRead(call) || typeof answer !== 'object' || !('fields' in answer) || rowsIn(answer.fields) !== undefined) return false
  linker.report(document, {
    code: 'TABLE_ROWS',
    path: '/source/call',
    expected: 'a call that answers rows: an operation of kind list, or { list, total }',
    found: `"${call.id}", ${call.operation ? `an operation of kind ${call.operation.kind}` : 'a handler'} that answers one object: ${Object.keys(answer.fields).join(', ')}`,
    suggestion: 'name a call of kind list, or show the object with a node "detail"',
  })
  return true
}

/** Texts and action of an empty state. */
export function linkEmpty(linker: Linker, place: ExpressionPlace, empty: TableDocument['empty']): void {
  if (empty === undefined) return
  for (const key of ['title', 'text'] as const) linkTextValues(linker, { ...place, path: pointer(place.path, key) }, empty[key])
  linkActionRef(linker, { ...place, path: pointer(place.path, 'action') }, empty.action)
}

/** Groups of a count are rows too. */
function rowsIn({ list, groups }: Readonly<Record<string, ScopeType>>): ScopeType | undefined {
  return list ?? groups
}

/** A row of an answer: of `list` or `groups`, or of the answer itself when that is a list. */
export function rowOf(answer: ScopeType): ScopeType {
  if (typeof answer !== 'object') return 'dyn'
  if ('list' in answer) return answer.list
  const list = 'fields' in answer ? rowsIn(answer.fields) : undefined
  return typeof list === 'object' && 'list' in list ? list.list : 'dyn'
}

function linkNames(linker: Linker, document: LinkedDocument, table: TableDocument, call: CallDocument, row: ScopeType): void {
  const names = typeof row === 'object' && 'fields' in row ? Object.keys(row.fields) : undefined
  const column = (path: string, name: string): void => {
    if (names !== undefined)
      linker.known(document, 'OUTPUT_UNKNOWN', path, `a key of the rows of ${call.id}`, name.split('.')[0] as string, names)
  }
  for (const [index, { field, value }] of table.columns.entries()) if (value === undefined) column(`/columns/${index}/field`, field)
  if (table.rowKey !== undefined) column('/rowKey', table.rowKey)
  if (table.formColumns !== undefined) {
    column('/formColumns/answers', table.formColumns.answers)
    linkParameter(linker, document, '/formColumns/parameter', call, table.formColumns.parameter)
  }
  for (const { name, path } of filterParameters(table)) linkParameter(linker, document, path, call, name)
  if (table.search !== undefined) linkParameter(linker, document, '/search/parameter', call, table.search.parameter)
  linkSorting(linker, document, table, call)
}

/** The input parameters that filters fill, and where each is named. */
function filterParameters({ filters }: TableDocument): { name: string; path: string }[] {
  return Object.entries(filters ?? {}).flatMap(([name, field]) => {
    const path = pointer('/filters', name)
    const range = field['x-range']
    return range ? (['from', 'to'] as const).map((end) => ({ name: range[end], path: `${path}/x-range/${end}` })) : [{ name, path }]
  })
}

function linkSorting(linker: Linker, document: LinkedDocument, table: TableDocument, call: CallDocument): void {
  const { operation } = call
  if (operation?.kind !== 'list' || table.whole) return
  for (const [index, { field, sortable }] of table.columns.entries()) {
    const what = `a field that ${call.id} can sort by`
    if (sortable) linker.known(document, 'FIELD_UNKNOWN', `/columns/${index}/sortable`, what, field, operation.sort?.fields ?? [])
  }
}

function linkColumns(linker: Linker, place: ExpressionPlace, table: TableDocument): void {
  for (const [index, { value, title, to }] of table.columns.entries()) {
    if (title === undefined) missing(linker, place.document, `${place.path}/${index}`, 'title', 'no field that the call reads gives one')
    else linkTextValues(linker, { ...place, path: `${place.path}/${index}/title` }, title)
    if (value !== undefined) linkCel(linker, { ...place, path: `${place.path}/${index}/value` }, value)
    if (to !== undefined) linkTextValues(linker, { ...place, path: `${place.path}/${index}/to` }, to)
  }
}

function missing(linker: Linker, document: LinkedDocument, path: string, key: string, why: string): void {
  linker.report(document, { code: 'KEY_MISSING', path, expected: `"${key}"`, found: 'none', suggestion: `${why}: write "${key}"` })
}
