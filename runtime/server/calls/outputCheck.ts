/** Checks the reply of a call against the output that its document declares (`/openapi` shows the same schema). Only in development and tests: in production the
 *  promise has been tested, and the check would cost more than many a call. */
import type { CallDocument, JsonSchema } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import { outputSchema } from '../wire/outputSchema.ts'
import { withoutFileOwners } from '../wire/withoutFileOwners.ts'
import type { InputValidators } from './inputValidators.ts'

/** @throws CALL_OUTPUT naming each place where the data differ */
export type OutputCheck = (data: unknown) => void

/** Null for a reply that is a file or a stream. */
export function outputCheck(call: CallDocument, platform: Platform, schemas: InputValidators): OutputCheck | null {
  if (call.raw) return null
  const validate = schemas.of(closed(outputSchema(call, platform)))
  return (data) => {
    const errors = validate(JSON.parse(withoutFileOwners(JSON.stringify(data ?? null))))
    if (errors.length === 0) return
    const places = errors.map(({ path, rule, params }) => `${path || '/'} ${rule} ${JSON.stringify(params)}`)
    throw new AgonError('CALL_OUTPUT', { call: call.id, places: places.join('; ') })
  }
}

/** Objects with declared properties allow no others: undeclared data must not be sent. */
function closed(schema: JsonSchema): JsonSchema {
  const inner = Object.entries(schema).map(([key, value]) => [key, closedPart(key, value)])
  const copy: JsonSchema = Object.fromEntries(inner)
  return copy.properties === undefined || copy.additionalProperties !== undefined ? copy : { ...copy, additionalProperties: false }
}

function closedPart(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return LISTS.has(key) ? value.map(closed) : value
  if (typeof value !== 'object' || value === null) return value
  if (MAPS.has(key)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part as JsonSchema)]))
  return SINGLE.has(key) ? closed(value as JsonSchema) : value
}
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf'])
const MAPS: ReadonlySet<string> = new Set(['properties', 'definitions', 'patternProperties'])
const SINGLE: ReadonlySet<string> = new Set(['items', 'additionalProperties'])
