/** Lists: filters, search, facets, groups and sums are of fields that can be asked so. */
import type { CallDocument, EntityDocument, Operation } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import { linkExport } from './linkExport.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'
import { linkOutputPath, reportTwice } from './linkOutput.ts'
import { fieldOf, followPath } from './scopeTypes.ts'

export type ListOperation = Extract<Operation, { kind: 'list' | 'count' | 'export' }>

/** Each filter is of a field, or of a field that a reference reaches, with the type of its parameter. */
export function linkFilters(
  linker: Linker,
  document: LinkedDocument,
  { filter = {} }: Pick<ListOperation, 'filter'>,
  entity: EntityDocument,
): void {
  for (const [name, condition] of Object.entries(filter)) {
    const path = pointer('/operation/filter', name)
    if (condition.field.includes('.')) {
      linkFilterPath(linker, document, `${path}/field`, { name, field: condition.field, entity })
      continue
    }
    linkFieldName(linker, document, entity, `${path}/field`, condition.field)
    linkFilterType(linker, document, entity, path, condition)
  }
}

/** Rows of another entity are asked for in where, which follows refs. */
function linkFilterPath(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  { name, field, entity }: { name: string; field: string; entity: EntityDocument },
): void {
  linker.report(document, {
    code: 'FIELD_UNKNOWN',
    path,
    expected: `a field of ${entity.id} itself`,
    found: `"${field}", a way to another entity`,
    suggestion: `declare "${name}" in input, and ask in where: input.${name} == null || row.${field} == input.${name}`,
  })
}

export function linkList(
  linker: Linker,
  document: LinkedDocument,
  call: CallDocument,
  operation: ListOperation,
  entity: EntityDocument,
): void {
  const field = (path: string, name: string): void => linkFieldName(linker, document, entity, path, name)
  linkFilters(linker, document, operation, entity)
  for (const [index, name] of (operation.search ?? []).entries()) linkSearched(linker, document, entity, `/operation/search/${index}`, name)
  for (const [index, name] of (operation.sort?.fields ?? []).entries()) field(`/operation/sort/fields/${index}`, name)
  for (const [index, name] of (operation.sort?.default ?? []).entries())
    linkOutputPath(linker, { document, path: `/operation/sort/default/${index}`, scope: {} }, name.replace(/^-/, ''), false, entity)
  for (const [index, name] of (operation.searchWhole ?? []).entries()) field(`/operation/searchWhole/${index}`, name)
  if (operation.sort?.turns) field('/operation/sort/turns/field', operation.sort.turns.field)
  linkExport(linker, document, call, operation, entity)
  linkGroups(linker, document, operation, entity)
  linkFacets(linker, document, operation, entity)
}

const COUNTED: ReadonlySet<string | undefined> = new Set(['enum', 'boolean'])

/** Each value is a key of the answer: they must be few and known. */
function linkFacets(
  linker: Linker,
  document: LinkedDocument,
  { facets = [], facetInputs = {}, filter = {} }: ListOperation,
  entity: EntityDocument,
): void {
  const open = Object.entries(filter).flatMap(([name, { field, op }]) =>
    op === 'eq' && COUNTED.has(fieldOf(entity, field)?.type) ? [name] : [],
  )
  for (const [index, name] of facets.entries())
    linker.known(
      document,
      'REFERENCE_UNKNOWN',
      `/operation/facets/${index}`,
      'a filter by one value of an enum or a yes/no field',
      name,
      open,
    )
  for (const [name, values] of Object.entries(facetInputs))
    if (typeof values === 'string')
      linker.known(document, 'REFERENCE_UNKNOWN', `/operation/facetInputs/${name}`, 'the id of an enum', values, linker.ids('enum'))
}

const SEARCHED: readonly string[] = ['string', 'text', 'localText']

/** Words are looked for in texts; no number holds a word. */
function linkSearched(linker: Linker, document: LinkedDocument, entity: EntityDocument, path: string, name: string): void {
  linkFieldName(linker, document, entity, path, name)
  const type = fieldOf(entity, name)?.type
  if (type === undefined || SEARCHED.includes(type)) return
  const suggestion = 'name a text, or filter by this field'
  linker.report(document, {
    code: 'FIELD_TYPE',
    path,
    expected: 'a field of type string, text or localText',
    found: `"${name}" of type ${type}`,
    suggestion,
  })
}

function linkFilterType(
  linker: Linker,
  document: LinkedDocument,
  entity: EntityDocument,
  path: string,
  condition: { field: string; op: string },
): void {
  const type = fieldOf(entity, condition.field)?.type
  if (type === undefined || (condition.op === 'json') === (type === 'json')) return
  const expected = condition.op === 'json' ? 'a field of type json' : 'the operator json for a field of type json'
  const suggestion = condition.op === 'json' ? 'name a json field, or use another operator' : 'write "op": "json"'
  linker.report(document, {
    code: 'FIELD_TYPE',
    path: `${path}/op`,
    expected,
    found: `${condition.op} on a field of type ${type}`,
    suggestion,
  })
}

function linkGroups(linker: Linker, document: LinkedDocument, operation: ListOperation, entity: EntityDocument): void {
  const report = (path: string, expected: string, found: string, suggestion: string): void =>
    linker.report(document, { code: 'FIELD_TYPE', path, expected, found, suggestion })
  if (operation.groupBy !== undefined && operation.kind !== 'count')
    report(
      '/operation/groupBy',
      'groupBy in an operation of kind count',
      `kind ${operation.kind}`,
      'write "kind": "count", or remove groupBy',
    )
  const seen = new Set<string>()
  for (const [index, { name, from, unit, last }] of (operation.groupBy ?? []).entries()) {
    const path = `/operation/groupBy/${index}`
    linkOutputPath(linker, { document, path, scope: {} }, from, true, entity)
    if (seen.has(name)) reportTwice(linker, document, `${path}/name`, name)
    seen.add(name)
    const end = followPath(from.split('.'), entity, linker.index)
    if (!('field' in end)) continue
    const { type } = end.field
    if (unit !== undefined && type !== 'datetime')
      report(`${path}/unit`, 'a unit on a field of type datetime', `a unit on a field of type ${type}`, 'remove unit')
    if (unit === undefined && type === 'datetime')
      report(`${path}/from`, 'a datetime with a unit', `"${from}" without unit`, 'add "unit": "day"')
    if (last !== undefined && (unit === undefined || from.includes('.')))
      report(`${path}/last`, 'last on a datetime of the counted rows, with a unit', `last on "${from}"`, 'remove last')
  }
  linkSums(linker, document, operation, { entity, seen, report })
}

const ADDED_UP: readonly string[] = ['integer', 'number', 'money']

interface SumsContext {
  entity: EntityDocument
  /** Names in the reply. */
  seen: Set<string>
  report(path: string, expected: string, found: string, suggestion: string): void
}

function linkSums(
  linker: Linker,
  document: LinkedDocument,
  { sum = [], groupBy }: ListOperation,
  { entity, seen, report }: SumsContext,
): void {
  if (sum.length > 0 && groupBy === undefined) report('/operation/sum', 'sum beside groupBy', 'no groupBy', 'add groupBy, or remove sum')
  for (const [index, name] of sum.entries()) {
    const path = `/operation/sum/${index}`
    linkOutputPath(linker, { document, path, scope: {} }, name, true, entity)
    if (seen.has(name)) reportTwice(linker, document, path, name)
    seen.add(name)
    const type = fieldOf(entity, name)?.type
    if (type !== undefined && !ADDED_UP.includes(type))
      report(path, 'a field of type integer, number or money', `a field of type ${type}`, 'name a field that is a number')
  }
}
