/** `groupBy` of a count: the statement that counts rows by their values, and its reply. Days and months are those of the platform's time zone. When rows
 *  are grouped by them alone, missing ones are added with the count 0, so that a chart shows the days on which nothing happened. */
import type { GroupField } from '../../../core/documents.ts'
import { literal, quote } from '../../database/tableNames.ts'

/** More groups than this are not useful: the latest days or months are kept, or the most frequent other values. */
export const MAX_GROUPS = 400
/** Columns of the statement; no field can have these names. */
const COUNT = '.count'
const TOTAL = '.total'

const FORMATS = { day: 'YYYY-MM-DD', month: 'YYYY-MM' } as const
type Unit = keyof typeof FORMATS

type Row = Record<string, unknown>

export interface CountedGroups {
  /** @param rows statement of the rows to count, with one column per group */
  text(rows: string): string
  reply(rows: Row[]): { total: number; groups: Row[] }
}

/** @param timeZone IANA name */
export function countGroups(groupBy: readonly GroupField[], timeZone: string): CountedGroups {
  const columns = groupBy.map((group) => `${groupValue(group, timeZone)} AS ${quote(group.name)}`).join(', ')
  const places = groupBy.map((_, index) => index + 1).join(', ')
  const unitAt = groupBy.findIndex(({ unit }) => unit !== undefined)
  const order = unitAt < 0 ? `${quote(COUNT)} DESC, ${places}` : `${unitAt + 1} DESC NULLS LAST, ${places}`
  const counted = `count(*)::integer AS ${quote(COUNT)}, (sum(count(*)) OVER ())::integer AS ${quote(TOTAL)}`
  return {
    text: (rows) => `SELECT ${columns}, ${counted} FROM (${rows}) AS rows GROUP BY ${places} ORDER BY ${order} LIMIT ${MAX_GROUPS}`,
    reply(rows) {
      const total = Number(rows[0]?.[TOTAL] ?? 0)
      const groups = rows.map(({ [COUNT]: count, [TOTAL]: _, ...values }) => ({ ...values, count }))
      if (unitAt < 0) return { total, groups }
      groups.reverse()
      const { name, unit } = groupBy[unitAt]!
      return { total, groups: groupBy.length === 1 ? withoutGaps(groups, name, unit!) : groups }
    },
  }
}

function groupValue({ name, unit }: GroupField, timeZone: string): string {
  const column = `rows.${quote(name)}`
  return unit ? `to_char(${column}::timestamptz AT TIME ZONE ${literal(timeZone)}, ${literal(FORMATS[unit])})` : column
}

/** Adds the days or months between the first and the last, with the count 0. Rows without the value stay in front. */
export function withoutGaps(groups: readonly Row[], name: string, unit: Unit): Row[] {
  const known = groups.filter((group) => group[name] !== null)
  const counts = new Map(known.map((group) => [String(group[name]), group]))
  const first = String(known[0]?.[name])
  const filled: Row[] = []
  for (let at = String(known.at(-1)?.[name]); counts.size > 0 && at >= first && filled.length < MAX_GROUPS; at = before(at, unit))
    filled.push(counts.get(at) ?? { [name]: at, count: 0 })
  return [...groups.filter((group) => group[name] === null), ...filled.reverse()]
}

function before(at: string, unit: Unit): string {
  const date = new Date(`${at}${unit === 'day' ? '' : '-01'}T00:00:00.000Z`)
  if (unit === 'day') date.setUTCDate(date.getUTCDate() - 1)
  else date.setUTCMonth(date.getUTCMonth() - 1)
  return date.toISOString().slice(0, FORMATS[unit].length)
}
