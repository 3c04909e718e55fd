/** CEL's timestamp and duration, to the nanosecond. Only inside an evaluation: what comes out is text (ISO 8601 UTC, seconds with `s`). */
import { EvaluationFault } from './EvaluationFault.ts'

const MIN_SECONDS = -62_135_596_800
const MAX_SECONDS = 253_402_300_799
/** About 292 years: 64 bits of nanoseconds, as other implementations hold. */
const MAX_DURATION_SECONDS = 9_223_372_036
const NANOS = 1_000_000_000

export class Timestamp {
  readonly seconds: number
  readonly nanos: number
  /** @throws EvaluationFault outside the years 1 to 9999 */
  constructor(seconds: number, nanos: number) {
    if (!(seconds >= MIN_SECONDS && seconds <= MAX_SECONDS)) throw new EvaluationFault('timestamp out of range')
    this.seconds = seconds
    this.nanos = nanos
  }
  get date(): Date {
    return new Date(this.seconds * 1000 + Math.floor(this.nanos / 1e6))
  }
  toString(): string {
    const base = new Date(this.seconds * 1000).toISOString().slice(0, 19)
    return `${base}${fraction(this.nanos)}Z`
  }
}

export class Duration {
  readonly seconds: number
  readonly nanos: number
  /** Both parts have the sign of the whole. @throws EvaluationFault beyond 292 years */
  constructor(seconds: number, nanos: number) {
    if (!(Math.abs(seconds) <= MAX_DURATION_SECONDS)) throw new EvaluationFault('duration out of range')
    this.seconds = seconds
    this.nanos = nanos
  }
  toString(): string {
    const sign = this.seconds < 0 || this.nanos < 0 ? '-' : ''
    return `${sign}${Math.abs(this.seconds)}${fraction(Math.abs(this.nanos))}s`
  }
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/

/** A moment as RFC 3339 writes it. @throws EvaluationFault */
export function parseTimestamp(text: string): Timestamp {
  const parts = TIMESTAMP.exec(text)
  const millis = parts ? Date.parse(`${parts[1]}${parts[3]}`) : Number.NaN
  if (!parts || Number.isNaN(millis)) throw new EvaluationFault('not an RFC 3339 timestamp')
  return new Timestamp(millis / 1000, Number((parts[2] ?? '').padEnd(9, '0')))
}

const UNIT_NANOS: Readonly<Record<string, number>> = { h: 3600 * NANOS, m: 60 * NANOS, s: NANOS, ms: 1e6, us: 1e3, µs: 1e3, ns: 1 }
const DURATION = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:h|ms|m|s|us|µs|ns)(?:(?:\d+(?:\.\d*)?|\.\d+)(?:h|ms|m|s|us|µs|ns))*$/
const DURATION_PART = /(\d*)(?:\.(\d*))?(h|ms|m|s|us|µs|ns)/g

/** A duration as CEL writes it: `1h30m`, `-1.5s`. @throws EvaluationFault */
export function parseDuration(text: string): Duration {
  if (text.length > 200 || !DURATION.test(text)) throw new EvaluationFault('not a duration')
  let seconds = 0
  let nanos = 0
  for (const [, whole, part, unit] of text.matchAll(DURATION_PART)) {
    const unitNanos = UNIT_NANOS[unit!]!
    const amount = Number(whole || '0')
    if (unitNanos >= NANOS) seconds += amount * (unitNanos / NANOS)
    else nanos += amount * unitNanos
    nanos += part ? Math.trunc(Number(`0.${part}`) * unitNanos) : 0
  }
  const sign = text.startsWith('-') ? -1 : 1
  return duration(sign * seconds, sign * nanos)
}

/** Carries nanoseconds into seconds and gives both the same sign. */
function duration(seconds: number, nanos: number): Duration {
  let s = seconds + Math.trunc(nanos / NANOS)
  let n = nanos % NANOS
  if (s > 0 && n < 0) {
    s--
    n += NANOS
  } else if (s < 0 && n > 0) {
    s++
    n -= NANOS
  }
  return new Duration(s + 0, n + 0)
}

function timestamp(seconds: number, nanos: number): Timestamp {
  const carry = Math.floor(nanos / NANOS)
  return new Timestamp(seconds + carry, nanos - carry * NANOS)
}

/** The moment a duration later. @throws EvaluationFault outside of the years 1 to 9999 */
export function addDuration(a: Timestamp, b: Duration): Timestamp {
  return timestamp(a.seconds + b.seconds, a.nanos + b.nanos)
}

/** The moment a duration earlier. @throws EvaluationFault outside of the years 1 to 9999 */
export function subtractDuration(a: Timestamp, b: Duration): Timestamp {
  return timestamp(a.seconds - b.seconds, a.nanos - b.nanos)
}

/** Time from the second moment to the first. */
export function differenceOf(a: Timestamp, b: Timestamp): Duration {
  return duration(a.seconds - b.seconds, a.nanos - b.nanos)
}

/** Sum of two durations, or their difference. @param sign  -1: the second is subtracted */
export function sumOf(a: Duration, b: Duration, sign: 1 | -1): Duration {
  return duration(a.seconds + sign * b.seconds, a.nanos + sign * b.nanos)
}

/** -1, 0 or 1: the first is less, equal or greater. Both are of one kind. */
export function compareTemporal(a: Timestamp | Duration, b: Timestamp | Duration): number {
  return Math.sign(a.seconds - b.seconds || a.nanos - b.nanos)
}

export type TimestampPart = 'year' | 'month' | 'dayOfMonth' | 'dayOfWeek' | 'dayOfYear' | 'hours' | 'minutes' | 'seconds' | 'milliseconds'

/** A part of a moment in a time zone (`Asia/Shanghai`, `+08:00`, default UTC). Months, days of the week and of the year count from 0. */
export function partOf(moment: Timestamp, part: TimestampPart, zone = 'UTC'): number {
  const local = new Date(moment.seconds * 1000 + offsetMillis(moment, zone))
  switch (part) {
    case 'year':
      return local.getUTCFullYear()
    case 'month':
      return local.getUTCMonth()
    case 'dayOfMonth':
      return local.getUTCDate()
    case 'dayOfWeek':
      return local.getUTCDay()
    case 'dayOfYear':
      return Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / 86_400_000)
    case 'hours':
      return local.getUTCHours()
    case 'minutes':
      return local.getUTCMinutes()
    case 'seconds':
      return local.getUTCSeconds()
    case 'milliseconds':
      return Math.floor(moment.nanos / 1e6)
  }
}

function offsetMillis(moment: Timestamp, zone: string): number {
  if (zone === 'UTC' || zone === 'Z') return 0
  const fixed = /^([+-]?)(\d{1,2}):(\d{2})$/.exec(zone)
  if (fixed) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3])) * 60_000
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(moment.date)
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
    const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name)
    return match ? (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000 : 0
  } catch {
    throw new EvaluationFault(`unknown time zone "${zone.slice(0, 40)}"`)
  }
}

function fraction(nanos: number): string {
  return nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`
}
