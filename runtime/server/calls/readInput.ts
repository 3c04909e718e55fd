/** Path parameters, query and body -> one input object. What came as text (path, query, urlencoded and multipart fields) is turned into the type
 *  the call's schema asks for; JSON stays as it is, so that a wrong type in JSON is a mistake of the caller. */
import type { JsonSchema } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { EXCESS_CODES, jsonExcess } from '../../core/jsonBounds.ts'
import { changedNumber, keepsDigits } from '../../core/typed/keepsDigits.ts'
import type { FieldError } from '../../core/validation/index.ts'
import { digitsLost } from '../wire/digitsLost.ts'

export interface InputSources {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  body: unknown
  /** Whether the body's values are texts. */
  bodyIsText: boolean
  /** Whether the query may hold secrets: only for a GET whose document gives a reason. */
  secretsInQuery: boolean
}

type Coerce = (text: unknown) => unknown

/** Compiles the coercion of one call's input. Precedence: path > query > body.
 *  @param secrets  parameters that are refused in the query */
export function inputReader(
  call: string,
  schema: JsonSchema,
  secrets: readonly string[],
): (sources: InputSources) => Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const coercions = new Map(Object.entries(properties).map(([name, property]) => [name, coercion(property)]))
  const take = (target: Record<string, unknown>, source: Readonly<Record<string, unknown>>, isText: boolean) => {
    for (const name of Object.keys(source)) {
      const value = source[name]
      if (value === undefined) continue
      const coerced = isText ? (coercions.get(name)?.(value) ?? value) : value
      if (coerced === ABSENT) delete target[name]
      else target[name] = coerced
    }
  }
  return ({ params, query, body, bodyIsText, secretsInQuery }) => {
    const shown = secretsInQuery ? [] : secrets.filter((name) => Object.hasOwn(query, name))
    if (shown.length > 0) throw new AgonError('CALL_INPUT', { call, errors: shown.map(inAddress) })
    // no prototype: a key named __proto__ is then a key like any other, and unknown
    const input: Record<string, unknown> = Object.create(null)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) take(input, body as Record<string, unknown>, bodyIsText)
    take(input, query, true)
    take(input, params, true)
    return input
  }
}

/** Refused even when it is correct: it already stands in logs and histories. */
function inAddress(name: string): FieldError {
  return { path: `/${name}`, rule: 'inAddress', params: {}, message: { key: 'validation.inAddress', values: {} } }
}

/** An empty text where no text is asked for: the parameter was not given. */
const ABSENT = Symbol('absent')

function coercion(schema: JsonSchema): Coerce {
  const types = [schema.type].flat().filter((type) => typeof type === 'string')
  if (types.length === 0 || types.includes('string')) return types.includes('array') ? (value) => value : keepText
  return (value) => {
    if (value === '') return types.includes('null') ? null : ABSENT
    for (const type of types) {
      const coerced = COERCIONS[type]?.(value, schema)
      if (coerced !== undefined) return coerced
    }
    return value
  }
}

function keepText(value: unknown): unknown {
  return value
}

const COERCIONS: Readonly<Record<string, (value: unknown, schema: JsonSchema) => unknown>> = {
  integer: (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? kept(value) : undefined),
  number: (value) => (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? kept(value) : undefined),
  boolean: (value) => (value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : undefined),
  null: (value) => (value === 'null' ? null : undefined),
  object: (value) => (typeof value === 'string' && value.startsWith('{') ? parsed(value) : undefined),
  array: (value, schema) => arrayFrom(value, (schema.items ?? {}) as JsonSchema),
}

function arrayFrom(value: unknown, items: JsonSchema): unknown {
  if (typeof value === 'string' && value.startsWith('[')) return parsed(value)
  const coerce = coercion(items)
  return (Array.isArray(value) ? value : [value]).map(coerce).filter((item) => item !== ABSENT)
}

/** @throws NUMBER_DIGITS */
function kept(written: string): number {
  if (!keepsDigits(written)) throw digitsLost(written)
  return Number(written)
}

/** @throws BODY_SYNTAX, BODY_TOO_LARGE for a text that may not be read */
function parsed(text: string): unknown {
  const excess = jsonExcess(text)
  if (excess) throw new AgonError(EXCESS_CODES[excess])
  const changed = changedNumber(text)
  if (changed) throw digitsLost(changed)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
