/** JSON Schema -> a TypeScript type on one line. Limits, patterns and words shape no type and are passed over. */
import type { JsonSchema } from '../../runtime/core/documents.ts'

/** `takes`: what code is given. `gives`: what code must answer; an object of any kind is then one whose keys no one reads. */
export type Direction = 'takes' | 'gives'

export function typeText(schema: unknown, direction: Direction): string {
  if (typeof schema !== 'object' || schema === null) return schema === false ? 'never' : 'unknown'
  const { const: constant, enum: values, anyOf, oneOf, ...rest } = schema as JsonSchema
  if (constant !== undefined) return literal(constant)
  if (Array.isArray(values)) return union(values.map(literal))
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if (rest.type === undefined && choices?.every(isType)) return union(choices.map((choice) => typeText(choice, direction)))
  const types = [rest.type ?? (rest.properties ? 'object' : rest.items ? 'array' : 'any')].flat() as string[]
  return union(types.map((type) => typeOf(type, rest, direction)))
}

function typeOf(type: string, schema: JsonSchema, direction: Direction): string {
  if (type === 'object') return objectText(schema, direction)
  if (type === 'array') return `${direction === 'gives' ? 'Readonly' : ''}Array<${typeText(schema.items ?? {}, direction)}>`
  return { integer: 'number', any: 'unknown' }[type] ?? type
}

function objectText({ properties, required, additionalProperties: others }: JsonSchema, direction: Direction): string {
  const open = direction === 'gives' ? 'object' : '{ [key: string]: unknown }'
  if (properties === undefined) return typeof others === 'object' ? `{ [key: string]: ${typeText(others, direction)} }` : open
  const members = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, inner]) =>
      `${propertyName(name)}${(required as string[] | undefined)?.includes(name) ? '' : '?'}: ${typeText(inner, direction)}`,
  )
  if (others === true) members.push('[key: string]: unknown')
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`
}

/** A branch that says what a value is, not only which keys it needs. */
function isType(schema: JsonSchema): boolean {
  return ['type', 'enum', 'const', 'properties', 'anyOf', 'oneOf'].some((key) => schema[key] !== undefined)
}

export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

export function union(types: readonly string[]): string {
  const different = [...new Set(types)]
  return different.includes('unknown') ? 'unknown' : different.join(' | ')
}

export function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)
}
