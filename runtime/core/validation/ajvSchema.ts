/** A schema of ours -> the schema that Ajv compiles. Takes out `x-` annotations, titles and descriptions (which are Text here, not strings), so that
 *  neither a word nor a widget changes a compiled validator, and says in Ajv's words what Ajv reads differently from draft 7. */
import type { JsonSchema } from '../documents.ts'

const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples', '$comment', 'readOnly', 'writeOnly'])
const ONE = new Set(['items', 'additionalItems', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'])
const MAPS = new Set(['properties', 'patternProperties', 'definitions', 'dependencies'])
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'items'])

/** @param keepDefaults  `default` stays, for validators that fill in */
export function ajvSchema(schema: JsonSchema | boolean, keepDefaults = false): JsonSchema | boolean {
  if (typeof schema !== 'object' || schema === null) return schema
  const kept: JsonSchema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith('x-') || (ANNOTATIONS.has(keyword) && !(keepDefaults && keyword === 'default'))) continue
    kept[keyword] = inner(keyword, value, keepDefaults)
  }
  return withPrototypeKey(typeof kept.$ref === 'string' ? withoutSiblings(kept) : kept)
}

function inner(keyword: string, value: unknown, keepDefaults: boolean): unknown {
  const copy = (item: unknown) => ajvSchema(item as JsonSchema, keepDefaults)
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
