/** JSON Schemas -> TypeScript, by json-schema-to-typescript: one file of named types from named schemas. */
import { compile } from 'json-schema-to-typescript'
import type { JsonSchema } from '../../runtime/core/documents.ts'

/** Keywords that define a type; the others (limits, texts, annotations) would only disturb names. */
const SHAPING = ['type', 'required', 'enum', 'const', '$ref', 'tsType']
/** What the library says about where a type came from: true of every type here. */
const REFERENCE_NOTE = /^ \*(?:\n \*)? This interface was referenced by `\w+`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/gm
const EMPTY_COMMENT = /^\/\*\*\n \*\/\n/gm
const SUBSCHEMAS = ['items', 'additionalProperties', 'not']
const SUBSCHEMA_LISTS = ['anyOf', 'oneOf', 'allOf']
const SUBSCHEMA_MAPS = ['properties', 'patternProperties', 'definitions']

/**
 * The part of a schema that shapes its type, closed unless it says otherwise.
 * @param describe  comment of a property, from its (sub)schema
 */
export function shapeOf(schema: unknown, describe: (schema: JsonSchema) => string | undefined = () => undefined): JsonSchema {
  if (schema === true) return {}
  if (typeof schema !== 'object' || schema === null) return { not: {} }
  const source = schema as JsonSchema
  const shape: JsonSchema = Object.fromEntries(SHAPING.filter((key) => key in source).map((key) => [key, source[key]]))
  const inner = (value: unknown): JsonSchema => shapeOf(value, describe)
  for (const key of SUBSCHEMAS) {
    if (typeof source[key] === 'boolean') shape[key] = source[key]
    else if (source[key] !== undefined) shape[key] = Array.isArray(source[key]) ? source[key].map(inner) : inner(source[key])
  }
  for (const key of SUBSCHEMA_LISTS) if (Array.isArray(source[key])) shape[key] = source[key].map(inner)
  for (const key of SUBSCHEMA_MAPS) if (source[key] !== undefined) shape[key] = mapValues(source[key] as object, inner)
  if (shape.type === 'object' && shape.properties === undefined) shape.additionalProperties ??= true
  const comment = describe(source)
  return comment === undefined ? shape : { ...shape, description: comment }
}

function mapValues(object: object, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}

/**
 * One exported type for each definition and one for the root.
 * @returns TypeScript, formatted; the same for the same schemas
 */
export async function compileTypes(root: string, schema: JsonSchema): Promise<string> {
  const text = await compile(schema, root, {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    strictIndexSignatures: false,
    style: { semi: false, singleQuote: true, printWidth: 140, trailingComma: 'all' },
  })
  return text.replaceAll(REFERENCE_NOTE, '').replaceAll(EMPTY_COMMENT, '')
}

/** `signup.ownAnswers` -> `SignupOwnAnswers`. */
export function typeName(id: string): string {
  return id.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** `signup.ownAnswers` -> `signupOwnAnswers`. */
export function valueName(id: string): string {
  const name = typeName(id)
  return name[0]!.toLowerCase() + name.slice(1)
}
