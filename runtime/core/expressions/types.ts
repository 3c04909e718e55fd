/** Types of expressions. There is one number type, and every value may also be null (missing data), so null fits everywhere. */

/** What a scope declares. `list` and `map` alone have members of any type; `fields` is closed: other names are mistakes. */
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
  | { readonly fields: Readonly<Record<string, ScopeType>> }

/** The names an expression may read, with their types. */
export type ScopeTypes = Readonly<Record<string, ScopeType>>

/** Type of a JSON Schema, as far as expressions care; what cannot be known is `dyn`. */
export function typeOfSchema(schema: unknown): ScopeType {
  if (typeof schema !== 'object' || schema === null) return 'dyn'
  const { type, properties, items, enum: values } = schema as Record<string, unknown>
  const names = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null')
  if (names.length !== 1) return 'dyn'
  switch (names[0]) {
    case 'string':
      return 'string'
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

/** The word for a type in messages: `string`, `list of number`, `object`. */
export function nameOfType(type: ScopeType): string {
  if (typeof type === 'string') return type === 'dyn' ? 'any' : type
  if ('list' in type) return type.list === 'dyn' ? 'list' : `list of ${nameOfType(type.list)}`
  if ('map' in type) return 'map'
  return 'object'
}

/** The kind of a type without its members. */
export function kindOf(type: ScopeType): Extract<ScopeType, string> {
  if (typeof type === 'string') return type
  return 'list' in type ? 'list' : 'map'
}

/** Type of what a macro goes over: the members of a list, the keys of a map. */
export function elementType(type: ScopeType): ScopeType {
  if (typeof type !== 'object' || 'map' in type) return 'dyn'
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
    return JSON.stringify(a) === JSON.stringify(b) ? a : 'map'
  }
  return kindOf(a)
}
