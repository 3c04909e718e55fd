/** The schema of a call's input: the declared one, always closed, with the parameters of its operation. */
import type { CallDocument, EntityField, JsonSchema, Operation } from '../../core/documents.ts'
import { ID_PATTERN } from '../../core/idPattern.ts'
import { MAX_ROWS } from '../../core/maxRows.ts'
import type { Platform } from '../../core/platform.ts'
import { entityField } from '../database/tableNames.ts'
import { UNITS } from './operations/countGroups.ts'
import { MAX_PAGE_SIZE } from './operations/list.ts'

const PAGING: Readonly<Record<string, JsonSchema>> = {
  pageNum: { type: 'integer', minimum: 1, maximum: 1_000_000 },
  pageSize: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE },
  sort: { type: 'string', maxLength: 200 },
}
const PREVIEW: Readonly<Record<string, JsonSchema>> = { previewAt: { type: 'string', format: 'date-time', maxLength: 40 } }
const DAY: JsonSchema = { type: ['string', 'null'], format: 'date' }
const QUESTION: JsonSchema = { type: 'string', minLength: 1, maxLength: 200 }
/** Values chosen of one question. */
const CHOSEN = { type: ['string', 'number', 'boolean'], maxLength: 1000 }
const STATISTICS: Readonly<Record<string, JsonSchema>> = {
  only: {
    type: ['object', 'null'],
    maxProperties: 5,
    additionalProperties: { anyOf: [CHOSEN, { type: 'array', maxItems: 50, items: CHOSEN }, { type: 'null' }] },
  },
  from: DAY,
  to: DAY,
  rows: QUESTION,
  columns: QUESTION,
  texts: QUESTION,
  search: { type: 'string', maxLength: 200 },
  pageNum: PAGING.pageNum!,
  pageSize: PAGING.pageSize!,
}
const UNIT: JsonSchema = { enum: UNITS }
const SEARCH: JsonSchema = { type: 'string', maxLength: 200 }
const TABLES: Readonly<Record<string, JsonSchema>> = {
  content: { enum: ['answers', 'tables'] },
  split: { type: 'boolean' },
  only: STATISTICS.only!,
  from: DAY,
  to: DAY,
}
/** Parameters of an operation other than its filters. */
const IMPLIED: Readonly<Partial<Record<Operation['kind'], Record<string, JsonSchema>>>> = {
  list: PAGING,
  export: { sort: PAGING.sort!, format: { enum: ['xlsx', 'csv'] } },
  statistics: STATISTICS,
}

/** Declared properties override those of the operation. Only a raw call may take undeclared ones (`*`): an outside service decides what it sends and
 *  signs. */
export function inputSchema(call: CallDocument, platform: Platform): JsonSchema {
  const declared = withMatching(call)
  return {
    ...declared,
    type: 'object',
    additionalProperties: (call.raw && (declared.additionalProperties as JsonSchema | undefined)) || false,
    properties: {
      ...operationParameters(call, platform),
      ...(call.preview ? PREVIEW : {}),
      ...((declared.properties ?? {}) as Record<string, JsonSchema>),
    },
  }
}

/** Ids may be left out for a filter, and may be as many as a batch takes. */
function withMatching({ input = {}, matching }: CallDocument): JsonSchema {
  if (!matching) return input
  const properties = input.properties as Record<string, JsonSchema>
  const ids = { ...properties[matching.ids], minItems: 0, maxItems: MAX_ROWS }
  const required = ((input.required ?? []) as string[]).filter((name) => name !== matching.ids)
  return { ...input, required, properties: { ...properties, [matching.ids]: ids, matching: { type: ['object', 'null'] } } }
}

function operationParameters({ operation }: CallDocument, platform: Platform): Record<string, JsonSchema> {
  if (operation?.kind !== 'list' && operation?.kind !== 'count' && operation?.kind !== 'export' && operation?.kind !== 'statistics')
    return {}
  const entity = platform.get('entity', operation.entity)
  const filters = Object.entries(operation.filter ?? {}).map(
    ([name, { field, op }]) => [name, filterSchema(entityField(entity, field), op, platform)] as const,
  )
  const searches = 'search' in operation && operation.search !== undefined
  const tables = operation.kind === 'export' && operation.export?.statistics !== undefined
  const facets = operation.kind === 'list' && operation.facets !== undefined
  const chooses = operation.kind === 'count' && operation.groupBy?.some(({ unit }) => unit === 'asked') === true
  return {
    ...IMPLIED[operation.kind],
    ...(tables ? TABLES : {}),
    ...(searches ? { search: SEARCH } : {}),
    ...(chooses ? { unit: UNIT } : {}),
    ...(facets ? { facets: { type: 'boolean' } } : {}),
    ...Object.fromEntries(filters),
  }
}

function filterSchema(field: EntityField | undefined, op: string, platform: Platform): JsonSchema {
  if (op === 'json') return { type: ['object', 'null'] }
  const type = field?.type ?? 'string'
  const single: JsonSchema =
    type === 'enum'
      ? { enum: platform.get('enum', field?.enum ?? '').values.map(({ code }) => code), type: platform.get('enum', field?.enum ?? '').type }
      : (FILTER_TYPES[type] ?? { type: 'string', maxLength: 200 })
  if (op === 'is') return { ...single, type: [single.type as string, 'null'] }
  return op === 'in' ? { type: 'array', maxItems: MAX_PAGE_SIZE, items: single } : single
}

const FILTER_TYPES: Readonly<Record<string, JsonSchema>> = {
  integer: { type: 'integer' },
  number: { type: 'number' },
  money: { type: 'integer' },
  boolean: { type: 'boolean' },
  ref: { type: 'string', pattern: ID_PATTERN },
}
