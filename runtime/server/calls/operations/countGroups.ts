/** `groupBy` of a count: the statement that counts rows by their values and adds up the fields of `sum`, and its reply. Days, weeks and months are those of
 *  the platform's time zone; a week is named by its Monday. When rows are grouped by them alone, missing ones are added with the count 0, so that a chart
 *  shows the days on which nothing happened: all of the latest ones, where `last` says how many. */
import type { GroupField } from '../../../core/documents.ts'
import { literal, quote } from '../../database/tableNames.ts'

/** More groups than this are not useful: the latest days, weeks or months are kept, or the most frequent other values. */
export const MAX_GROUPS = 400
/** Columns of the statement; no field can have these names. */
const COUNT = '.count'
const TOTAL = '.total'

/** Units that the input parameter of `"unit": "asked"` chooses from; the first without it. */
export const UNITS = ['day', 'week', 'month'] as const
const FORMATS = { day: 'YYYY-MM-DD', week: 'YYYY-MM-DD', month: 'YYYY-MM' } as const
const DAYS_OF_WEEK = 7
type Unit = (typeof UNITS)[number]

type Row = Record<string, unknown>

export interface CountedGroups {
  /** SQL condition of the latest days, weeks or months; null where all are counted. */
  latest(asked: Asked): string | null
  /** @param rows statement of the rows to count, with one column per group and per sum */
  text(rows: string, asked: Asked): string
  reply(rows: Row[], asked: Asked): { total: number; groups: Row[]; withheld?: number }
}
export interface Asked {
  input: Readonly<Record<string, unknown>>
  now: Date
}
interface GroupOptions {
  /** IANA name. */
  timeZone: string
  /** Fields that are added up. */
  sum?: readonly string[]
  /** Rows of a group that is shown, at least. */
  smallest?: number
  /** SQL of a column of the counted entity. */
  column?(field: string): string
  /** Column that says how many rows a row stands for; without it, one. */
  weight?: string | undefined
  /** Column of the rows that came after closing, where those are counted too: a group with nothing else is one. */
  later?: string | undefined
}

export function countGroups(
  groupBy: readonly GroupField[],
  { timeZone, sum = [], smallest, column = quote, weight, later }: GroupOptions,
): CountedGroups {
  const places = groupBy.map((_, index) => index + 1).join(', ')
  const unitAt = groupBy.findIndex(({ unit }) => unit !== undefined)
  const order = unitAt < 0 ? `${quote(COUNT)} DESC, ${places}` : `${unitAt + 1} DESC NULLS LAST, ${places}`
  const sums = sum.map((field) => `, COALESCE(sum(rows.${quote(field)}), 0)::double precision AS ${quote(field)}`).join('')
  const each = weight === undefined ? 'count(*)' : `sum(rows.${quote(weight)})`
  const counted = `${each}::integer AS ${quote(COUNT)}, (sum(${each}) OVER ())::integer AS ${quote(TOTAL)}${sums}`
  // sums of rows that are gone are nothing
  const some = weight === undefined ? '' : ` HAVING ${each} > 0${later === undefined ? '' : ` OR sum(rows.${quote(later)}) <> 0`}`
  const none = Object.fromEntries([['count', 0], ...sum.map((field) => [field, 0])])
  return {
    latest({ input, now }) {
      const group = groupBy[unitAt]
      const [unit, start] = group ? [unitOf(group, input), firstOf(group, { input, now, timeZone })] : []
      if (!group || !unit || start === undefined) return null
      return `${column(group.from)} >= (${literal(start.padEnd(FORMATS.day.length, '-01'))}::timestamp AT TIME ZONE ${literal(timeZone)})`
    },
    text(rows, { input }) {
      const columns = groupBy.map((group) => `${groupValue(group, timeZone, input)} AS ${quote(group.name)}`).join(', ')
      return `SELECT ${columns}, ${counted} FROM (${rows}) AS rows GROUP BY ${places}${some} ORDER BY ${order} LIMIT ${MAX_GROUPS}`
    },
    reply(rows, { input, now }) {
      const total = Number(rows[0]?.[TOTAL] ?? 0)
      const counted = rows.map(({ [COUNT]: count, [TOTAL]: _, ...values }) => ({ ...values, count }))
      if (smallest !== undefined) return { total, ...withoutSmall(counted, smallest) }
      const groups = counted
      if (unitAt < 0) return { total, groups }
      groups.reverse()
      if (groupBy.length > 1) return { total, groups }
      const group = groupBy[unitAt]!
      const unit = unitOf(group, input)!
      const first = firstOf(group, { input, now, timeZone })
      const span = first === undefined ? {} : { first, last: periodAt(now, unit, timeZone) }
      return { total, groups: withoutGaps(groups, group.name, unit, { none, ...span }) }
    },
  }
}

/** One withheld group would follow from the total and the others: then the smallest of these is withheld too. */
function withoutSmall(groups: readonly Row[], smallest: number): { groups: Row[]; withheld: number } {
  const large = groups.filter(({ count }) => Number(count) >= smallest)
  const withheld = groups.length - large.length
  if (withheld !== 1 || large.length === 0) return { groups: large, withheld }
  const least = large.reduce((one, other) => (Number(other.count) < Number(one.count) ? other : one))
  return { groups: large.filter((group) => group !== least), withheld: 2 }
}

function unitOf({ unit }: GroupField, input: Asked['input']): Unit | undefined {
  return unit === 'asked' ? ((input.unit as Unit | null | undefined) ?? UNITS[0]) : unit
}

function groupValue(group: GroupField, timeZone: string, input: Asked['input']): string {
  const column = `rows.${quote(group.name)}`
  const unit = unitOf(group, input)
  if (!unit) return column
  const local = `${column}::timestamptz AT TIME ZONE ${literal(timeZone)}`
  return `to_char(${unit === 'week' ? `date_trunc('week', ${local})` : local}, ${literal(FORMATS[unit])})`
}

interface FillRange {
  /** Values of an added group. */
  none?: Row
  /** Groups from this one on, instead of from the first counted one. */
  first?: string
  /** Up to this one, where it is behind the last counted one. */
  last?: string
}

/** Adds the days, weeks or months between the first and the last. Rows without the value stay in front; nothing is added to nothing. */
export function withoutGaps(groups: readonly Row[], name: string, unit: Unit, { none = { count: 0 }, ...asked }: FillRange = {}): Row[] {
  const known = new Map(groups.filter((group) => group[name] !== null).map((group) => [String(group[name]), group]))
  const counted = [...known.keys()]
  if (counted.length === 0) return [...groups]
  const first = asked.first ?? counted[0]!
  const filled: Row[] = []
  for (let at = [counted.at(-1)!, asked.last ?? ''].toSorted()[1]!; at >= first && filled.length < MAX_GROUPS; at = before(at, unit))
    filled.push(known.get(at) ?? { [name]: at, ...none })
  return [...groups.filter((group) => group[name] === null), ...filled.reverse()]
}

/** The first day, week or month that `last` leaves; undefined without it. */
function firstOf(group: GroupField, { input, now, timeZone }: Asked & { timeZone: string }): string | undefined {
  const unit = unitOf(group, input)
  const count = unit && group.last?.[unit]
  if (!unit || count === undefined) return undefined
  let at = periodAt(now, unit, timeZone)
  for (let back = 1; back < count; back += 1) at = before(at, unit)
  return at
}

/** The day, week or month of a moment. */
function periodAt(moment: Date, unit: Unit, timeZone: string): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment)
  if (unit !== 'week') return day.slice(0, FORMATS[unit].length)
  const date = new Date(`${day}T00:00:00.000Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK))
  return date.toISOString().slice(0, day.length)
}

function before(at: string, unit: Unit): string {
  const date = new Date(`${at}${unit === 'month' ? '-01' : ''}T00:00:00.000Z`)
  if (unit === 'month') date.setUTCMonth(date.getUTCMonth() - 1)
  else date.setUTCDate(date.getUTCDate() - (unit === 'week' ? DAYS_OF_WEEK : 1))
  return date.toISOString().slice(0, FORMATS[unit].length)
}
