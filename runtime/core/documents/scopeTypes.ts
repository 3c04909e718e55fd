/** The types of what expressions see: rows of entities, answers of calls, inputs, the session. Built from the same documents that the server runs. */
import type {
  CallDocument,
  EntityDocument,
  EntityField,
  EnumDocument,
  FormField,
  GroupField,
  JsonSchema,
  OutputField,
  Text,
} from '../documents.ts'
import { compileExpression } from '../expressions/compileExpression.ts'
import { isForDatabase } from '../expressions/relatedRows.ts'
import { DATE, DATETIME, idType, type ScopeType, type ScopeTypes, typeOfSchema } from '../expressions/types.ts'
import { isAlike } from '../isAlike.ts'
import { answersNothing, isOfRows } from '../isOfRows.ts'
import type { DocumentIndex } from './documentIndex.ts'

/** `session` in every scope (see `SessionFacts`). */
export const SESSION_TYPE: ScopeType = {
  fields: {
    userId: 'string',
    signedIn: 'boolean',
    name: 'string',
    identity: 'string',
    identities: 'number',
    seeing: 'string',
    permissions: { list: 'string' },
  },
}

const IMPLIED: Readonly<Record<string, EntityField>> = {
  id: { type: 'string' },
  createdAt: { type: 'datetime' },
  updatedAt: { type: 'datetime' },
}

/** A field by name, implied ones (id, createdAt, updatedAt) too. */
export function fieldOf(entity: EntityDocument, name: string): EntityField | undefined {
  if (Object.hasOwn(entity.fields, name)) return entity.fields[name]
  return Object.hasOwn(IMPLIED, name) ? IMPLIED[name] : undefined
}

/** Names of all fields, implied ones last. */
export function fieldNames(entity: EntityDocument): string[] {
  return [...Object.keys(entity.fields), ...Object.keys(IMPLIED)]
}

/**
 * `row` of an entity.
 * @param way  `sql`: the expression is compiled to SQL, where a ref is also the way to the other row (its type is open, `linkRowPaths` checks the
 *             way); `plain`: the row as data, where a ref is an id
 */
export function rowType(entity: EntityDocument, index: DocumentIndex, way: 'sql' | 'plain'): ScopeType {
  const fields = fieldNames(entity).map((name) => {
    if (name === 'id') return [name, idType(entity.id)] as const
    const field = fieldOf(entity, name) as EntityField
    return [name, field.type === 'ref' && field.entity ? idType(field.entity, way === 'sql') : fieldType(field, index)] as const
  })
  return { fields: Object.fromEntries(fields) }
}

/** Type of a field's value as JSON. */
export function fieldType(field: EntityField, index: DocumentIndex): ScopeType {
  switch (field.type) {
    case 'integer':
    case 'number':
    case 'money':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'enum':
      return enumType(index.get('enum', field.enum ?? ''))
    case 'date':
      return DATE
    case 'datetime':
      return DATETIME
    case 'localText':
      return { fields: { zh: 'string', en: 'string' } }
    case 'string':
    case 'text':
    case 'secret':
      return 'string'
    default:
      return 'dyn'
  }
}

function enumType(document: EnumDocument | undefined): ScopeType {
  if (document === undefined) return 'dyn'
  const values = document.values.map(({ code }) => code)
  return { plain: document.type === 'integer' ? 'number' : 'string', is: { kind: 'codes', of: document.id, values } }
}

/** `input` of a call: closed, with the parameters that its operation brings along. */
export function inputType(call: CallDocument, index: DocumentIndex): ScopeType {
  const declared = Object.entries((call.input?.properties ?? {}) as object).map(([name, schema]) => [name, schemaType(schema)])
  return { fields: { ...broughtParameters(call, index), ...Object.fromEntries(declared) } }
}

/** Names of the parameters that a call takes, declared ones first. */
export function parameterNames(call: CallDocument, index: DocumentIndex): string[] {
  return [...new Set([...Object.keys((call.input?.properties ?? {}) as object), ...Object.keys(broughtParameters(call, index))])]
}

/** Parameters that need no declaration: of the operation, and of the preview. */
function broughtParameters(call: CallDocument, index: DocumentIndex): Record<string, ScopeType> {
  const matching: Record<string, ScopeType> = call.matching ? { matching: 'dyn' } : {}
  return { ...operationParameters(call, index), ...(call.preview ? { previewAt: 'string' } : {}), ...matching }
}

const STATISTICS_PARAMETERS: Readonly<Record<string, ScopeType>> = {
  only: 'dyn',
  from: 'string',
  to: 'string',
  rows: 'string',
  columns: 'string',
  texts: 'string',
  search: 'string',
  pageNum: 'number',
  pageSize: 'number',
}

/** Filters, search, order and paging of an operation that reads rows. */
function operationParameters(call: CallDocument, index: DocumentIndex): Record<string, ScopeType> {
  const { operation } = call
  if (operation?.kind !== 'list' && operation?.kind !== 'count' && operation?.kind !== 'export' && operation?.kind !== 'statistics')
    return {}
  const entity = index.get('entity', operation.entity)
  const filters = Object.entries(operation.filter ?? {}).map(([name, { field, op }]) => {
    const found = entity && fieldOf(entity, field)
    return [name, found === undefined || op === 'in' || op === 'json' ? 'dyn' : fieldType(found, index)] as const
  })
  if (operation.kind === 'statistics') return { ...STATISTICS_PARAMETERS, ...Object.fromEntries(filters) }
  const search: Record<string, ScopeType> = operation.search === undefined ? {} : { search: 'string' }
  const order: Record<string, ScopeType> = operation.kind === 'count' ? {} : { sort: 'string' }
  const paging: Record<string, ScopeType> = operation.kind === 'list' ? { pageNum: 'number', pageSize: 'number' } : {}
  const unit: Record<string, ScopeType> =
    operation.kind === 'count' && operation.groupBy?.some((group) => group.unit === 'asked') ? { unit: 'string' } : {}
  const tables: Record<string, ScopeType> =
    operation.kind === 'export' && operation.export?.statistics !== undefined
      ? { format: 'string', content: 'string', split: 'boolean', only: 'dyn', from: 'string', to: 'string' }
      : {}
  const facets: Record<string, ScopeType> = operation.kind === 'list' && operation.facets !== undefined ? { facets: 'boolean' } : {}
  return { ...paging, ...order, ...search, ...unit, ...facets, ...tables, ...Object.fromEntries(filters) }
}

/** As `typeOfSchema`, but an object that may have more keys than it declares is open. */
export function schemaType(schema: unknown): ScopeType {
  const type = typeOfSchema(schema)
  return typeof type === 'object' && 'fields' in type && (schema as JsonSchema).additionalProperties !== false ? 'dyn' : type
}

/** `data` of a call's answer; `dyn` where a handler does not say. */
export function answerType(call: CallDocument, index: DocumentIndex): ScopeType {
  const { operation, output } = call
  if (operation === undefined || !isOfRows(operation) || answersNothing(call))
    return Array.isArray(output) || output === undefined ? 'dyn' : typeOfSchema(output)
  if (operation.kind === 'count') {
    const withheld: Readonly<Record<string, ScopeType>> = operation.smallestGroup === undefined ? {} : { withheld: 'number' }
    return { fields: { total: 'number', ...groupsType(operation, call, index), ...withheld } }
  }
  if (operation.kind === 'export') return { fields: { jobId: 'string' } }
  if (operation.kind === 'statistics') return 'dyn'
  if ((operation.kind === 'update' || operation.kind === 'remove') && operation.by === undefined) return { fields: { count: 'number' } }
  const row = outputType(call, index)
  const entity = operationEntity(call, index)
  return operation.kind === 'list'
    ? {
        fields: {
          list: { list: row },
          total: 'number',
          pageNum: 'number',
          pageSize: 'number',
          ...(operation.countUpTo === undefined ? {} : { atLeast: 'boolean' }),
          ...(operation.facets === undefined ? {} : { facets: 'dyn' }),
          ...(entity && isAlike(operation, entity) ? { near: 'boolean' } : {}),
        },
      }
    : row
}

/** One row as it leaves an operation: `id` alone unless the call says more; `dyn` where a field is wrong (which is reported at the call). */
export function outputType(call: CallDocument, index: DocumentIndex): ScopeType {
  const entity = operationEntity(call, index)
  if (call.output === undefined) return { fields: { id: 'string' } }
  if (entity === undefined || !Array.isArray(call.output)) return 'dyn'
  const named = Object.fromEntries((call.requires ?? []).flatMap(({ as }) => (as === undefined ? [] : [[as, 'dyn' as const]])))
  const scope: ScopeTypes = { row: rowType(entity, index, 'plain'), session: SESSION_TYPE, now: DATETIME, ...named }
  const fields = call.output.map((field) => [outputName(field), outputFieldType(field, entity, scope, index)] as const)
  if (fields.some(([, type]) => type === undefined)) return 'dyn'
  return { fields: Object.fromEntries(fields) as Record<string, ScopeType>, titles: outputTitles(call.output, entity, index) }
}

/** What people call the fields of an output. */
function outputTitles(output: readonly OutputField[], entity: EntityDocument, index: DocumentIndex): Record<string, Text> {
  const titles = output.flatMap((field) => {
    if (typeof field !== 'string' && !('from' in field)) return []
    const end = followPath((typeof field === 'string' ? field : field.from).split('.'), entity, index)
    return 'field' in end && end.field.title !== undefined ? [[outputName(field), end.field.title] as const] : []
  })
  return Object.fromEntries(titles)
}

/** What an expression of an output sees: the row as data, or with the ways to other rows where the database answers. */
export function outputScope(source: string, scope: ScopeTypes, entity: EntityDocument, index: DocumentIndex): ScopeTypes {
  try {
    return isForDatabase(compileExpression(source), entity) ? { ...scope, row: rowType(entity, index, 'sql') } : scope
  } catch {
    // reported where the expression stands
    return scope
  }
}

function groupsType(
  { groupBy, sum = [] }: { groupBy?: readonly GroupField[]; sum?: readonly string[] },
  call: CallDocument,
  index: DocumentIndex,
): Record<string, ScopeType> {
  if (!groupBy) return {}
  const entity = operationEntity(call, index)
  const fields = groupBy.map((group) => [group.name, groupType(group, entity, index)] as const)
  return {
    groups: {
      list: {
        fields: { ...Object.fromEntries(fields), count: 'number', ...Object.fromEntries(sum.map((field) => [field, 'number'] as const)) },
      },
    },
  }
}

function groupType(group: GroupField, entity: EntityDocument | undefined, index: DocumentIndex): ScopeType {
  if (group.unit) return 'string'
  return (entity && outputFieldType(group, entity, {}, index)) ?? 'dyn'
}

/** Key of an output field. */
export function outputName(field: OutputField): string {
  return typeof field === 'string' ? field : field.name
}

function outputFieldType(field: OutputField, entity: EntityDocument, scope: ScopeTypes, index: DocumentIndex): ScopeType | undefined {
  if (typeof field !== 'string' && 'cel' in field) return celType(field.cel, outputScope(field.cel, scope, entity, index))
  if (typeof field !== 'string' && ('labelOf' in field || 'answersTo' in field)) return 'dyn'
  if (typeof field !== 'string' && 'job' in field) return 'string'
  const end = followPath((typeof field === 'string' ? field : field.from).split('.'), entity, index)
  if (!('field' in end)) return 'step' in end ? undefined : 'dyn'
  return end.field.type === 'ref' && end.field.entity ? idType(end.field.entity) : fieldType(end.field, index)
}

function celType(source: string, scope: ScopeTypes): ScopeType {
  try {
    return compileExpression(source, scope).type
  } catch {
    // reported where the expression stands
    return 'dyn'
  }
}

/** The entity that an operation works on (through its flow, for a transition). */
export function operationEntity(call: CallDocument, index: DocumentIndex): EntityDocument | undefined {
  const { operation } = call
  if (operation === undefined || !isOfRows(operation)) return undefined
  const id = operation.kind === 'transition' ? index.get('flow', operation.flow)?.entity : operation.entity
  return id === undefined ? undefined : index.get('entity', id)
}

/** Where a path through refs ends: the field; or the step that is not a field (or no ref), with the fields there; or unknown because a document
 *  on the way is broken. */
export function followPath(
  path: readonly string[],
  entity: EntityDocument,
  index: DocumentIndex,
): { field: EntityField } | { step: number; entity: EntityDocument; reason: 'unknown' | 'notRef' } | { lost: true } {
  let at = entity
  for (const [step, name] of path.entries()) {
    const field = fieldOf(at, name)
    if (field === undefined) return { step, entity: at, reason: 'unknown' }
    // json and texts in two languages have members of their own
    if (step === path.length - 1 || field.type === 'json' || field.type === 'localText' || field.type === 'file' || field.type === 'files')
      return { field }
    if (field.type !== 'ref') return { step, entity: at, reason: 'notRef' }
    const next = index.get('entity', field.entity ?? '')
    if (next === undefined) return { lost: true }
    at = next
  }
  return { lost: true }
}

/** Fields of a form (or of a repeat row) as types. */
export function formTypes(properties: Readonly<Record<string, FormField>>): Record<string, ScopeType> {
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, typeOfSchema(field)]))
}
