/** Types of expressions. There is one number type, and every value may also be null (missing data), so null fits everywhere. */

import type { Text } from '../documents.ts'

/** What a scope declares. `list` and `map` alone have members of any type; `fields` is closed: other names are mistakes. `titles`: how people call them. */
export type ScopeType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'list'
  | 'map'
  | 'dyn'
  | 'bytes'
  | 'timestamp'
  | 'duration'
  | 'type'
  | 'null'
  | { readonly list: ScopeType }
  | { readonly map: ScopeType }
  | { readonly fields: Readonly<Record<string, ScopeType>>; readonly titles?: Readonly<Record<string, Text>> }
  | NarrowType

/** A text or a number of which more is known than that. It fits wherever a plain one does; comparisons with what it can never be are reported. */
interface NarrowType {
  readonly plain: 'string' | 'number'
  readonly is: Meaning
  /** In an expression that becomes SQL, an id is also the way to its row: `row.eventId.title`. */
  readonly isWay?: true
}

/** `codes`: one of the codes of an enum. `id`: names a row of an entity. `literal`: written in the expression, one of these. */
export type Meaning =
  | { readonly kind: 'date' | 'datetime' }
  | { readonly kind: 'codes'; readonly of: string; readonly values: readonly (string | number)[] }
  | { readonly kind: 'id'; readonly of: string }
  | { readonly kind: 'literal'; readonly values: readonly (string | number)[] }

/** The names an expression may read, with their types. */
export type ScopeTypes = Readonly<Record<string, ScopeType>>

/** Type of a JSON Schema, as far as expressions need it; what cannot be known is `dyn`. */
export function typeOfSchema(schema: unknown): ScopeType {
  if (typeof schema !== 'object' || schema === null) return 'dyn'
  const { type, properties, items, enum: values, format } = schema as Record<string, unknown>
  const names = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null')
  if (names.length !== 1) return 'dyn'
  switch (names[0]) {
    case 'string':
      return INSTANTS.get(format) ?? 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'array':
      return Array.isArray(items) ? 'list' : { list: typeOfSchema(items) }
    case 'object':
      return typeof properties === 'object' && properties !== null
        ? { fields: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, typeOfSchema(field)])) }
        : 'map'
    case undefined:
      return Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'string') ? 'string' : 'dyn'
    default:
      return 'dyn'
  }
}

/** An id of a row of an entity. @param isWay  members may be read of it */
export function idType(entity: string, isWay = false): NarrowType {
  return { plain: 'string', is: { kind: 'id', of: entity }, ...(isWay && { isWay }) }
}

export const DATE: NarrowType = { plain: 'string', is: { kind: 'date' } }
export const DATETIME: NarrowType = { plain: 'string', is: { kind: 'datetime' } }
const INSTANTS: ReadonlyMap<unknown, NarrowType> = new Map([
  ['date', DATE],
  ['date-time', DATETIME],
])

/** What more is known of a text or number. */
export function meaningOf(type: ScopeType): Meaning | undefined {
  return typeof type === 'object' && 'plain' in type ? type.is : undefined
}

/** The word for a type in messages: `string`, `list of number`, `object`. */
export function nameOfType(type: ScopeType): string {
  if (typeof type === 'string') return type === 'dyn' ? 'any' : type
  if ('list' in type) return type.list === 'dyn' ? 'list' : `list of ${nameOfType(type.list)}`
  if ('map' in type) return 'map'
  return 'plain' in type ? type.plain : 'object'
}

/** The kind of a type without its members. */
export function kindOf(type: ScopeType): Extract<ScopeType, string> {
  if (typeof type === 'string') return type
  if ('plain' in type) return type.plain
  return 'list' in type ? 'list' : 'map'
}

/** Type of what a macro goes over: the members of a list, the keys of a map. */
export function elementType(type: ScopeType): ScopeType {
  if (typeof type !== 'object' || 'map' in type || 'plain' in type) return 'dyn'
  return 'list' in type ? type.list : 'string'
}

/** Whether a value of `given` may be where `wanted` is asked for. Null and unknown fit everywhere. */
export function isCompatible(wanted: ScopeType, given: ScopeType): boolean {
  if (wanted === 'dyn' || given === 'dyn' || wanted === 'null' || given === 'null') return true
  if (kindOf(wanted) !== kindOf(given)) return false
  if (typeof wanted === 'object' && typeof given === 'object' && 'list' in wanted && 'list' in given)
    return isCompatible(wanted.list, given.list)
  return true
}

/** The type of "one or the other". */
export function joinTypes(a: ScopeType, b: ScopeType): ScopeType {
  if (a === 'null') return b
  if (b === 'null' || a === b) return a
  if (kindOf(a) !== kindOf(b)) return 'dyn'
  if (typeof a === 'object' && typeof b === 'object') {
    if ('list' in a && 'list' in b) return { list: joinTypes(a.list, b.list) }
    if ('plain' in a && 'plain' in b) return joinNarrow(a, b)
    return JSON.stringify(a) === JSON.stringify(b) ? a : 'map'
  }
  return kindOf(a)
}

/** Literals become one of both; everything else that differs is described by no more than its type. */
function joinNarrow(a: NarrowType, b: NarrowType): ScopeType {
  if (a.is.kind === 'literal' && b.is.kind === 'literal')
    return { plain: a.plain, is: { kind: 'literal', values: [...new Set([...a.is.values, ...b.is.values])] } }
  if (JSON.stringify(a) === JSON.stringify(b)) return a
  return a.isWay || b.isWay ? 'dyn' : a.plain
}
