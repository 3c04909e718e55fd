/** Values inside an evaluation: null, boolean, number, string, list (array), map (plain object, or Map when a key is not a string), bytes, and
 *  CEL's timestamp, duration and type. Reading never follows a prototype, so `constructor` or `__proto__` of data is null unless it is data. */
import type { Budget } from './Budget.ts'
import { EvaluationFault } from './EvaluationFault.ts'
import { ExpressionError } from './ExpressionError.ts'
import { LIMITS } from './limits.ts'
import { compareTemporal, Duration, Timestamp } from './temporal.ts'

/** Result of `type(x)`. */
export class TypeValue {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export type ValueKind = 'null' | 'boolean' | 'number' | 'string' | 'list' | 'map' | 'bytes' | 'timestamp' | 'duration' | 'type'

/** Kind of a value as CEL distinguishes kinds. */
export function kindOfValue(value: unknown): ValueKind {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'object':
      if (value === null) return 'null'
      if (Array.isArray(value)) return 'list'
      if (value instanceof Uint8Array) return 'bytes'
      if (value instanceof Timestamp) return 'timestamp'
      if (value instanceof Duration) return 'duration'
      return value instanceof TypeValue ? 'type' : 'map'
    default:
      return 'null'
  }
}

export type MapValue = Record<string, unknown> | Map<unknown, unknown>

/** A value of the scope as expressions see it: no undefined, no BigInt, no Date, no function. */
export function fromData(value: unknown): unknown {
  switch (typeof value) {
    case 'object':
      return value instanceof Date ? dateText(value) : value
    case 'bigint':
      return Number(value)
    case 'undefined':
    case 'function':
    case 'symbol':
      return null
    default:
      return value
  }
}

function dateText(value: Date): string | null {
  return Number.isNaN(value.getTime()) ? null : value.toISOString()
}

/** Own property or entry, null when there is none. The value is read before ownership is asked, so that observing proxies see the access. */
export function readKey(target: MapValue, key: unknown): unknown {
  if (target instanceof Map) return fromData(target.get(key))
  if (typeof key !== 'string') return null
  const value = target[key]
  return value === undefined || !Object.hasOwn(target, key) ? null : fromData(value)
}

/** Keys of a map, in their order. */
export function keysOf(target: MapValue): unknown[] {
  return target instanceof Map ? [...target.keys()] : Object.keys(target)
}

/** Deep equality. Numbers by value, null only with null, different kinds never; NaN equals nothing. */
export function isEqual(a: unknown, b: unknown, budget: Budget): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const kind = kindOfValue(a)
  if (kind !== kindOfValue(b)) return false
  switch (kind) {
    case 'list':
      return isEqualList(a as unknown[], b as unknown[], budget)
    case 'map':
      return isEqualMap(a as MapValue, b as MapValue, budget)
    case 'bytes':
      return compareBytes(a as Uint8Array, b as Uint8Array, budget) === 0
    case 'timestamp':
    case 'duration':
      return compareTemporal(a as Timestamp, b as Timestamp) === 0
    default:
      return (a as TypeValue).name === (b as TypeValue).name
  }
}

function isEqualList(a: unknown[], b: unknown[], budget: Budget): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    budget.spend(1)
    if (!isEqual(fromData(a[i]), fromData(b[i]), budget)) return false
  }
  return true
}

/** Listing the keys of two maps. */
const MAP_STEPS = 6

function isEqualMap(a: MapValue, b: MapValue, budget: Budget): boolean {
  const keys = keysOf(a)
  budget.spend(keys.length * 2 + MAP_STEPS)
  if (keys.length !== keysOf(b).length) return false
  for (const key of keys) {
    if (!(b instanceof Map ? b.has(key) : typeof key === 'string' && Object.hasOwn(b, key))) return false
    if (!isEqual(readKey(a, key), readKey(b, key), budget)) return false
  }
  return true
}

/** Order of two values of one kind; NaN when they have no order (a NaN). @throws EvaluationFault when the kinds differ or have no order */
export function compare(a: unknown, b: unknown, budget: Budget): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b, budget)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (a instanceof Timestamp && b instanceof Timestamp) return compareTemporal(a, b)
  if (a instanceof Duration && b instanceof Duration) return compareTemporal(a, b)
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b, budget)
  throw new EvaluationFault(`${kindOfValue(a)} and ${kindOfValue(b)} have no order`)
}

/** By code points, as PostgreSQL orders with collation "C"; JavaScript's own order differs beyond U+FFFF. */
function compareText(a: string, b: string, budget: Budget): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  let i = 0
  while (i < length && a.charCodeAt(i) === b.charCodeAt(i)) i++
  budget.spend(i >> 6)
  if (i === length) return a.length - b.length
  return codeOrder(a.charCodeAt(i)) - codeOrder(b.charCodeAt(i))
}

/** Surrogates stand for code points above all other units. */
function codeOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}

function compareBytes(a: Uint8Array, b: Uint8Array, budget: Budget): number {
  const length = Math.min(a.length, b.length)
  budget.spend(length >> 6)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return a.length - b.length
}

/**
 * A result as it leaves: JSON values. Data of the scope passes through as it is (same object), unless it holds a BigInt or a Date.
 * Timestamps and durations become text, maps with other keys than strings get string keys, bytes stay bytes.
 * @throws ExpressionError `EXPRESSION_LIMIT` when the result holds more values than the limit
 */
export function toResult(value: unknown): unknown {
  return new ResultCopy().convert(value, 0)
}

class ResultCopy {
  private left: number = LIMITS.result

  convert(value: unknown, depth: number): unknown {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
    if (typeof value === 'number') return value === 0 ? 0 : value
    if (typeof value !== 'object') return fromData(value)
    if (depth > LIMITS.depth) throw new ExpressionError('EXPRESSION_LIMIT', 'the result is nested too deeply')
    if (Array.isArray(value)) return this.list(value, depth)
    const prototype = Object.getPrototypeOf(value)
    return prototype === Object.prototype || prototype === null
      ? this.record(value as Record<string, unknown>, depth)
      : this.special(value, depth)
  }

  private special(value: object, depth: number): unknown {
    if (value instanceof Map) return this.record(Object.fromEntries(value) as Record<string, unknown>, depth)
    if (value instanceof Timestamp || value instanceof Duration) return value.toString()
    if (value instanceof TypeValue) return value.name
    if (value instanceof Date || value instanceof Uint8Array) return fromData(value)
    return this.record(value as Record<string, unknown>, depth)
  }

  /** The list itself when nothing in it changes. */
  private list(items: unknown[], depth: number): unknown[] {
    this.count(items.length)
    let copy: unknown[] | null = null
    for (let i = 0; i < items.length; i++) {
      const item = this.convert(items[i], depth + 1)
      if (copy) copy.push(item)
      else if (item !== items[i] && isChange(items[i])) copy = [...items.slice(0, i), item]
    }
    return copy ?? items
  }

  private record(original: Record<string, unknown>, depth: number): object {
    const keys = Object.keys(original)
    this.count(keys.length)
    let changed: Map<string, unknown> | null = null
    for (const key of keys) {
      const item = this.convert(original[key], depth + 1)
      if (item !== original[key] && isChange(original[key])) changed = (changed ?? new Map()).set(key, item)
    }
    return changed ? Object.fromEntries(keys.map((key) => [key, changed.has(key) ? changed.get(key) : original[key]])) : original
  }

  private count(values: number): void {
    this.left -= values
    if (this.left < 0) throw new ExpressionError('EXPRESSION_LIMIT', `a result holds at most ${LIMITS.result} values`)
  }
}

/** NaN differs from itself, and undefined is as good as null in JSON. */
function isChange(original: unknown): boolean {
  return original !== undefined && !Number.isNaN(original)
}
