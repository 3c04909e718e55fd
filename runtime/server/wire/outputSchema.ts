/** What a call answers as `data`, as JSON Schema: for handlers the declared one, for operations made from the entity's fields. */
import type { CallDocument, EntityField, JsonSchema, Operation, OutputField } from '../../core/documents.ts'
import { isOfRows } from '../../core/isOfRows.ts'
import type { Platform } from '../../core/platform.ts'
import { entityField } from '../database/tableModel.ts'

export function outputSchema(call: CallDocument, platform: Platform): JsonSchema {
  const { operation, output } = call
  if (!operation || !isOfRows(operation)) return (output as JsonSchema | undefined) ?? {}
  if (operation.kind === 'count') return countSchema(operation, platform)
  if (operation.kind === 'export') return object({ jobId: { type: 'string' } })
  // the shape follows from what is asked for: AnswerStatistics, CrossTable or AnswerTexts
  if (operation.kind === 'statistics') return object({})
  const entityId = operation.kind === 'transition' ? platform.get('flow', operation.flow).entity : operation.entity
  const fields = Array.isArray(output) ? output : ['id']
  const row = object(Object.fromEntries(fields.map((field) => [nameOf(field), fieldSchema(field, entityId, platform)])))
  if (operation.kind !== 'list') return row
  const integer = { type: 'integer' }
  const atLeast: Record<string, JsonSchema> = operation.countUpTo === undefined ? {} : { atLeast: { type: 'boolean' } }
  return object({ list: { type: 'array', items: row }, total: integer, ...atLeast, pageNum: integer, pageSize: integer })
}

function countSchema(operation: Extract<Operation, { kind: 'count' | 'list' | 'export' }>, platform: Platform): JsonSchema {
  const total = { type: 'integer' }
  if (!operation.groupBy) return object({ total })
  const values = operation.groupBy.map((group) => [
    group.name,
    group.unit ? { type: ['string', 'null'] } : fieldSchema(group, operation.entity, platform),
  ])
  const items = object({ ...Object.fromEntries(values), count: { type: 'integer' } })
  return object({ total, groups: { type: 'array', items } })
}

function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties }
}

function nameOf(field: OutputField): string {
  return typeof field === 'string' ? field : field.name
}

function fieldSchema(field: OutputField, entityId: string, platform: Platform): JsonSchema {
  if (typeof field !== 'string' && !('from' in field)) return {}
  const path = (typeof field === 'string' ? field : field.from).split('.')
  let definition = entityField(platform.get('entity', entityId), path[0]!)
  for (const name of path.slice(1))
    definition = definition?.entity ? entityField(platform.get('entity', definition.entity), name) : undefined
  return definition ? typeSchema(definition, platform) : {}
}

function typeSchema(field: EntityField, platform: Platform): JsonSchema {
  const named = field.title ? { title: field.title } : {}
  const schema =
    field.type === 'enum' ? { enum: platform.get('enum', field.enum ?? '').values.map(({ code }) => code) } : (TYPES[field.type] ?? {})
  if (field.required || !('type' in schema)) return { ...named, ...schema }
  return { ...named, ...schema, type: [schema.type as string, 'null'] }
}

const TYPES: Readonly<Record<string, JsonSchema>> = {
  string: { type: 'string' },
  text: { type: 'string' },
  localText: { type: 'object', properties: { zh: { type: 'string' }, en: { type: 'string' } } },
  integer: { type: 'integer' },
  number: { type: 'number' },
  money: { type: 'integer', description: 'minor units' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  ref: { type: 'string', pattern: '^[0-9]+$' },
}
