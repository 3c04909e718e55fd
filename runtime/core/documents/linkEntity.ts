/** Checks of entities: fields that other parts of the document name, expressions over the row, defaults and enums that fit. */

import type { EntityDocument, EntityField } from '../documents.ts'
import { DATETIME, type ScopeTypes } from '../expressions/types.ts'
import { isRecord } from '../isRecord.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import { linkDesigned, linkOwnDocument } from './linkDesign.ts'
import { linkCel, linkRowPaths, linkValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'
import { linkLiteral } from './linkFieldValue.ts'
import { fieldNames, fieldType, followPath, rowType } from './scopeTypes.ts'
import { suggest } from './suggest.ts'

/** Names of fields that hold a state: state, status, poolState. */
export const STATE_NAME = /^(?:state|status)$|(?:State|Status)$/
const LABEL_TYPES: readonly string[] = ['string', 'text', 'localText']

export function linkEntity(linker: Linker, document: LinkedDocument, entity: EntityDocument): void {
  const scope: ScopeTypes = { row: rowType(entity, linker.index, 'sql'), now: DATETIME }
  for (const [name, field] of Object.entries(entity.fields)) linkField(linker, document, { entity, name, field }, scope)
  linkFieldNames(linker, document, entity)
  linkErasure(linker, document, entity)
  linkSearch(linker, document, entity)
  linkLabel(linker, document, entity)
  linkSums(linker, document, entity)
  // checks and triggers of the database see their own row only
  const own = { row: rowType(entity, linker.index, 'plain') }
  for (const [index, check] of (entity.checks ?? []).entries())
    linkCel(linker, { document, path: `/checks/${index}/cel`, scope: own }, check.cel, 'boolean')
  const finalWhen = typeof entity.final === 'object' ? entity.final.when : undefined
  if (finalWhen) linkCel(linker, { document, path: '/final/when', scope: own }, finalWhen, 'boolean')
}

function linkField(
  linker: Linker,
  document: LinkedDocument,
  { entity, name, field }: { entity: EntityDocument; name: string; field: EntityField },
  scope: ScopeTypes,
): void {
  const path = pointer('/fields', name)
  if (field.computed !== undefined) {
    const place = { document, path: pointer(path, 'computed'), scope }
    linkRowPaths(linker, place, linkCel(linker, place, field.computed, fieldType(field, linker.index)), entity)
  }
  if (field.richText && field.type !== 'text' && field.type !== 'localText') {
    const suggestion = 'remove it, or make the field a text or localText'
    const expected = 'a field of type text or localText'
    linker.report(document, { code: 'FIELD_TYPE', path: pointer(path, 'richText'), expected, found: `type ${field.type}`, suggestion })
  }
  linkState(linker, document, { entity, name, field })
  linkMask(linker, document, path, field)
  linkAnswers(linker, document, entity, path, field)
  linkDesigned(linker, document, entity, path, field)
  linkOwnDocument(linker, document, entity, path, field)
  if (!isRecord(field.default) || !('cel' in field.default))
    linkLiteral(linker, { document, path: pointer(path, 'default') }, field, field.default)
}

/** A state changes by the transitions of a flow; without one the entity says why. */
function linkState(
  linker: Linker,
  document: LinkedDocument,
  { entity, name, field }: { entity: EntityDocument; name: string; field: EntityField },
): void {
  const isState = field.type === 'enum' && field.computed === undefined && STATE_NAME.test(name)
  if (!linker.index.isWhole('flow')) return
  const flow = linker.index.of('flow').find(({ content }) => content.entity === document.id && governs(content.field, name, entity))
  const path = pointer('/fields', name)
  if (isState && !flow && field.withoutFlow === undefined) {
    const suggestion = `write a flow for "${name}", or say by withoutFlow what the state follows from`
    linker.report(document, { code: 'FLOW_MISSING', path, expected: 'a flow of this field', found: 'none', suggestion })
  }
  if (flow?.content.field === name && field.withoutFlow !== undefined) {
    const expected = 'a field that no flow governs'
    const at = pointer(path, 'withoutFlow')
    linker.report(document, { code: 'FLOW_MISSING', path: at, expected, found: flow.document.id, suggestion: 'remove it' })
  }
}

/** A flow that names a wrong field has its own mistake. */
function governs(governed: string, name: string, { fields }: EntityDocument): boolean {
  return governed === name || fields[governed]?.type !== 'enum'
}

function linkMask(linker: Linker, document: LinkedDocument, path: string, { type, mask, sensitive }: EntityField): void {
  if (mask === undefined) return
  const at = pointer(path, 'mask')
  const isShaped = typeof mask === 'object' && 'like' in mask
  if (type !== 'string' || (sensitive !== true && !isShaped)) {
    const found = type === 'string' ? 'a field that logs show' : `type ${type}`
    const suggestion = type === 'string' ? 'add "sensitive": true' : 'remove it'
    linker.report(document, { code: 'FIELD_TYPE', path: at, expected: 'a sensitive field of type string', found, suggestion })
  }
  if (typeof mask === 'string') linkMaskKeyword(linker, document, at, { id: mask, needs: ['mask'] })
  else if (isShaped)
    for (const [index, id] of mask.like.entries())
      linkMaskKeyword(linker, document, `${pointer(at, 'like')}/${index}`, { id, needs: ['mask', 'shape'] })
}

function linkMaskKeyword(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  { id, needs }: { id: string; needs: readonly ('mask' | 'shape')[] },
): void {
  const keyword = linker.index.get('keyword', id)
  if (keyword === undefined) return
  for (const key of needs.filter((each) => keyword[each] === undefined)) {
    const suggestion = `declare "${key}" in ${id}`
    linker.report(document, { code: 'REFERENCE_UNKNOWN', path, expected: `a keyword with ${key}`, found: `"${id}"`, suggestion })
  }
}

/** A row that names its form version can be read with personal values masked. */
function linkAnswers(linker: Linker, document: LinkedDocument, entity: EntityDocument, path: string, { type, form }: EntityField): void {
  if (form === undefined) return
  const at = pointer(path, 'form')
  linkFieldName(linker, document, entity, at, form)
  const hash = entity.fields[form]
  if (type === 'json' && (hash === undefined || hash.type === 'string')) return
  const found = type === 'json' ? `"${form}" of type ${hash?.type}` : `type ${type}`
  const suggestion = type === 'json' ? 'name the field with the hash' : 'remove it'
  linker.report(document, { code: 'FIELD_TYPE', path: at, expected: 'a json field and a field of type string', found, suggestion })
}

/** A label is shown to everyone who may see the row. */
function linkLabel(linker: Linker, document: LinkedDocument, entity: EntityDocument): void {
  if (entity.label === undefined) return
  const steps = entity.label.split('.')
  const end = followPath(steps, entity, linker.index)
  if ('step' in end && end.reason === 'unknown') {
    const [name, names] = [steps[end.step] as string, fieldNames(end.entity)]
    const expected = `a field of ${end.entity.id}`
    linker.report(document, { code: 'FIELD_UNKNOWN', path: '/label', expected, found: `"${name}"`, suggestion: suggest(name, names) })
    return
  }
  const field = 'field' in end ? end.field : undefined
  const isOpen = field && !field.sensitive && !field.readers && field.computed === undefined
  if ('lost' in end || (isOpen && LABEL_TYPES.includes(field.type))) return
  const found = field ? `"${entity.label}", a ${isOpen ? '' : 'guarded or computed '}field of type ${field.type}` : `"${entity.label}"`
  const suggestion = 'name a field that everybody who sees the row may read'
  linker.report(document, { code: 'FIELD_TYPE', path: '/label', expected: 'a stored, open text field', found, suggestion })
}

function linkErasure(linker: Linker, document: LinkedDocument, entity: EntityDocument): void {
  const { erasure, owner } = entity
  if (erasure === undefined) return
  if (owner === undefined) {
    const suggestion = 'add "owner": only owned rows are erased'
    linker.report(document, {
      code: 'KEY_MISSING',
      path: '/owner',
      expected: 'the field that holds the owner',
      found: 'nothing',
      suggestion,
    })
  }
  if (erasure.action !== 'anonymise') return
  const scope = { row: rowType(entity, linker.index, 'plain'), now: DATETIME }
  for (const name of Object.keys(erasure.set ?? {})) linkFieldName(linker, document, entity, pointer('/erasure/set', name), name)
  linkValues(linker, { document, path: '/erasure/set', scope }, erasure.set)
}

function linkFieldNames(linker: Linker, document: LinkedDocument, entity: EntityDocument): void {
  const check = (path: string, name: string): void => linkFieldName(linker, document, entity, path, name)
  for (const [index, { fields }] of (entity.unique ?? []).entries())
    for (const [at, name] of fields.entries()) check(`/unique/${index}/fields/${at}`, name)
  for (const [index, fields] of (entity.indexes ?? []).entries())
    for (const [at, name] of fields.entries()) check(`/indexes/${index}/${at}`, name.replace(/^-/, ''))
  for (const key of ['unlogged', 'scanned'] as const)
    for (const [at, name] of (entity[key]?.fields ?? []).entries()) check(`/${key}/fields/${at}`, name)
  if (entity.owner !== undefined) check('/owner', entity.owner)
  if (typeof entity.final === 'object') for (const [at, name] of (entity.final.except ?? []).entries()) check(`/final/except/${at}`, name)
  if (entity.retention === undefined) return
  check('/retention/field', entity.retention.field)
  for (const [index, name] of (entity.retention.fields ?? []).entries()) check(`/retention/fields/${index}`, name)
}

type Sums = NonNullable<EntityDocument['sums']>

/** Sums and what they add up have the same fields of the same types. */
function linkSums(linker: Linker, document: LinkedDocument, entity: EntityDocument): void {
  const { sums } = entity
  const of = sums && linker.index.get('entity', sums.of)
  if (!sums || !of) return
  if (sums.where)
    linkCel(linker, { document, path: '/sums/where', scope: { row: rowType(of, linker.index, 'plain') } }, sums.where, 'boolean')
  for (const key of ['rows', 'key'] as const) linkFieldName(linker, document, entity, `/sums/${key}`, sums[key])
  const alike = (path: string, name: string, from: string): void => {
    linkFieldName(linker, document, entity, path, name)
    const [here, there] = [entity.fields[name], of.fields[from]]
    if (!here || (there?.type === here.type && there.entity === here.entity && there.enum === here.enum && !there.computed)) return
    const suggestion = 'declare the field alike in both'
    const expected = `a field "${from}" of ${of.id} with the type ${here.type}`
    linker.report(document, { code: 'FIELD_TYPE', path, expected, found: there ? `type ${there.type}` : 'nothing', suggestion })
  }
  for (const [at, name] of sums.by.entries()) alike(`/sums/by/${at}`, name, name)
  for (const [at, added] of sums.add.entries()) {
    const path = `/sums/add/${at}`
    if (typeof added === 'string') alike(path, added, added)
    else {
      alike(`${path}/field`, added.field, added.of)
      linkCel(linker, { document, path: `${path}/where`, scope: { row: rowType(of, linker.index, 'plain') } }, added.where, 'boolean')
    }
  }
  if (sums.periods) linkPeriods(linker, document, entity, sums.periods)
}

function linkPeriods(linker: Linker, document: LinkedDocument, entity: EntityDocument, periods: NonNullable<Sums['periods']>): void {
  const { by, add, rows } = entity.sums!
  linker.known(document, 'FIELD_UNKNOWN', '/sums/periods/field', 'a field of "by"', periods.field, by)
  const of = linker.index.get('entity', periods.by)
  if (of) for (const key of ['field', 'at'] as const) linkFieldName(linker, document, of, `/sums/periods/${key}`, periods[key])
  for (const name of [rows, ...add.map((added) => (typeof added === 'string' ? added : added.field))]) {
    const later = periods.later[name]
    if (later !== undefined) linkFieldName(linker, document, entity, pointer('/sums/periods/later', name), later)
    else
      linker.report(document, {
        code: 'KEY_MISSING',
        path: '/sums/periods/later',
        expected: `"${name}"`,
        found: 'none',
        suggestion: 'name the field that adds up what came later',
      })
  }
}

function linkSearch(linker: Linker, document: LinkedDocument, { fields, search = [], alike = [], searchWithin }: EntityDocument): void {
  const texts = Object.entries(fields).filter(([, { type, computed }]) => !computed && ['string', 'text', 'localText'].includes(type))
  const names = texts.map(([name]) => name)
  for (const [index, name] of search.entries())
    linker.known(document, 'FIELD_UNKNOWN', `/search/${index}`, 'a text field of this entity', name, names)
  for (const [index, name] of alike.entries())
    linker.known(document, 'FIELD_UNKNOWN', `/alike/${index}`, 'a field of "search" of this entity', name, search)
  if (searchWithin === undefined) return
  const refs = Object.entries(fields).filter(([, { type, computed }]) => type === 'ref' && !computed)
  linker.known(
    document,
    'FIELD_UNKNOWN',
    '/searchWithin',
    'a ref field of this entity',
    searchWithin,
    refs.map(([name]) => name),
  )
}
