/** The schema a call's input is held to: the declared one, always closed, with the parameters that its operation brings along. */
import type { CallDocument, EntityField, JsonSchema } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import { entityField } from '../database/tableModel.ts'
import { MAX_PAGE_SIZE } from './operations/list.ts'

const PAGING: Readonly<Record<string, JsonSchema>> = {
  pageNum: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  pageSize: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE },
  sort: { type: 'string', maxLength: 200 },
}
const PREVIEW: Readonly<Record<string, JsonSchema>> = { previewAt: { type: 'string', format: 'date-time', maxLength: 40 } }
const SEARCH: JsonSchema = { type: 'string', maxLength: 200 }

/** Declared properties win over those of the operation. */
export function inputSchema(call: CallDocument, platform: Platform): JsonSchema {
  const declared = call.input ?? {}
  return {
    ...declared,
    type: 'object',
    additionalProperties: false,
    properties: {
      ...operationParameters(call, platform),
      ...(call.preview ? PREVIEW : {}),
      ...((declared.properties ?? {}) as Record<string, JsonSchema>),
    },
  }
}

function operationParameters({ operation }: CallDocument, platform: Platform): Record<string, JsonSchema> {
  if (!operation || !('filter' in operation || 'search' in operation || operation.kind === 'list' || operation.kind === 'export')) return {}
  const entity = platform.get('entity', operation.entity)
  const filters = Object.entries(operation.filter ?? {}).map(
    ([name, { field, op }]) => [name, filterSchema(entityField(entity, field), op, platform)] as const,
  )
  const paging = operation.kind === 'list' ? PAGING : operation.kind === 'export' ? { sort: PAGING.sort! } : {}
  return { ...paging, ...(operation.search ? { search: SEARCH } : {}), ...Object.fromEntries(filters) }
}

function filterSchema(field: EntityField | undefined, op: string, platform: Platform): JsonSchema {
  if (op === 'json') return { type: ['object', 'null'] }
  const type = field?.type ?? 'string'
  const single: JsonSchema =
    type === 'enum'
      ? { enum: platform.get('enum', field?.enum ?? '').values.map(({ code }) => code), type: platform.get('enum', field?.enum ?? '').type }
      : (FILTER_TYPES[type] ?? { type: 'string', maxLength: 200 })
  return op === 'in' ? { type: 'array', maxItems: MAX_PAGE_SIZE, items: single } : single
}

const FILTER_TYPES: Readonly<Record<string, JsonSchema>> = {
  integer: { type: 'integer' },
  number: { type: 'number' },
  money: { type: 'integer' },
  boolean: { type: 'boolean' },
  ref: { type: 'string', pattern: '^[0-9]{1,18}$' },
}
