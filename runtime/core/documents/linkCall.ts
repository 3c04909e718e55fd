/** Checks of calls: path parameters and filters are declared inputs, fields exist on the entity, conditions have the right types, outputs exist. */

import { isRead, secretParameters } from '../callAddress.ts'
import type { Access, CallDocument, Cel, EntityDocument, EntityField, Operation, OutputField, RowName, Value } from '../documents.ts'
import { DATETIME, type ScopeTypes } from '../expressions/types.ts'
import { holdsInput, isOfRows, reachesByItself } from '../isOfRows.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import { linkAnswersTo } from './linkAnswersTo.ts'
import { linkConditions } from './linkConditions.ts'
import { linkDesign } from './linkDesign.ts'
import { linkDone, linkSet } from './linkEffects.ts'
import { type ExpressionPlace, linkCel, linkRowPaths } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkNeeds } from './linkFeature.ts'
import { linkFieldName } from './linkFieldName.ts'
import { linkFormAnswers } from './linkFormAnswers.ts'
import { linkIndexes } from './linkIndexes.ts'
import { linkInput } from './linkInput.ts'
import { linkMatching } from './linkMatching.ts'
import { linkMove } from './linkMove.ts'
import { linkOptions } from './linkOptions.ts'
import { linkOtherCall } from './linkOtherCall.ts'
import { linkParameter } from './linkParameter.ts'
import { linkReach } from './linkReach.ts'
import {
  answerType,
  fieldNames,
  fieldOf,
  followPath,
  inputType,
  operationEntity,
  outputName,
  outputScope,
  parameterNames,
  rowType,
  SESSION_TYPE,
} from './scopeTypes.ts'
import { suggest } from './suggest.ts'

type ListOperation = Extract<Operation, { kind: 'list' | 'count' | 'export' }>
const PATH_PARAMETER = /:([\w-]+)/g
/** `rateLimit.by` beside input parameters. */
const RATE_SUBJECTS = ['ip', 'user']

export function linkCall(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  const entity = exportFrom(call) === undefined ? operationEntity(call, linker.index) : undefined
  const asked: ScopeTypes = {
    input: inputType(call, linker.index),
    session: SESSION_TYPE,
    now: DATETIME,
    lang: 'string',
    preview: 'boolean',
  }
  const scope = linkRequires(linker, document, call, asked)
  linkPlaceOfCall(linker, document, call)
  linkPathParameters(linker, document, call)
  linkAddress(linker, document, call)
  linkAccess(linker, document, 'access', call.access, holdsInput(call, entity) || reachesByItself(call) ? undefined : entity)
  linkReach(linker, document, call, entity)
  linkPreview(linker, document, call, entity)
  linkNeeds(linker, document, call, asked.input!)
  linkMatching(linker, document, call)
  linkProof(linker, document, call)
  linkForForms(linker, document, call)
  linkWith(linker, document, call)
  for (const [index, lock] of (call.locks ?? []).entries()) linkCel(linker, { document, path: `/locks/${index}/key`, scope }, lock.key)
  for (const [index, subject] of (call.rateLimit?.by ?? []).entries()) {
    if (!RATE_SUBJECTS.includes(subject)) linkParameter(linker, document, `/rateLimit/by/${index}`, call, subject)
  }
  linkExportFrom(linker, document, call)
  linkOtherOutput(linker, document, call)
  if (call.operation?.kind === 'call') linkOtherCall(linker, { document, path: '/operation', scope }, call, call.operation)
  linkDo(linker, { document, path: '/do', scope }, call, entity)
  if (call.operation?.kind === 'move') linkMove(linker, { document, path: '/operation', scope }, call.operation)
  if (call.operation?.kind === 'options') linkOptions(linker, { document, path: '/operation', scope }, call, call.operation)
  if (call.operation?.kind === 'design') linkDesign(linker, { document, path: '/operation', scope }, call, call.operation)
  if (call.operation !== undefined && entity !== undefined) {
    const place = { document, path: '/operation', scope }
    linkOperation(linker, place, call, call.operation, entity)
    linkIndexes(linker, document, call, entity)
    linkOutput(linker, { ...place, path: '/output' }, call, entity)
  }
}

/** What expressions see besides, wherever they stand. */
const TAKEN = ['row', 'item', 'answer', 'answers', 'formHash', 'count', 'done', 'skipped', 'results', 'feature', 'key']

/** @returns what the expressions of the call see: each answer with a name too */
function linkRequires(linker: Linker, document: LinkedDocument, { requires = [] }: CallDocument, asked: ScopeTypes): ScopeTypes {
  let scope = asked
  for (const [index, { call: id, input, as }] of requires.entries()) {
    linkInput(linker, { document, path: `/requires/${index}/input`, scope }, id, input)
    if (as === undefined) continue
    if (as in scope || TAKEN.includes(as)) {
      const suggestion = 'name it after what it is, as course or version'
      linker.report(document, {
        code: 'VALUE',
        path: `/requires/${index}/as`,
        expected: 'a name that no expression has yet',
        found: as,
        suggestion,
      })
    }
    const target = linker.index.get('call', id)
    scope = { ...scope, [as]: target ? answerType(target, linker.index) : 'dyn' }
  }
  return scope
}

/** What the call gives its handler is no parameter: no one who calls it could give that. */
function linkWith(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  const report = (path: string, expected: string, found: string, suggestion: string) =>
    linker.report(document, { code: 'VALUE', path, expected, found, suggestion })
  if (call.with && call.handler === undefined)
    report('/with', 'a call of a handler', 'an operation', 'write the values into its expressions')
  const asked = parameterNames(call, linker.index)
  for (const name of Object.keys(call.with ?? {}))
    if (asked.includes(name)) report(`/with/${name}`, 'a name that input does not have', name, 'take it out of one of the two')
}

/** After a write of one row; those of the operation `call` are checked with it. */
function linkDo(
  linker: Linker,
  place: ExpressionPlace,
  { do: effects, operation }: CallDocument,
  entity: EntityDocument | undefined,
): void {
  if (!effects || operation?.kind === 'call') return
  const isOfOne = operation !== undefined && LEAVES_ROW.includes(operation.kind) && ('by' in operation || operation.kind === 'create')
  if (!isOfOne || !entity) {
    const suggestion = 'remove it, or write one row: create, update with "by", transition'
    linker.report(place.document, {
      code: 'VALUE',
      path: '/do',
      expected: 'a call that writes one row',
      found: operation?.kind ?? 'a handler',
      suggestion,
    })
    return
  }
  const scope: ScopeTypes = { ...place.scope, row: rowType(entity, linker.index, 'sql') }
  linkDone(linker, { ...place, scope }, effects, entity)
}
const LEAVES_ROW: readonly string[] = ['create', 'update', 'transition']

/** Fields are chosen of rows alone. */
function linkOtherOutput(linker: Linker, document: LinkedDocument, { operation, output }: CallDocument): void {
  if (operation === undefined || isOfRows(operation) || !Array.isArray(output)) return
  const suggestion = 'write the schema of the data: { "type": "object", "properties": ... }'
  linker.report(document, { code: 'VALUE', path: '/output', expected: 'a JSON Schema', found: 'a list of fields', suggestion })
}

/** It has an address, or only calls and handlers make it. */
function linkPlaceOfCall(linker: Linker, document: LinkedDocument, { path, inner }: CallDocument): void {
  if ((path === undefined) === (inner === true)) return
  const found = inner ? '"path" and "inner"' : 'neither'
  const suggestion = inner ? 'remove one of the two' : 'add "path", or "inner": true for a call that only calls and handlers make'
  linker.report(document, { code: inner ? 'VALUE' : 'KEY_MISSING', path: '/path', expected: '"path" or "inner"', found, suggestion })
}

function linkPathParameters(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  const names = parameterNames(call, linker.index)
  for (const [, name] of (call.path ?? '').matchAll(PATH_PARAMETER)) {
    if (name === undefined || names.includes(name)) continue
    linker.report(document, {
      code: 'PARAMETER_UNKNOWN',
      path: '/path',
      expected: `path parameters that input declares: ${names.join(', ') || 'none'}`,
      found: `":${name}"`,
      suggestion: suggest(name, names, `declare "${name}" in input.properties`),
    })
  }
}

/** Writes do not use GET, and secrets do not stand in addresses. */
function linkAddress(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  if (call.inAddress !== undefined || call.path === undefined) return
  const methods = [call.method].flat()
  const report = (path: string, expected: string, found: string, suggestion: string): void =>
    linker.report(document, { code: 'IN_ADDRESS', path, expected, found, suggestion })
  if (methods.includes('GET') && !isRead(call))
    report('/method', 'POST, PUT or DELETE for a call that writes', 'GET', 'remove GET, or say in "inAddress" why it is needed')
  const secrets = secretParameters(call)
  if (secrets.length === 0) return
  const inPath = [...call.path.matchAll(PATH_PARAMETER)].map(([, name]) => name).filter((name) => secrets.includes(name!))
  const expected = `a body for what is writeOnly (${secrets.join(', ')})`
  if (inPath.length > 0) report('/path', expected, `":${inPath[0]}" in the path`, 'make it a parameter of the body')
  if (methods.includes('GET') || methods[0] === 'DELETE') report('/method', expected, methods.join(', '), 'write "method": "POST"')
}

function linkAccess(linker: Linker, document: LinkedDocument, key: string, access: Access, entity: EntityDocument | undefined): void {
  if (typeof access === 'string') return
  const scopes = linker.index.of('role').flatMap(({ content }) => content.scopes)
  for (const [index, { field, scope }] of (access.within ?? []).entries()) {
    const path = `/${key}/within/${index}`
    if (entity !== undefined) {
      linkOutputPath(linker, { document, path: `${path}/field`, scope: {} }, field, false, entity)
      linkScopeField(linker, document, `${path}/field`, { field, scope }, entity)
    }
    if (linker.index.isWhole('role'))
      linker.known(document, 'CODE_UNKNOWN', `${path}/scope`, 'a scope that a role can be granted on', scope, scopes)
  }
}

/** The field holds ids of that scope's objects: those of others are other objects that happen to have the same number. */
function linkScopeField(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  { field, scope }: { field: string; scope: string },
  entity: EntityDocument,
): void {
  const wanted = linker.app?.scopes?.[scope]?.entity
  const steps = field.split('.')
  const holder = steps.length > 1 ? followPath(steps.slice(0, -1), entity, linker.index) : undefined
  const end = followPath(steps, entity, linker.index)
  if (wanted === undefined || !('field' in end) || (holder && !('field' in holder))) return
  const owner = steps.at(-1) === 'id' ? (holder?.field.entity ?? entity.id) : end.field.type === 'ref' ? end.field.entity : undefined
  // what outlives its objects keeps their ids as texts
  if (owner === wanted || (owner === undefined && end.field.type === 'string')) return
  linker.report(document, {
    code: 'FIELD_TYPE',
    path,
    expected: `a reference to ${wanted}, the objects of the scope "${scope}"`,
    found: owner === undefined ? `"${field}" of type ${end.field.type}` : `"${field}", a reference to ${owner}`,
    suggestion: 'name the field that holds the object, or another scope',
  })
}

/** A write always happens at the present moment. */
function linkPreview(linker: Linker, document: LinkedDocument, call: CallDocument, entity: EntityDocument | undefined): void {
  if (!call.preview) return
  linkAccess(linker, document, 'preview', call.preview, entity)
  if (isRead(call)) return
  linker.report(document, {
    code: 'VALUE',
    path: '/preview',
    expected: 'a preview of a call that reads',
    found: 'a call that writes',
    suggestion: 'remove "preview"',
  })
}

/** Only a session can hold a proof. */
function linkProof(linker: Linker, document: LinkedDocument, { proof, access }: CallDocument): void {
  if (!proof || access !== 'public') return
  const suggestion = 'write "access": "signedIn", or remove proof'
  linker.report(document, { code: 'VALUE', path: '/proof', expected: 'a call for signed-in persons', found: 'a public call', suggestion })
}

/** A form asks for choices as soon as a person opens it. So such a call changes nothing and returns no secrets. */
function linkForForms(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  if (call.forForms !== 'options' || !(!isRead(call) || call.raw || call.secretReply)) return
  linker.report(document, {
    code: 'VALUE',
    path: '/forForms',
    expected: 'a call that reads, and whose answer is neither a file nor secret',
    found: isRead(call) ? 'raw or secretReply' : 'a call that writes',
    suggestion: 'remove "forForms"',
  })
}

function linkOperation(linker: Linker, place: ExpressionPlace, call: CallDocument, operation: Operation, entity: EntityDocument): void {
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

type Statistics = Extract<Operation, { kind: 'statistics' }>
/** What each field of `answers` has to be. */
const ANSWER_TYPES = {
  form: 'string',
  values: 'json',
  submitted: 'datetime',
  started: 'datetime',
  last: 'string',
  score: 'number',
} as const

/** Drafts have no row that could be checked against the person's reach. */
function linkDrafts(linker: Linker, place: ExpressionPlace, call: CallDocument, drafts: Cel): void {
  linkCel(linker, { ...place, path: '/operation/answers/drafts' }, drafts, 'string')
  if (typeof call.access !== 'object' || call.access.within === undefined || call.requires !== undefined) return
  linker.report(place.document, {
    code: 'VALUE',
    path: '/operation/answers/drafts',
    expected: 'a call in requires that refuses what is out of reach',
    found: 'access within objects and no requires',
    suggestion: 'name a call in requires that answers for objects within reach',
  })
}

function linkStatistics(linker: Linker, place: ExpressionPlace, call: CallDocument, operation: Statistics, entity: EntityDocument): void {
  const { document } = place
  linkFilters(linker, document, operation, entity)
  const { drafts, ...fields } = operation.answers
  if (drafts) linkDrafts(linker, place, call, drafts)
  for (const [name, field] of Object.entries(fields) as [keyof typeof ANSWER_TYPES, string][]) {
    const path = `/operation/answers/${name}`
    linkFieldName(linker, document, entity, path, field)
    const type = fieldOf(entity, field)?.type
    if (type === undefined || type === ANSWER_TYPES[name]) continue
    linker.report(document, {
      code: 'FIELD_TYPE',
      path,
      expected: `a field of type ${ANSWER_TYPES[name]}`,
      found: `"${field}" of type ${type}`,
      suggestion: `name a field of type ${ANSWER_TYPES[name]}`,
    })
  }
  linkAnswersOf(linker, document, '/operation/answers', entity, { hash: operation.answers.form, answers: operation.answers.values })
  if (operation.smallest === undefined) return
  const here = { ...place, path: '/operation/smallest/where' }
  linkRowPaths(linker, here, linkCel(linker, here, operation.smallest.where, 'boolean'), entity)
}

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

function linkFilters(
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

function linkList(linker: Linker, document: LinkedDocument, call: CallDocument, operation: ListOperation, entity: EntityDocument): void {
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

/** Answers are masked by the form version that the entity says they have. */
function linkAnswersOf(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  entity: EntityDocument,
  { hash, answers }: { hash: string; answers: string },
): void {
  const field = fieldOf(entity, answers)
  if (field?.type !== 'json' || field.form === hash || !fieldNames(entity).includes(hash)) return
  linker.report(document, {
    code: 'FIELD_TYPE',
    path,
    expected: `answers of the form in "${hash}"`,
    found: field.form === undefined ? `"${answers}" without form` : `"${answers}" with the form in "${field.form}"`,
    suggestion: `add "form": "${hash}" to "${answers}" of ${entity.id}`,
  })
}

function linkExport(linker: Linker, document: LinkedDocument, call: CallDocument, operation: ListOperation, entity: EntityDocument): void {
  const names = [...(Array.isArray(call.output) ? call.output.map(outputName) : []), ...fieldNames(entity)]
  for (const [index, column] of (operation.export?.columns ?? []).entries()) {
    linker.known(document, 'OUTPUT_UNKNOWN', `/operation/export/columns/${index}/field`, 'a name of output or a field', column.field, names)
  }
  const reveal = operation.export?.reveal
  if (reveal !== undefined) linkParameter(linker, document, '/operation/export/reveal/reason', call, reveal.reason)
  if (
    reveal !== undefined &&
    (typeof call.access !== 'object' || (typeof call.access.permission === 'object' && 'any' in call.access.permission))
  )
    linker.report(document, {
      code: 'KEY_MISSING',
      path: '/access',
      expected: 'codes that are all needed, to which the one of reveal is added',
      found: JSON.stringify(call.access),
      suggestion: 'name one code, or several with "all"',
    })
  const form = operation.export?.formField
  if (form === undefined) return
  linkFieldName(linker, document, entity, '/operation/export/formField/hash', form.hash)
  linkFieldName(linker, document, entity, '/operation/export/formField/answers', form.answers)
  linkAnswersOf(linker, document, '/operation/export/formField', entity, form)
}

/** The list call that gives an export its rows. */
function exportFrom({ operation }: CallDocument): string | undefined {
  return operation?.kind === 'export' ? operation.export?.from : undefined
}

/** For the rows and further sheets: the other call has pages, takes the same input, and returns what the columns show. */
function linkExportFrom(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  if (call.operation?.kind !== 'export') return
  const { from, columns = [], sheets = [] } = call.operation.export ?? {}
  const parts = [{ path: '', from: from ?? '', columns }, ...sheets.map((sheet, at) => ({ path: `/sheets/${at}`, ...sheet }))]
  for (const part of parts) linkRowsOf(linker, document, call, part)
}

interface ExportPart {
  /** Below the export. */
  path: string
  from: string
  /** Its parameter that takes the ids of the rows that its rows belong to. */
  of?: string
  columns: readonly { field: string }[]
}

function linkRowsOf(linker: Linker, document: LinkedDocument, call: CallDocument, { path, from: id, of, columns }: ExportPart): void {
  const from = linker.index.get('call', id)
  if (from === undefined) return
  const given = of === undefined ? Object.keys((call.input?.properties ?? {}) as object) : [of]
  for (const name of [...given, 'pageNum', 'pageSize']) linkParameter(linker, document, `/operation/export${path}/from`, from, name)
  const answer = answerType(from, linker.index)
  const list = typeof answer === 'object' && 'fields' in answer ? answer.fields.list : undefined
  const row = typeof list === 'object' && 'list' in list ? list.list : undefined
  if (typeof row !== 'object' || !('fields' in row)) return
  for (const [index, { field }] of columns.entries())
    linker.known(
      document,
      'OUTPUT_UNKNOWN',
      `/operation/export${path}/columns/${index}/field`,
      `a name of the rows of ${from.id}`,
      field,
      Object.keys(row.fields),
    )
}

/** What a call answers of its rows. */
export function linkOutput(linker: Linker, place: ExpressionPlace, call: CallDocument, entity: EntityDocument): void {
  if (!Array.isArray(call.output)) return
  const { input: _, ...rest } = place.scope
  const scope = { ...rest, row: rowType(entity, linker.index, 'plain') }
  const seen = new Set<string>()
  for (const [index, field] of (call.output as OutputField[]).entries()) {
    const here = { ...place, scope, path: `/output/${index}` }
    if (typeof field !== 'string' && 'cel' in field) {
      linkCel(
        linker,
        { ...here, scope: outputScope(field.cel, scope, entity, linker.index), path: `/output/${index}/cel`, rows: { entity, open: true } },
        field.cel,
      )
    } else if (typeof field !== 'string' && 'answersTo' in field) linkAnswersTo(linker, here, call, field.answersTo, entity)
    else if (typeof field !== 'string' && 'labelOf' in field) linkLabelOf(linker, here, call, field.labelOf)
    else if (typeof field !== 'string' && 'job' in field) linkQueued(linker, here, call, field.job)
    else linkOutputPath(linker, here, typeof field === 'string' ? field : field.from, typeof field !== 'string', entity)
    const name = outputName(field)
    if (seen.has(name)) reportTwice(linker, place.document, here.path, name)
    seen.add(name)
  }
}

/** The id of a job is known to the call that queues it. */
function linkQueued(linker: Linker, { document, path }: ExpressionPlace, { do: effects = [] }: CallDocument, handler: string): void {
  const queued = effects.flatMap((effect) => ('job' in effect ? [effect.job.handler] : []))
  linker.known(document, 'OUTPUT_UNKNOWN', `${path}/job`, 'the handler of a job that "do" of this call queues', handler, queued)
}

/** Only lists look up labels, by fields that are in their output. */
function linkLabelOf(linker: Linker, { document, path }: ExpressionPlace, call: CallDocument, { entity, id }: RowName): void {
  if (call.operation?.kind !== 'list') {
    linker.report(document, {
      code: 'FIELD_TYPE',
      path: `${path}/labelOf`,
      expected: 'labelOf in an operation of kind list',
      found: `kind ${call.operation?.kind}`,
      suggestion: 'remove it, or use a path through refs',
    })
  }
  const names = (call.output as OutputField[]).filter((field) => typeof field === 'string')
  linker.known(document, 'OUTPUT_UNKNOWN', `${path}/labelOf/entity`, 'a field of the output', entity, names)
  linker.known(document, 'OUTPUT_UNKNOWN', `${path}/labelOf/id`, 'a field of the output', id, names)
}

function reportTwice(linker: Linker, document: LinkedDocument, path: string, name: string): void {
  linker.report(document, {
    code: 'CODE_DUPLICATE',
    path,
    expected: 'each name of output once',
    found: `"${name}"`,
    suggestion: 'remove one of the two',
  })
}

function linkOutputPath(linker: Linker, { document, path }: ExpressionPlace, text: string, isNamed: boolean, entity: EntityDocument): void {
  const steps = text.split('.')
  const here = isNamed ? pointer(path, 'from') : path
  const end = followPath(steps, entity, linker.index)
  if ('step' in end && end.reason === 'unknown') {
    const name = steps[end.step] as string
    linker.report(document, {
      code: 'FIELD_UNKNOWN',
      path: here,
      expected: `a field of ${end.entity.id}`,
      found: `"${name}"`,
      suggestion: suggest(name, fieldNames(end.entity)),
    })
  } else if ('step' in end) {
    const found = `"${steps[end.step]}" is no ref`
    linker.report(document, {
      code: 'FIELD_TYPE',
      path: here,
      expected: 'a path through fields of type ref',
      found,
      suggestion: 'end the path there',
    })
  } else if ('field' in end && end.field.computed !== undefined && steps.length > 1) {
    const suggestion = 'compute it in this entity, through the ref'
    linker.report(document, {
      code: 'FIELD_TYPE',
      path: here,
      expected: 'a stored field of the other entity',
      found: `"${text}" ends in a computed field`,
      suggestion,
    })
  } else if ('field' in end && end.field.type === 'secret') {
    linker.report(document, {
      code: 'FIELD_TYPE',
      path: here,
      expected: 'a field that may leave',
      found: `"${text}" is secret`,
      suggestion: 'remove it',
    })
  }
}
