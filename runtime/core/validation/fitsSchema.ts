/** Whether a value fits a JSON Schema (draft 7), decided by reading the schema: for panels in the browser, whose schemas follow from what is selected and
 *  where nothing may be compiled. Answers as the compiled validators do; `npm run test:json-schema` runs the same suite on all of them. */
import { characterCount } from './characterCount.ts'
import { firstTwins } from './firstTwins.ts'
import { isSameJson } from './isSameJson.ts'

type Json = Record<string, unknown>
/** A schema and the address that its references are relative to. */
interface LocatedSchema {
  schema: unknown
  base: string
}
type Check = (limit: never, value: never, at: { schema: Json; place: (schema: unknown) => LocatedSchema; fits: Fits }) => boolean
type Fits = (place: LocatedSchema, value: unknown) => boolean

export interface FitsOptions {
  /** Schemas that `$ref` may name, by URI. */
  readonly schemas?: Readonly<Record<string, unknown>>
  /** Format -> its check; formats without one are annotations. */
  readonly formats?: Readonly<Record<string, (text: string) => boolean>>
}

/** Patterns are those of the schema's author, as JavaScript reads them. */
export function fitsSchema(schema: unknown, value: unknown, { schemas = {}, formats = {} }: FitsOptions = {}): boolean {
  const known = new Map<string, LocatedSchema>()
  for (const [uri, other] of Object.entries(schemas)) index({ schema: other, base: uri }, known)
  const root = { schema, base: ROOT }
  index(root, known)
  const fits: Fits = (place, item) => {
    if (!isObject(place.schema)) return place.schema !== false
    const { $ref } = place.schema
    if (typeof $ref === 'string') return fits(resolve($ref, place.base, known), item)
    const base = baseOf(place)
    const at = { schema: place.schema, place: (inner: unknown) => ({ schema: inner, base }), fits }
    for (const [keyword, limit] of Object.entries(place.schema)) {
      if (keyword === 'format' && typeof item === 'string' && formats[String(limit)]?.(item) === false) return false
      const check = CHECKS.get(keyword)
      if (check && (check.type === 'any' || check.type === typeOf(item)) && !check.test(limit as never, item as never, at)) return false
    }
    return true
  }
  return fits(root, value)
}

const ROOT = 'schema:/root'

/** Notes every schema that has an address of its own. */
function index(place: LocatedSchema, known: Map<string, LocatedSchema>): void {
  const { schema } = place
  if (!known.has(place.base)) known.set(place.base, place)
  if (!isObject(schema) || typeof schema.$ref === 'string') return
  const base = baseOf(place)
  if (typeof schema.$id === 'string') known.set(new URL(schema.$id, place.base).href.replace(/#$/, ''), { schema, base })
  for (const inner of subschemas(schema)) index({ schema: inner, base }, known)
}

function baseOf({ schema, base }: LocatedSchema): string {
  const id = isObject(schema) && typeof schema.$ref !== 'string' ? schema.$id : undefined
  return typeof id === 'string' && !id.startsWith('#') ? new URL(id, base).href.replace(/#.*$/, '') : base
}

function subschemas(schema: Json): unknown[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (MAPS.has(keyword) && isObject(value)) return Object.values(value)
    if (!HOLDERS.has(keyword)) return []
    return Array.isArray(value) ? value : [value]
  })
}
const MAPS = new Set(['properties', 'patternProperties', 'definitions', 'dependencies'])
const HOLDERS = new Set([
  ...['items', 'additionalItems', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'],
  ...['allOf', 'anyOf', 'oneOf'],
])

/** @throws Error for a reference to nothing */
function resolve(reference: string, base: string, known: ReadonlyMap<string, LocatedSchema>): LocatedSchema {
  const address = new URL(reference, base).href
  const whole = known.get(address.replace(/#$/, ''))
  if (whole) return whole
  const [file = '', pointer = ''] = address.split('#')
  let place = known.get(file)
  if (!place || !pointer.startsWith('/')) throw new Error(`a schema refers to ${reference}, which is not there`)
  for (const step of decodeURIComponent(pointer).split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    const inner: unknown = Object.hasOwn(Object(place.schema), name) ? (place.schema as Json)[name] : undefined
    if (inner === undefined) throw new Error(`a schema refers to ${reference}, which is not there`)
    place = { schema: inner, base: baseOf(place) }
  }
  return place
}

const patterns = new Map<string, RegExp>()
function matches(source: string, text: string): boolean {
  const known = patterns.get(source) ?? new RegExp(source, 'u')
  patterns.set(source, known)
  return known.test(text)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isOfType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type
}

const keysOf = (value: Json) => Object.keys(value)
const number = (test: (limit: number, value: number) => boolean) => ({ type: 'number', test: test as Check })
const string = (test: (limit: never, value: string) => boolean) => ({ type: 'string', test: test as Check })

const CHECKS = new Map<string, { type: string; test: Check }>(
  Object.entries({
    type: { type: 'any', test: ((types: string | string[], value) => [types].flat().some((type) => isOfType(value, type))) as Check },
    const: { type: 'any', test: ((one: unknown, value: unknown) => isSameJson(one, value)) as Check },
    enum: { type: 'any', test: ((all: unknown[], value: unknown) => all.some((one) => isSameJson(one, value))) as Check },
    allOf: { type: 'any', test: ((all: unknown[], value, { place, fits }) => all.every((one) => fits(place(one), value))) as Check },
    anyOf: { type: 'any', test: ((all: unknown[], value, { place, fits }) => all.some((one) => fits(place(one), value))) as Check },
    oneOf: {
      type: 'any',
      test: ((all: unknown[], value, { place, fits }) => all.filter((one) => fits(place(one), value)).length === 1) as Check,
    },
    not: { type: 'any', test: ((one: unknown, value, { place, fits }) => !fits(place(one), value)) as Check },
    if: {
      type: 'any',
      test: ((one: unknown, value, { schema, place, fits }) => {
        const branch = fits(place(one), value) ? schema.then : schema.else
        return branch === undefined || fits(place(branch), value)
      }) as Check,
    },
    minimum: number((limit, value) => value >= limit),
    maximum: number((limit, value) => value <= limit),
    exclusiveMinimum: number((limit, value) => value > limit),
    exclusiveMaximum: number((limit, value) => value < limit),
    multipleOf: number((limit, value) => Number.isInteger(value / limit)),
    minLength: string((limit: number, value) => characterCount(value) >= limit),
    maxLength: string((limit: number, value) => characterCount(value) <= limit),
    pattern: string((source: string, value) => matches(source, value)),
    minItems: { type: 'array', test: ((limit: number, { length }: unknown[]) => length >= limit) as Check },
    maxItems: { type: 'array', test: ((limit: number, { length }: unknown[]) => length <= limit) as Check },
    uniqueItems: {
      type: 'array',
      test: ((wanted: boolean, items: unknown[]) => !wanted || firstTwins(items) === null) as Check,
    },
    items: {
      type: 'array',
      test: ((one: unknown, items: unknown[], { schema, place, fits }) =>
        items.every((item, at) => {
          const own = Array.isArray(one) ? (at < one.length ? one[at] : schema.additionalItems) : one
          return own === undefined || fits(place(own), item)
        })) as Check,
    },
    contains: {
      type: 'array',
      test: ((one: unknown, items: unknown[], { place, fits }) => items.some((item) => fits(place(one), item))) as Check,
    },
    minProperties: { type: 'object', test: ((limit: number, value: Json) => keysOf(value).length >= limit) as Check },
    maxProperties: { type: 'object', test: ((limit: number, value: Json) => keysOf(value).length <= limit) as Check },
    required: { type: 'object', test: ((names: string[], value: Json) => names.every((name) => Object.hasOwn(value, name))) as Check },
    propertyNames: {
      type: 'object',
      test: ((one: unknown, value: Json, { place, fits }) => keysOf(value).every((name) => fits(place(one), name))) as Check,
    },
    properties: {
      type: 'object',
      test: ((all: Json, value: Json, { place, fits }) =>
        keysOf(all).every((name) => !Object.hasOwn(value, name) || fits(place(all[name]), value[name]))) as Check,
    },
    patternProperties: {
      type: 'object',
      test: ((all: Json, value: Json, { place, fits }) =>
        Object.entries(all).every(([source, one]) =>
          keysOf(value).every((name) => !matches(source, name) || fits(place(one), value[name])),
        )) as Check,
    },
    additionalProperties: {
      type: 'object',
      test: ((one: unknown, value: Json, { schema, place, fits }) => {
        const named = (name: string) => isObject(schema.properties) && Object.hasOwn(schema.properties, name)
        const matched = (name: string) => Object.keys(Object(schema.patternProperties)).some((source) => matches(source, name))
        return keysOf(value).every((name) => named(name) || matched(name) || fits(place(one), value[name]))
      }) as Check,
    },
    dependencies: {
      type: 'object',
      test: ((all: Json, value: Json, { place, fits }) =>
        Object.entries(all).every(([name, needs]) => {
          if (!Object.hasOwn(value, name)) return true
          return Array.isArray(needs) ? needs.every((other: string) => Object.hasOwn(value, other)) : fits(place(needs), value)
        })) as Check,
    },
  }),
)
