/** Figures and charts of counted values: mean, quartiles and bins of numbers, points of days. */
import type { NumberFacts, QuestionStatistics } from '../../core/statistics/AnswerStatistics.ts'
import { binIndex, binsOf, type Spread } from './spread.ts'

const CENTS = 100
const QUARTILES = [0.25, 0.5, 0.75] as const

/** @param counts of numbers as texts; of money in minor units */
export function numbersOf(counts: ReadonlyMap<string, number>, money: boolean): NumberFacts | null {
  const values = [...counts]
    .map(([text, count]) => ({ value: Number(text) / (money ? CENTS : 1), count }))
    .sort((a, b) => a.value - b.value)
  const total = values.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const spread: Spread = {
    minimum: values[0]!.value,
    maximum: values.at(-1)!.value,
    whole: values.every(({ value }) => Number.isInteger(value)),
  }
  const bins = binsOf(spread).map((bin) => ({ ...bin, count: 0 }))
  for (const { value, count } of values) bins[binIndex(value, spread)]!.count += count
  const [lower, median, upper] = QUARTILES.map((share) => quantile(values, share * (total - 1)))
  return {
    mean: values.reduce((sum, { value, count }) => sum + value * count, 0) / total,
    median: median!,
    lower: lower!,
    upper: upper!,
    minimum: spread.minimum,
    maximum: spread.maximum,
    bins,
  }
}

/** @param place from 0; between two numbers their mean by its fraction */
function quantile(values: readonly { value: number; count: number }[], place: number): number {
  const below = valueAt(values, Math.floor(place))
  return below + (valueAt(values, Math.ceil(place)) - below) * (place - Math.floor(place))
}

function valueAt(values: readonly { value: number; count: number }[], place: number): number {
  let seen = 0
  for (const { value, count } of values) {
    seen += count
    if (seen > place) return value
  }
  return values.at(-1)!.value
}

type Dates = NonNullable<QuestionStatistics['dates']>
type DateUnit = Dates['unit']
const UNITS = ['day', 'week', 'month', 'year'] as const satisfies DateUnit[]

/**
 * @param counts of days, `2026-11-21`
 * @param smallest  the unit is as long as it must be for no point to count fewer people
 * @returns null when years are too short for that
 */
export function datesOf(counts: ReadonlyMap<string, number>, smallest: number): Dates | null {
  const days = [...counts.keys()].sort()
  for (const unit of UNITS.slice(UNITS.indexOf(unitOf({ first: days[0]!, last: days.at(-1)! })))) {
    const grouped = new Map<string, number>()
    for (const day of days) grouped.set(startOf(day, unit), (grouped.get(startOf(day, unit)) ?? 0) + counts.get(day)!)
    if ([...grouped.values()].every((count) => count >= smallest)) return { unit, points: pointsOf(unit, grouped) }
  }
  return null
}

/** Weeks begin on Monday. */
function startOf(day: string, unit: DateUnit): string {
  if (unit === 'day') return day
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`
  const date = new Date(`${day}T00:00:00.000Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, day.length)
}

const DAY_MS = 24 * 60 * 60 * 1000
const MAX_DAYS = 45
const MAX_WEEKS = 40
const MAX_MONTHS = 48
const MONTH_DAYS = 31
const YEAR_DIGITS = 4

function unitOf({ first, last }: { first: string; last: string }): DateUnit {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS
  if (days <= MAX_DAYS) return 'day'
  if (days <= MAX_WEEKS * 7) return 'week'
  return days <= MAX_MONTHS * MONTH_DAYS ? 'month' : 'year'
}

/** Years that are listed without gaps, should someone have typed a very early one. */
const MAX_POINTS = 200

/** Without gaps, where they are few: the chart also shows when nothing happened. */
function pointsOf(unit: DateUnit, counts: ReadonlyMap<string, number>): { from: string; count: number }[] {
  const known = [...counts.keys()].sort()
  const years = Number(known.at(-1)?.slice(0, YEAR_DIGITS)) - Number(known[0]?.slice(0, YEAR_DIGITS))
  if (years > MAX_POINTS) return known.map((from) => ({ from, count: counts.get(from)! }))
  const points: { from: string; count: number }[] = []
  for (let from = known[0]; from !== undefined && from <= known.at(-1)!; from = after(from, unit))
    points.push({ from, count: counts.get(from) ?? 0 })
  return points
}

function after(day: string, unit: DateUnit): string {
  const date = new Date(`${day}T00:00:00.000Z`)
  if (unit === 'day' || unit === 'week') date.setUTCDate(date.getUTCDate() + (unit === 'day' ? 1 : 7))
  else if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + 1)
  else date.setUTCFullYear(date.getUTCFullYear() + 1)
  return date.toISOString().slice(0, day.length)
}
