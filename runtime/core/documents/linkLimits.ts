/** A value that a document writes for a field stays within the limits that it declares for what people type there. */
import type { JsonSchema } from '../documents.ts'
import { show } from './failure.ts'
import type { ExpressionPlace } from './linkExpressions.ts'
import type { Linker } from './linker.ts'

/** @param place.path where the value stands */
export function linkLimits(
  linker: Linker,
  { document, path }: Pick<ExpressionPlace, 'document' | 'path'>,
  schema: JsonSchema,
  value: unknown,
): void {
  const broken = LIMITS.find(({ key, holds }) => schema[key] !== undefined && !holds(value, schema[key]))
  if (broken === undefined) return
  const expected = `a value within its own limits: ${broken.key} ${JSON.stringify(schema[broken.key])}`
  const suggestion = 'change the value, or the limit'
  linker.report(document, { code: 'LIMIT', path, expected, found: show(value), suggestion })
}

interface Limit {
  key: string
  holds(value: unknown, limit: unknown): boolean
}

const number = (compare: (value: number, limit: number) => boolean) => (value: unknown, limit: unknown) =>
  typeof value !== 'number' || typeof limit !== 'number' || compare(value, limit)
const text = (compare: (value: string, limit: unknown) => boolean) => (value: unknown, limit: unknown) =>
  typeof value !== 'string' || compare(value, limit)
const list = (compare: (count: number, limit: number) => boolean) => (value: unknown, limit: unknown) =>
  !Array.isArray(value) || compare(value.length, Number(limit))

/** What a document can check by itself; the keywords of the product are checked where the value is used. */
const LIMITS: readonly Limit[] = [
  { key: 'enum', holds: (value, limit) => !Array.isArray(limit) || Array.isArray(value) || limit.includes(value) },
  { key: 'const', holds: (value, limit) => typeof limit === 'object' || value === limit },
  { key: 'minimum', holds: number((value, limit) => value >= limit) },
  { key: 'maximum', holds: number((value, limit) => value <= limit) },
  { key: 'exclusiveMinimum', holds: number((value, limit) => value > limit) },
  { key: 'exclusiveMaximum', holds: number((value, limit) => value < limit) },
  { key: 'minLength', holds: text((value, limit) => [...value].length >= Number(limit)) },
  { key: 'maxLength', holds: text((value, limit) => [...value].length <= Number(limit)) },
  { key: 'format', holds: text((value, limit) => FORMATS[String(limit)]?.(value) ?? true) },
  { key: 'minItems', holds: list((count, limit) => count >= limit) },
  { key: 'maxItems', holds: list((count, limit) => count <= limit) },
]

const FORMATS: Readonly<Record<string, (value: string) => boolean>> = { date: isDay, 'date-time': isMoment }

/** A day of the calendar: 2026-12-31. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true
}

/** A moment with its zone. */
export function isMoment(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(Date.parse(value))
}
