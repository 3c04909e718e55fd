/** Calls -> `plugins/generated/calls.ts`: input and output of each, and `CallTypes` and `CallId` over all. */
import type { CallDocument, EntityDocument, EntityField, JsonSchema, OutputField } from '../../runtime/core/documents.ts'
import { isOfRows } from '../../runtime/core/isOfRows.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { fieldSchema, IMPLIED_FIELDS, importsOf } from './fieldSchemas.ts'
import { compileTypes, moveRefs, shapeOf, typeName } from './schemaTypes.ts'

const NUMBER = { type: 'number' }
const TEXT = { type: 'string' }

export async function generateCalls(platform: Platform): Promise<string> {
  const definitions: Record<string, JsonSchema> = {}
  const calls: Record<string, JsonSchema> = {}
  for (const call of platform.documents.call.values()) {
    const [input, output] = [`${typeName(call.id)}Input`, `${typeName(call.id)}Output`]
    definitions[input] = moveRefs(inputSchema(call, platform), input)
    definitions[output] = moveRefs(outputSchema(call, platform), output)
    const properties = { input: { $ref: `#/definitions/${input}` }, output: { $ref: `#/definitions/${output}` } }
    calls[call.id] = { type: 'object', required: ['input', 'output'], properties }
  }
  const root = { type: 'object', description: 'Call -> its types.', required: Object.keys(calls), properties: calls, definitions }
  const text = await compileTypes('CallTypes', root)
  return `${importsOf(text)}${text}\n/** Ids of all calls. */\nexport type CallId = keyof CallTypes\n`
}

function inputSchema(call: CallDocument, platform: Platform): JsonSchema {
  const declared = shapeOf(call.input ?? {})
  const properties = { ...operationParameters(call, platform), ...((declared.properties ?? {}) as object) }
  return { ...declared, type: 'object', description: `Input of ${call.id}.`, properties }
}

const STATISTICS_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  only: { type: 'object' },
  from: TEXT,
  to: TEXT,
  rows: TEXT,
  columns: TEXT,
  texts: TEXT,
  search: TEXT,
  pageNum: NUMBER,
  pageSize: NUMBER,
}

/** Parameters that an operation brings along (see `inputSchema.ts` of the server). */
function operationParameters({ operation }: CallDocument, platform: Platform): Record<string, JsonSchema> {
  if (operation?.kind !== 'list' && operation?.kind !== 'count' && operation?.kind !== 'export' && operation?.kind !== 'statistics')
    return {}
  const entity = platform.get('entity', operation.entity)
  const filters = Object.entries(operation.filter ?? {}).map(([name, { field, op }]) => {
    const value = fieldSchema({ ...(fieldOf(entity, field) as EntityField), required: true }, platform)
    return [name, op === 'json' ? {} : op === 'in' ? { type: 'array', items: value } : value] as const
  })
  if (operation.kind === 'statistics') return { ...STATISTICS_PARAMETERS, ...Object.fromEntries(filters) }
  const order: Record<string, JsonSchema> = operation.kind === 'count' ? {} : { sort: TEXT }
  const paging: Record<string, JsonSchema> = operation.kind === 'list' ? { pageNum: NUMBER, pageSize: NUMBER } : {}
  const tables: Record<string, JsonSchema> =
    operation.kind === 'export' && operation.export?.statistics !== undefined
      ? { format: TEXT, content: TEXT, split: { type: 'boolean' } }
      : {}
  return { ...paging, ...order, ...tables, ...(operation.search === undefined ? {} : { search: TEXT }), ...Object.fromEntries(filters) }
}

function outputSchema(call: CallDocument, platform: Platform): JsonSchema {
  const { operation, output } = call
  const description = `Data of the answer of ${call.id}.`
  if (operation === undefined || !isOfRows(operation))
    return { ...(output === undefined || Array.isArray(output) ? {} : shapeOf(output)), description }
  if (operation.kind === 'count') return { ...closed({ total: NUMBER }), description }
  if (operation.kind === 'export') return { ...closed({ jobId: TEXT }), description }
  if (operation.kind === 'statistics') return { type: 'object', description }
  if ((operation.kind === 'update' || operation.kind === 'remove') && operation.by === undefined)
    return { ...closed({ count: NUMBER }), description }
  const entity = operation.kind === 'transition' ? platform.get('flow', operation.flow).entity : operation.entity
  const row = rowSchema((output ?? ['id']) as OutputField[], platform.get('entity', entity), platform)
  if (operation.kind !== 'list') return { ...row, description }
  const atLeast: Record<string, JsonSchema> = operation.countUpTo === undefined ? {} : { atLeast: { type: 'boolean' } }
  return { ...closed({ list: { type: 'array', items: row }, total: NUMBER, ...atLeast, pageNum: NUMBER, pageSize: NUMBER }), description }
}

function closed(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties }
}

function rowSchema(output: readonly OutputField[], entity: EntityDocument, platform: Platform): JsonSchema {
  return closed(
    Object.fromEntries(
      output.map((field) => {
        if (typeof field === 'string') return [field, pathSchema([field], entity, platform)]
        return [field.name, 'from' in field ? pathSchema(field.from.split('.'), entity, platform) : {}]
      }),
    ),
  )
}

function pathSchema([first = '', ...rest]: string[], entity: EntityDocument, platform: Platform): JsonSchema {
  const field = fieldOf(entity, first) as EntityField
  // readers may take a value away, and a ref may lead nowhere
  if (rest.length === 0) return fieldSchema(field.readers === undefined ? field : { ...field, required: false }, platform)
  if (field.type !== 'ref') return {}
  const inner = pathSchema(rest, platform.get('entity', field.entity ?? ''), platform)
  return field.required === true || Object.keys(inner).length === 0 ? inner : { anyOf: [inner, { type: 'null' }] }
}

function fieldOf(entity: EntityDocument, name: string): EntityField | undefined {
  return entity.fields[name] ?? IMPLIED_FIELDS[name]
}
