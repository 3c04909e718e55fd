/** A schema of ours -> the schema that Ajv compiles. Takes out `x-` annotations, titles and descriptions (which are Text here, not strings), so that
 *  neither a word nor a widget changes a compiled validator, and says in Ajv's words what Ajv reads differently from draft 7. */
import type { JsonSchema } from '../documents.ts'
import { MAX_NUMBER } from '../values/valueRange.ts'

const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples', '$comment', 'readOnly', 'writeOnly'])
const ONE = new Set(['items', 'additionalItems', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'])
const MAPS = new Set(['properties', 'patternProperties', 'definitions', 'dependencies'])
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'items'])

interface Wanted {
  /** `default` stays, for validators that fill in. */
  readonly defaults?: boolean | undefined
  /** Numbers have the range of the platform where the schema does not narrow it. */
  readonly ranges?: boolean | undefined
}

export function ajvSchema(schema: JsonSchema | boolean, wanted: Wanted = {}): JsonSchema | boolean {
  if (typeof schema !== 'object' || schema === null) return schema
  const kept: JsonSchema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith('x-') || (ANNOTATIONS.has(keyword) && !(wanted.defaults && keyword === 'default'))) continue
    kept[keyword] = inner(keyword, value, wanted)
  }
  if (typeof kept.$ref === 'string') return withPrototypeKey(withoutSiblings(kept))
  return withPrototypeKey(wanted.ranges ? withRange(kept) : kept)
}

/** Numbers that JSON, the database and sums can hold. */
function withRange(schema: JsonSchema): JsonSchema {
  if (!types(schema).some((type) => type === 'number' || type === 'integer') || 'enum' in schema || 'const' in schema) return schema
  const least = schema.minimum ?? schema.exclusiveMinimum
  const max = schema.maximum ?? schema.exclusiveMaximum
  return { ...schema, ...(least === undefined && { minimum: -MAX_NUMBER }), ...(max === undefined && { maximum: MAX_NUMBER }) }
}

function types({ type }: JsonSchema): unknown[] {
  return [type].flat()
}

function inner(keyword: string, value: unknown, wanted: Wanted): unknown {
  const copy = (item: unknown) => ajvSchema(item as JsonSchema, wanted)
  if (LISTS.has(keyword) && Array.isArray(value)) return value.map(copy)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (ONE.has(keyword)) return copy(value)
  if (!MAPS.has(keyword)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, Array.isArray(item) ? item : copy(item)]))
}

/** Draft 7 ignores what is beside `$ref`; Ajv does not. Definitions stay reachable. */
function withoutSiblings({ $ref, definitions }: JsonSchema): JsonSchema {
  return definitions === undefined ? { $ref } : { $ref, definitions }
}

const PROTOTYPE_KEY = '__proto__'

/** Ajv passes over a property named `__proto__`; a pattern for exactly this name is checked. */
function withPrototypeKey(schema: JsonSchema): JsonSchema {
  const { properties, patternProperties } = schema as { properties?: object; patternProperties?: object }
  if (!properties || !Object.hasOwn(properties, PROTOTYPE_KEY)) return schema
  const named = Object.entries(properties).find(([name]) => name === PROTOTYPE_KEY)![1]
  return { ...schema, patternProperties: { ...patternProperties, [`^${PROTOTYPE_KEY}$`]: named } }
}
