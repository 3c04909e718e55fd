/** Lists that can be long (`countUpTo`) are read by indexes: each order that they offer, what they search in, what they filter by, and the latest days of a count.
 *  Fields that an index would cost more than it gives stand in `scanned` of the entity, with the reason. */
import type { CallDocument, EntityDocument, Operation } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import type { Linker } from './linker.ts'

type List = Extract<Operation, { kind: 'list' | 'count' | 'export' }>
/** From so many rows on a list counts as long. */
const LONG = 1_000
/** Filters by few values take their rows from an order of the list: an index for each would be written with every row, and seldom read. */
const FEW_VALUES: ReadonlySet<string | undefined> = new Set(['boolean', 'enum'])

export function linkIndexes(linker: Linker, document: LinkedDocument, call: CallDocument, entity: EntityDocument): void {
  const { operation } = call
  if (operation?.kind !== 'list' && operation?.kind !== 'count') return
  const place: Place = { linker, document, entity, fixed: fixedFields(call, operation) }
  if (operation.kind === 'list' && (operation.countUpTo ?? 0) >= LONG) {
    for (const { field, path } of orders(operation)) serve(place, path, field, 'order')
    for (const [index, field] of (operation.search ?? []).entries()) found(place, `/operation/search/${index}`, field)
    linkFilters(place, operation)
  }
  const last = operation.kind === 'count' ? (operation.groupBy ?? []).findIndex((group) => group.last) : -1
  if (last >= 0) serve(place, `/operation/groupBy/${last}/from`, operation.groupBy![last]!.from!, 'order')
}

interface Place {
  linker: Linker
  document: LinkedDocument
  entity: EntityDocument
  /** Fields that each request gives one value. Of several with the operator `is` a request may give one alone: a set for each. */
  fixed: readonly (readonly string[])[]
}

function fixedFields(call: CallDocument, list: List): string[][] {
  const required = (call.input?.required ?? []) as readonly string[]
  const filters = Object.entries(list.filter ?? {})
  const always = filters.flatMap(([name, { field, op }]) => (op === 'eq' && required.includes(name) ? [field] : []))
  const places = filters.flatMap(([, { field, op }]) => (op === 'is' ? [field] : []))
  return places.length === 0 ? [always] : places.map((field) => [...always, field])
}

function orders({ sort }: List): { field: string; path: string }[] {
  const offered = (sort?.fields ?? []).map((name, index) => ({ field: bare(name), path: `/operation/sort/fields/${index}` }))
  const given = bare((sort?.default ?? ['-id'])[0]!)
  const isNew = !offered.some(({ field }) => field === given)
  return isNew ? [...offered, { field: given, path: sort?.default ? '/operation/sort/default/0' : '/operation/sort' }] : offered
}

function linkFilters(place: Place, list: List): void {
  const { entity } = place
  for (const [name, { field, op }] of Object.entries(list.filter ?? {})) {
    const path = pointer('/operation/filter', name)
    if (op === 'contains') found(place, path, field)
    else if (op === 'json' || !FEW_VALUES.has(entity.fields[field]?.type)) serve(place, path, field, op)
  }
}

/** An index leads to the field, within what every request names. */
function serve({ linker, document, entity, fixed }: Place, path: string, field: string, what: string): void {
  const { fields, indexes = [], unique = [], scanned } = entity
  if (scanned?.fields.includes(field) || field.includes('.') || (what !== 'order' && fields[field]?.computed)) return
  const led = [
    ['id'],
    ...indexes.map((columns) => columns.map(bare)),
    ...unique.map((combination) => combination.fields),
    ...Object.keys(fields).flatMap((name) => (fields[name]!.unique || fields[name]!.type === 'ref' ? [[name]] : [])),
  ]
  const serves = (names: readonly string[]) =>
    led.some((columns) => columns.includes(field) && columns.slice(0, columns.indexOf(field)).every((name) => names.includes(name)))
  const missing = fixed.find((names) => !serves(names))
  if (missing === undefined) return
  const index = JSON.stringify(what === 'json' ? [field] : what === 'order' ? [...missing, field, 'id'] : [...missing, field])
  linker.report(document, {
    code: 'INDEX',
    path,
    expected: what === 'order' ? 'an order that an index serves' : 'a filter that an index serves',
    found: `"${field}" of ${entity.id}, a list of thousands of rows`,
    suggestion: `add ${index} to "indexes" of ${entity.id}, or the field to its "scanned", with the reason`,
  })
}

/** Parts of words are found by the search index. */
function found({ linker, document, entity }: Place, path: string, field: string): void {
  if (entity.search?.includes(field) || entity.scanned?.fields.includes(field)) return
  linker.report(document, {
    code: 'INDEX',
    path,
    expected: 'a field of the search index',
    found: `"${field}" of ${entity.id}, a list of thousands of rows`,
    suggestion: `add "${field}" to "search" of ${entity.id}, or to its "scanned", with the reason`,
  })
}

function bare(name: string): string {
  return name.replace(/^-/, '')
}
