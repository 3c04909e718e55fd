/** Checks of forms and documents that rows name: `designed` and `document` of a field, and the operation `design` that works on it. */

import type { CallDocument, DesignOperation, EntityDocument, EntityField, FormDesign } from '../documents.ts'
import { DATETIME } from '../expressions/types.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { pointer } from './failure.ts'
import { linkSet } from './linkEffects.ts'
import { type ExpressionPlace, linkCel } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'
import { linkParameter } from './linkParameter.ts'
import { fieldOf, parameterNames, rowType, SESSION_TYPE } from './scopeTypes.ts'

/** Input parameters that a step reads. */
const READ: Readonly<Partial<Record<DesignOperation['step'], string>>> = {
  save: 'content',
  impact: 'content',
  version: 'revision',
  restore: 'revision',
}
const FORM_STEPS = ['draft', 'used', 'save', 'impact', 'publish', 'versions', 'version', 'restore'] as const
const DOCUMENT_STEPS = ['save', 'publish', 'restore', 'remove'] as const

export function linkDesign(linker: Linker, place: ExpressionPlace, call: CallDocument, operation: DesignOperation): void {
  const { document, path } = place
  linkCel(linker, { ...place, path: `${path}/row` }, operation.row, 'string')
  const parameter = READ[operation.step]
  if (parameter !== undefined) linkParameter(linker, document, `${path}/step`, call, parameter)
  const entity = linker.index.get('entity', operation.entity)
  if (typeof operation.field === 'string') {
    const field = entity && fieldOf(entity, operation.field)
    if (field) {
      const steps = field.document ? DOCUMENT_STEPS : FORM_STEPS
      linker.known(
        document,
        'CODE_UNKNOWN',
        `${path}/step`,
        `a step of designing a ${field.document ? 'document' : 'form'}`,
        operation.step,
        steps,
      )
    }
    if (entity) linkDesignedField(linker, document, entity, `${path}/field`, operation.field, true)
    return
  }
  const { parameter: chosenBy, fields } = operation.field
  linkParameter(linker, document, `${path}/field/parameter`, call, chosenBy)
  for (const [value, name] of Object.entries(fields))
    if (entity) linkDesignedField(linker, document, entity, pointer(`${path}/field/fields`, value), name)
  if (!parameterNames(call, linker.index).includes(chosenBy)) return
  const codes = (call.input?.properties as Record<string, { enum?: unknown[] }> | undefined)?.[chosenBy]?.enum ?? []
  for (const value of Object.keys(fields))
    linker.known(document, 'CODE_UNKNOWN', pointer(`${path}/field/fields`, value), `a value of ${chosenBy}`, value, codes.map(String))
}

function linkDesignedField(
  linker: Linker,
  document: LinkedDocument,
  entity: EntityDocument,
  path: string,
  name: string,
  mayBeDocument = false,
): void {
  linkFieldName(linker, document, entity, path, name)
  const field = fieldOf(entity, name)
  if (!field || field.designed || (mayBeDocument && field.document)) return
  linker.report(document, {
    code: 'FIELD_TYPE',
    path,
    expected: 'a field that names forms',
    found: `"${name}" without designed`,
    suggestion: `declare "designed" in "${name}" of ${entity.id}`,
  })
}

/** `document` of a field: the field holds an id, and the row has what is set. */
export function linkOwnDocument(linker: Linker, document: LinkedDocument, entity: EntityDocument, path: string, field: EntityField): void {
  if (field.document === undefined) return
  const at = pointer(path, 'document')
  if (field.type !== 'string') wrongType(linker, document, at, 'a field of type string', `type ${field.type}`, 'remove it')
  const scope = { row: rowType(entity, linker.index, 'plain'), session: SESSION_TYPE, now: DATETIME, state: 'string' } as const
  linkSet(linker, { document, path: pointer(at, 'set'), scope }, entity, field.document.set)
}

/** `designed` of a field: the field holds an id, answers are answers, refs lead here. */
export function linkDesigned(linker: Linker, document: LinkedDocument, entity: EntityDocument, path: string, field: EntityField): void {
  const { designed } = field
  if (designed === undefined) return
  const at = pointer(path, 'designed')
  if (field.type !== 'string') wrongType(linker, document, at, 'a field of type string', `type ${field.type}`, 'remove it')
  const place = { document, path: at, scope: { row: rowType(entity, linker.index, 'plain') } }
  linkCel(linker, { ...place, path: pointer(at, 'name') }, designed.name, 'string')
  linkSet(linker, { ...place, path: pointer(at, 'set') }, entity, designed.set)
  for (const [index, answers] of (designed.answers ?? []).entries())
    linkDesignedAnswers(linker, document, `${at}/answers/${index}`, entity, answers)
  for (const [index, user] of (designed.alsoNamedBy ?? []).entries()) {
    const other = linker.index.get('entity', user.entity)
    if (!other) continue
    linkFieldName(linker, document, other, `${at}/alsoNamedBy/${index}/field`, user.field)
    linkRef(linker, document, other, `${at}/alsoNamedBy/${index}/ref`, user.ref, entity)
  }
}

function linkDesignedAnswers(
  linker: Linker,
  document: LinkedDocument,
  path: string,
  entity: EntityDocument,
  answers: NonNullable<FormDesign['answers']>[number],
): void {
  const other = linker.index.get('entity', answers.entity)
  if (!other) return
  linkRef(linker, document, other, `${path}/ref`, answers.ref, entity)
  for (const name of Object.keys(answers.where ?? {})) linkFieldName(linker, document, other, pointer(`${path}/where`, name), name)
  linkFieldName(linker, document, other, `${path}/values`, answers.values)
  const values = fieldOf(other, answers.values)
  if (values && values.form === undefined) {
    const suggestion = `declare "form" in "${answers.values}" of ${other.id}`
    wrongType(linker, document, `${path}/values`, 'a json field with form', `"${answers.values}" without form`, suggestion)
  }
}

/** The field leads to rows of `target`; `id` is the row itself. */
function linkRef(
  linker: Linker,
  document: LinkedDocument,
  entity: EntityDocument,
  path: string,
  name: string,
  target: EntityDocument,
): void {
  linkFieldName(linker, document, entity, path, name)
  const field = fieldOf(entity, name)
  const leadsTo = name === 'id' ? entity.id : (field?.entity ?? '')
  // a path that leads nowhere is reported at the field
  if (!field || leadsTo === target.id || (field.type === 'ref' && !linker.index.has('entity', leadsTo))) return
  wrongType(linker, document, path, `a ref to ${target.id}`, `"${name}" of ${entity.id}`, `name a field that points at ${target.id}`)
}

function wrongType(linker: Linker, document: LinkedDocument, path: string, expected: string, found: string, suggestion: string): void {
  linker.report(document, { code: 'FIELD_TYPE', path, expected, found, suggestion })
}
