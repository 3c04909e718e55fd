/** The operation of a call: its rows, its conditions, what it sets, what follows. */
import type { CallDocument, Cel, EntityDocument, EntityField, Operation, Value } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import { linkConditions } from './linkConditions.ts'
import { linkSet } from './linkEffects.ts'
import { type ExpressionPlace, linkCel, linkRowPaths } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFormAnswers } from './linkFormAnswers.ts'
import { linkList } from './linkList.ts'
import { linkStatistics } from './linkStatistics.ts'
import { fieldNames, fieldOf, rowType } from './scopeTypes.ts'

export function linkOperation(
  linker: Linker,
  place: ExpressionPlace,
  call: CallDocument,
  operation: Operation,
  entity: EntityDocument,
): void {
  const withRow = (way: 'sql' | 'plain'): ExpressionPlace['scope'] => ({ ...place.scope, row: rowType(entity, linker.index, way) })
  if ('where' in operation && operation.where !== undefined) {
    const here = { ...place, path: '/operation/where', scope: withRow('sql'), rows: { entity } }
    linkRowPaths(linker, here, linkCel(linker, here, operation.where, 'boolean'), entity)
  }
  linkNamedRow(linker, place.document, call, operation)
  if ('by' in operation) linkSet(linker, { ...place, path: '/operation/by' }, entity, operation.by)
  const answered =
    'form' in operation && operation.form !== undefined
      ? linkFormAnswers(linker, { ...place, path: '/operation/form' }, call, operation.form, entity)
      : {}
  if ('set' in operation) {
    const scope = operation.kind === 'create' ? place.scope : withRow('plain')
    linkSet(linker, { ...place, path: '/operation/set', scope: { ...scope, ...answered } }, entity, operation.set)
    if (operation.kind === 'update') linkGoverned(linker, place.document, operation)
  }
  if (operation.kind === 'create') linkRequired(linker, place.document, operation, entity)
  if (operation.kind === 'create') linkThen(linker, place.document, operation)
  if (operation.kind === 'create') linkOrChange(linker, place.document, operation, entity)
  if (operation.kind === 'create' || operation.kind === 'update' || operation.kind === 'remove' || operation.kind === 'transition')
    linkConditions(linker, { ...place, scope: { ...place.scope, ...answered } }, operation, entity)
  if (operation.kind === 'reveal') linkReveal(linker, place.document, call, operation, entity)
  if (operation.kind === 'transition') linkTransitionName(linker, place, operation)
  if (operation.kind === 'statistics') linkStatistics(linker, { ...place, scope: withRow('sql') }, call, operation, entity)
  if (operation.kind === 'list' || operation.kind === 'count' || operation.kind === 'export')
    linkList(linker, place.document, call, operation, entity)
}

/** A condition alone says nothing of the row whose id is given: some other one would be answered, or all be changed. */
function linkNamedRow(linker: Linker, document: LinkedDocument, { input }: CallDocument, operation: Operation): void {
  if (!ONE_ROW.has(operation.kind) || ('by' in operation && operation.by !== undefined)) return
  // where conditions look at one row, its absence is reported there
  if ('unless' in operation || 'already' in operation) return
  if (!Object.hasOwn((input?.properties ?? {}) as object, 'id')) return
  const where = 'where' in operation ? operation.where?.cel : undefined
  if (where !== undefined && linker.references(where).some(([root, name]) => root === 'input' && name === 'id')) return
  linker.report(document, {
    code: 'KEY_MISSING',
    path: '/operation/by',
    expected: 'which row is meant, for the input id',
    found: 'a condition that does not read it',
    suggestion: 'add "by": { "id": "=input.id" }',
  })
}

const ONE_ROW: ReadonlySet<string> = new Set(['get', 'reveal', 'update', 'remove', 'transition'])

/** A revealed value is masked elsewhere, needs a reason, and is rate limited. */
function linkReveal(
  linker: Linker,
  document: LinkedDocument,
  call: CallDocument,
  { fields }: Extract<Operation, { kind: 'reveal' }>,
  entity: EntityDocument,
): void {
  const masked = fieldNames(entity).filter((name) => isPersonal(fieldOf(entity, name)))
  for (const [index, name] of fields.entries())
    linker.known(document, 'FIELD_UNKNOWN', `/operation/fields/${index}`, `a masked field of ${entity.id}`, name, masked)
  if (call.rateLimit === undefined)
    linker.report(document, {
      code: 'KEY_MISSING',
      path: '/rateLimit',
      expected: 'how often somebody may reveal',
      found: 'no limit',
      suggestion: 'add rateLimit, by user',
    })
  const required = (call.input as { required?: string[] } | undefined)?.required ?? []
  if (required.includes('reason')) return
  linker.report(document, {
    code: 'PARAMETER_UNKNOWN',
    path: '/input/required',
    expected: 'a required input "reason"',
    found: required.join(', ') || 'nothing required',
    suggestion: 'declare "reason" in input.properties and name it in required',
  })
}

function isPersonal(field: EntityField | undefined): boolean {
  return field?.mask !== undefined || field?.form !== undefined
}

function readsAnswers(value: Value | undefined): boolean {
  const { cel } = (value ?? {}) as Partial<Cel>
  return typeof cel === 'string' && /(^|[^.\w])answers\b/.test(cel)
}

/** A row without a value that it must have would be refused by the database, each time. */
function linkRequired(
  linker: Linker,
  document: LinkedDocument,
  { set }: Extract<Operation, { kind: 'create' }>,
  entity: EntityDocument,
): void {
  for (const [name, { required, default: fallback, computed }] of Object.entries(entity.fields)) {
    if (!required || fallback !== undefined || computed !== undefined || (Object.hasOwn(set, name) && set[name] !== null)) continue
    const expected = `a value for "${name}", which ${entity.id} requires`
    const suggestion = `add "${name}": "=input.${name}", or give the field a default`
    linker.report(document, { code: 'KEY_MISSING', path: '/operation/set', expected, found: `no "${name}"`, suggestion })
  }
}

/** The transition leaves the state in which rows begin. */
function linkThen(linker: Linker, document: LinkedDocument, { then, entity }: Extract<Operation, { kind: 'create' }>): void {
  if (then === undefined) return
  const first = linker.index
    .of('flow')
    .flatMap(({ content: flow }) =>
      flow.entity === entity
        ? flow.transitions.filter(({ from }) => from.some((state) => flow.initial.includes(state))).map(({ id }) => `${flow.id}.${id}`)
        : [],
    )
  linker.known(document, 'REFERENCE_UNKNOWN', '/operation/then', `a first transition of ${entity}`, then, first)
}

/** `orChange` needs a unique combination of fields, and the new row must give all of them. */
function linkOrChange(
  linker: Linker,
  document: LinkedDocument,
  { orChange, set, form }: Extract<Operation, { kind: 'create' }>,
  entity: EntityDocument,
): void {
  if (orChange === undefined) return
  for (const [index, name] of orChange.entries())
    if (form && readsAnswers(set[name]))
      linker.report(document, {
        code: 'VALUE',
        path: `/operation/orChange/${index}`,
        expected: 'a field that is known before the form has accepted the answers',
        found: `"${name}", set from answers`,
        suggestion: 'set it from input',
      })
  const unique = [
    ...fieldNames(entity).flatMap((name) => (fieldOf(entity, name)?.unique ? [[name]] : [])),
    ...(entity.unique ?? []).map(({ fields }) => fields),
  ]
  for (const [index, name] of orChange.entries())
    linker.known(document, 'FIELD_UNKNOWN', `/operation/orChange/${index}`, 'a field of set', name, Object.keys(set))
  if (unique.some((fields) => fields.toSorted().join() === orChange.toSorted().join())) return
  linker.report(document, {
    code: 'VALUE',
    path: '/operation/orChange',
    expected: `a unique combination of ${entity.id}: ${unique.map((fields) => fields.join(' + ')).join(', ') || 'it has none'}`,
    found: orChange.join(' + '),
    suggestion: 'name the fields of one, or declare them in "unique" of the entity',
  })
}

/** The field of a flow only changes by its transitions. */
function linkGoverned(linker: Linker, document: LinkedDocument, { entity, set }: Extract<Operation, { kind: 'update' }>): void {
  for (const { content: flow } of linker.index.of('flow')) {
    if (flow.entity !== entity || !(flow.field in set)) continue
    const path = pointer('/operation/set', flow.field)
    const suggestion = `use an operation of kind transition with "flow": "${flow.id}"`
    linker.report(document, {
      code: 'FIELD_TYPE',
      path,
      expected: 'a field that no flow governs',
      found: `"${flow.field}", governed by ${flow.id}`,
      suggestion,
    })
  }
}

function linkTransitionName(linker: Linker, place: ExpressionPlace, operation: Extract<Operation, { kind: 'transition' }>): void {
  const path = '/operation/transition'
  if (typeof operation.transition !== 'string') {
    linkCel(linker, { ...place, path }, operation.transition, 'string')
    return
  }
  const ids = linker.index.get('flow', operation.flow)?.transitions.map(({ id }) => id) ?? []
  linker.known(place.document, 'REFERENCE_UNKNOWN', path, `a transition of ${operation.flow}`, operation.transition, ids)
}
