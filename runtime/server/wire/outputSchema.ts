/** What a call answers as `data`, as JSON Schema: for handlers the declared one, for operations made from the entity's fields. */
import type { CallDocument, EntityDocument, EntityField, JsonSchema, Operation, OutputField, RowOperation } from '../../core/documents.ts'
import { ID_PATTERN } from '../../core/idPattern.ts'
import { isAlike } from '../../core/isAlike.ts'
import { answersNothing, isOfRows } from '../../core/isOfRows.ts'
import type { Platform } from '../../core/platform.ts'
import { entityField } from '../database/tableNames.ts'

export function outputSchema(call: CallDocument, platform: Platform): JsonSchema {
  const answer = answerSchema(call, platform)
  return call.matching ? { anyOf: [answer, BATCH] } : answer
}

function answerSchema(call: CallDocument, platform: Platform): JsonSchema {
  const { operation, output } = call
  if (!operation || !isOfRows(operation) || answersNothing(call)) return (output as JsonSchema | undefined) ?? {}
  if (operation.kind === 'count') return countSchema(operation, platform)
  if (operation.kind === 'export') return object({ jobId: { type: 'string' } })
  // the shape follows from what is asked for: AnswerStatistics, CrossTable or AnswerTexts
  if (operation.kind === 'statistics') return { type: 'object', additionalProperties: true }
  if ((operation.kind === 'update' || operation.kind === 'remove') && operation.by === undefined) return object({ count: INTEGER })
  const row = rowSchema(call, operation, platform)
  if (operation.kind !== 'list') return row
  const atLeast: Record<string, JsonSchema> = operation.countUpTo === undefined ? {} : { atLeast: { type: 'boolean' } }
  const near: Record<string, JsonSchema> = isAlike(operation, platform.get('entity', operation.entity)) ? { near: { type: 'boolean' } } : {}
  const page = { list: { type: 'array', items: row }, total: INTEGER, ...atLeast, ...near, pageNum: INTEGER, pageSize: INTEGER }
  if (operation.facets === undefined) return object(page)
  return {
    ...object(page),
    properties: { ...page, facets: facetsSchema([...operation.facets, ...Object.keys(operation.facetInputs ?? {})]) },
  }
}

function facetsSchema(names: readonly string[]): JsonSchema {
  const counts: JsonSchema = { type: 'object', additionalProperties: INTEGER }
  return { ...object(Object.fromEntries(names.map((name) => [name, counts]))), type: ['object', 'null'] }
}

const INTEGER: JsonSchema = { type: 'integer' }
/** A job does it. */
const BATCH = object({ id: { type: 'string' }, jobId: { type: 'string' }, count: INTEGER })

function rowSchema({ output }: CallDocument, operation: RowOperation, platform: Platform): JsonSchema {
  const entity = platform.get('entity', operation.kind === 'transition' ? platform.get('flow', operation.flow).entity : operation.entity)
  const fields = Array.isArray(output) ? output : ['id']
  const schema = object(Object.fromEntries(fields.map((field) => [nameOf(field), fieldSchema(field, entity, platform)])))
  return { ...schema, required: fields.filter((field) => !isGuarded(field, entity, platform)).map(nameOf) }
}

function countSchema(operation: Extract<Operation, { kind: 'count' | 'list' | 'export' }>, platform: Platform): JsonSchema {
  if (!operation.groupBy) return object({ total: INTEGER })
  const entity = platform.get('entity', operation.entity)
  const values = operation.groupBy.map((group) => [
    group.name,
    group.unit ? { type: ['string', 'null'] } : fieldSchema(group, entity, platform),
  ])
  const sums = (operation.sum ?? []).map((field) => [field, typeSchema(entityField(entity, field)!, platform)])
  const items = object({ ...Object.fromEntries(values), count: INTEGER, ...Object.fromEntries(sums) })
  const withheld: Record<string, JsonSchema> = operation.smallestGroup === undefined ? {} : { withheld: INTEGER }
  return object({ total: INTEGER, groups: { type: 'array', items }, ...withheld })
}

function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties }
}

function nameOf(field: OutputField): string {
  return typeof field === 'string' ? field : field.name
}

/** Fields on the way from a row to a value: through refs, and into a json field by names that are no fields. */
function fieldsOn(field: OutputField, entity: EntityDocument, platform: Platform): (EntityField | undefined)[] {
  if (typeof field !== 'string' && !('from' in field)) return [undefined]
  const [first = '', ...rest] = (typeof field === 'string' ? field : field.from).split('.')
  const found = [entityField(entity, first)]
  for (const name of rest) {
    const target = found.at(-1)?.entity
    found.push(target === undefined ? undefined : entityField(platform.get('entity', target), name))
  }
  return found
}

/** Whether only some readers get the field. */
function isGuarded(field: OutputField, entity: EntityDocument, platform: Platform): boolean {
  return fieldsOn(field, entity, platform).some((step) => step?.readers !== undefined)
}

/** The schema of a field; a ref that may be empty makes everything behind it nullable. */
function fieldSchema(field: OutputField, entity: EntityDocument, platform: Platform): JsonSchema {
  if (typeof field !== 'string' && 'answersTo' in field) return { type: 'object' }
  if (typeof field !== 'string' && 'job' in field) return { type: ['string', 'null'] }
  if (typeof field !== 'string' && 'labelOf' in field) return { type: ['string', 'object', 'null'] }
  const steps = fieldsOn(field, entity, platform)
  const last = steps.at(-1)
  if (!last) return {}
  const schema = typeSchema(last, platform)
  const named = last.title ? { title: last.title, ...schema } : schema
  return steps.every((step) => step?.required) ? named : orNull(named)
}

function orNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.enum)) return { ...schema, enum: [...schema.enum, null] }
  return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema
}

function typeSchema(field: EntityField, platform: Platform): JsonSchema {
  return field.type === 'enum' ? { enum: platform.get('enum', field.enum ?? '').values.map(({ code }) => code) } : (TYPES[field.type] ?? {})
}

/** Without the owner, which is never sent (`withoutFileOwners.ts`). */
const FILE: JsonSchema = object({
  id: { type: 'string' },
  name: { type: 'string' },
  size: { type: 'integer', description: 'bytes' },
  type: { type: 'string', description: 'media type' },
  width: { type: ['integer', 'null'], description: 'pixels' },
  height: { type: ['integer', 'null'], description: 'pixels' },
})

const TYPES: Readonly<Record<string, JsonSchema>> = {
  string: { type: 'string' },
  text: { type: 'string' },
  localText: object({ zh: { type: 'string' }, en: { type: 'string' } }),
  integer: INTEGER,
  number: { type: 'number' },
  money: { type: 'integer', description: 'minor units' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  ref: { type: 'string', pattern: ID_PATTERN },
  file: FILE,
  files: { type: 'array', items: FILE },
}
