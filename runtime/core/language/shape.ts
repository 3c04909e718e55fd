/** Shapes: JSON Schema of objects as people write them. `{ "id": "id", "slogan?": "string ..200|null", "labels[..10]": "string ..40" }`.
 *
 *  key    = name [ "?" ] [ "[" range [ " unique" ] "]" ]  — `?` may be absent, `[..10]` a list of at most ten; `[]` alone: the value itself is a list;
 *           `*` any other name; `#` the description of the object; `...id` with a list of names, or all: members of another document (see `defaults/`)
 *  value  = a type (see typeText.ts), a shape, or JSON Schema: with `"type": "object"` or `"array"`, or as `{ "$schema": ... }`
 */

import { pointer } from '../documents/failure.ts'
import type { JsonSchema } from '../documents.ts'
import { sameJson } from './sameJson.ts'
import { parseType, printType, type TypeMistake } from './typeText.ts'

/** Objects of inputs are closed: no other names. Those of answers are open. */
export interface ShapeWay {
  closed: boolean
}

/** A part of the schema that stands elsewhere in the shape; both are JSON Pointers. */
export interface Move {
  to: string
  from: string
}

export interface ShapeReading {
  schema: unknown
  moves: Move[]
  mistakes: (TypeMistake & { path: string })[]
}

const KEY = /^([A-Za-z_][\w-]*)?(\?)?(?:\[(\d*)(?:\.\.(\d*))?( unique)?\])?$/
/** Names that begin JSON Schema: a field of such a name is written in JSON Schema. */
const SCHEMA_NAMES = ['$ref', 'anyOf', 'oneOf', 'allOf', 'not', 'if']

/** Whether a value is JSON Schema, not a shape. */
export function isJsonSchema(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return typeof value !== 'string'
  const { type } = value as JsonSchema
  if ([type].flat().some((one) => one === 'object' || one === 'array')) return true
  return SCHEMA_NAMES.some((name) => typeof (value as JsonSchema)[name] === 'object')
}

/** Shape -> JSON Schema. */
export function readShape(value: unknown, way: ShapeWay): ShapeReading {
  const reading: ShapeReading = { schema: undefined, moves: [], mistakes: [] }
  reading.schema = read(value, way, '', '', reading)
  return reading
}

function read(value: unknown, way: ShapeWay, from: string, to: string, reading: ShapeReading): unknown {
  if (from !== to) reading.moves.push({ from, to })
  if (typeof value === 'string') {
    const type = parseType(value)
    if ('schema' in type) return type.schema
    reading.mistakes.push({ ...type.mistake, path: from })
    return true
  }
  if (isJsonSchema(value)) return value
  const object = value as Record<string, unknown>
  if ('$schema' in object) {
    reading.moves.push({ from: pointer(from, '$schema'), to })
    return object.$schema
  }
  return readObject(object, way, from, to, reading)
}

function readObject(object: Record<string, unknown>, way: ShapeWay, from: string, to: string, reading: ShapeReading): unknown {
  const properties: Record<string, unknown> = {}
  const required: string[] = []
  const schema: JsonSchema = { type: 'object' }
  for (const [key, value] of Object.entries(object)) {
    const here = pointer(from, key)
    if (key === '#') schema.description = value
    else if (key === '*') schema.additionalProperties = read(value, way, here, `${to}/additionalProperties`, reading)
    else if (key.startsWith('...') && (Array.isArray(value) || value === 'all')) {
      // members of another document: taken when the document is filled
      const target = pointer(`${to}/properties`, key)
      reading.moves.push({ from: here, to: target })
      properties[key] = value
    } else {
      const parts = KEY.exec(key)
      if (parts?.[1] === undefined && parts?.[3] === undefined) {
        reading.mistakes.push(keyMistake(key, here))
        continue
      }
      const [, name, optional, least, max, unique] = parts
      if (name === undefined) return readList(value, [least, max, unique], way, here, to, reading)
      const target = pointer(`${to}/properties`, name)
      reading.moves.push({ from: here, to: target })
      properties[name] =
        least === undefined ? read(value, way, here, target, reading) : readList(value, [least, max, unique], way, here, target, reading)
      if (optional === undefined) required.push(name)
    }
  }
  if (way.closed && schema.additionalProperties === undefined) schema.additionalProperties = false
  if (required.length > 0) schema.required = required
  const isMap = Object.keys(properties).length === 0 && typeof schema.additionalProperties === 'object'
  return isMap ? schema : { ...schema, properties }
}

type Limits = readonly [least: string | undefined, largest: string | undefined, unique: string | undefined]

function readList(
  value: unknown,
  [least, max, unique]: Limits,
  way: ShapeWay,
  from: string,
  to: string,
  reading: ShapeReading,
): JsonSchema {
  const list: JsonSchema = { type: 'array' }
  if (least) list.minItems = Number(least)
  if (max) list.maxItems = Number(max)
  if (unique) list.uniqueItems = true
  const items = read(value, way, from, `${to}/items`, reading)
  // a list of anything says no more about its items
  return sameJson(items, {}) ? list : { ...list, items }
}

function keyMistake(key: string, path: string): ShapeReading['mistakes'][number] {
  return {
    path,
    expected: 'a name, with ? where it may be absent and [..10] where it is a list',
    found: `"${key}"`,
    suggestion: 'write it like "slogan?" or "labels?[..10]", or write JSON Schema with "type": "object"',
  }
}

/** JSON Schema -> the shape that stands for it; the schema itself where no shape does. */
export function printShape(schema: unknown, way: ShapeWay): unknown {
  const shape = print(schema, way)
  const isRaw = typeof shape === 'object' && shape !== null && '$schema' in shape
  return isRaw && isJsonSchema(schema) ? schema : shape
}

function print(schema: unknown, way: ShapeWay): unknown {
  const text = printType(schema)
  if (text !== undefined) return text
  const list = listParts(schema as JsonSchema)
  const shape = list === undefined ? printObject(schema as JsonSchema, way) : { [list.suffix]: print(list.items, way) }
  return shape !== undefined && standsFor(shape, schema, way) ? shape : { $schema: schema }
}

function standsFor(shape: unknown, schema: unknown, way: ShapeWay): boolean {
  const back = readShape(shape, way)
  return back.mistakes.length === 0 && sameJson(back.schema, schema)
}

function printObject(schema: JsonSchema, way: ShapeWay): Record<string, unknown> | undefined {
  const { type, properties, required = [], additionalProperties, description, ...rest } = schema
  if (type !== 'object' || Object.keys(rest).length > 0) return undefined
  const isClosed = additionalProperties === false
  if (isClosed !== way.closed && typeof additionalProperties !== 'object') return undefined
  const shape: Record<string, unknown> = description === undefined ? {} : { '#': description }
  for (const [name, value] of Object.entries((properties ?? {}) as object)) {
    if (name.startsWith('...')) {
      shape[name] = value
      continue
    }
    const mark = (required as string[]).includes(name) ? '' : '?'
    const list = listParts(value)
    if (list === undefined) shape[`${name}${mark}`] = print(value, way)
    else shape[`${name}${mark}${list.suffix}`] = print(list.items, way)
  }
  if (typeof additionalProperties === 'object') shape['*'] = print(additionalProperties, way)
  return shape
}

function listParts(schema: JsonSchema): { suffix: string; items: unknown } | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  const { type, items = {}, minItems, maxItems, uniqueItems, ...rest } = schema
  if (type !== 'array' || Array.isArray(items) || Object.keys(rest).length > 0) return undefined
  const range = minItems === undefined && maxItems === undefined ? '' : `${minItems ?? ''}..${maxItems ?? ''}`
  return { suffix: `[${range}${uniqueItems === true ? ' unique' : ''}]`, items }
}
