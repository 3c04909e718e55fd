/** Dates are texts here: `YYYY-MM-DD`, or date and time in UTC with milliseconds (`2026-11-21T08:00:00.000Z`), so that they compare as texts. */

import { platformDay } from '../../values/platformZone.ts'
import type { Budget } from '../Budget.ts'
import { EvaluationFault } from '../EvaluationFault.ts'
import { type FunctionEntry, functionEntry } from '../FunctionEntry.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
type Texts = [string, string]

function movedBy(from: number, by: number): string {
  const moved = new Date(from + by)
  if (Number.isNaN(moved.getTime()) || moved.getUTCFullYear() > 9999 || moved.getUTCFullYear() < 0)
    throw new EvaluationFault('date out of range')
  return moved.toISOString()
}

export const calendarFunctions: readonly FunctionEntry[] = [
  functionEntry(
    'days(string, string): number',
    'Whole days from the first date to the second; negative when it is earlier.',
    ([a, b]: Texts, budget) => Math.trunc((millisOf(b, budget) - millisOf(a, budget)) / DAY_MS) + 0,
  ),
  functionEntry(
    'addDays(string, number): string',
    'A date n days later, in the form it came in.',
    ([date, n]: [string, number], budget) => {
      const moved = movedBy(millisOf(date, budget), Math.trunc(n) * DAY_MS)
      return date.length === 10 ? moved.slice(0, 10) : moved
    },
  ),
  functionEntry(
    'addMinutes(string, number): string',
    'A date and time n minutes later; fewer than 0: earlier.',
    ([date, n]: [string, number], budget) => movedBy(millisOf(date, budget), Math.trunc(n) * MINUTE_MS),
  ),
  functionEntry('age(string, string): number', 'Full years from a date of birth to a day.', ([birth, on]: Texts, budget) => {
    const [from, to] = [new Date(millisOf(birth, budget)), new Date(millisOf(on, budget))]
    const before = to.getUTCMonth() < from.getUTCMonth() || (to.getUTCMonth() === from.getUTCMonth() && to.getUTCDate() < from.getUTCDate())
    return to.getUTCFullYear() - from.getUTCFullYear() - (before ? 1 : 0)
  }),
  functionEntry(
    'dateOf(string): string',
    'The day of a date, or of a date and time in the time zone of the platform.',
    ([date]: [string], budget) => {
      const moment = new Date(millisOf(date, budget))
      return date.length === 10 ? date : platformDay(moment)
    },
  ),
]

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Reading a date. */
const DATE_STEPS = 25

function millisOf(text: string, budget: Budget): number {
  budget.spend(DATE_STEPS)
  const millis = DATE.test(text) ? Date.parse(text) : Number.NaN
  const day = Number(text.slice(8, 10))
  // Date.parse turns 30 February into 1 March
  if (Number.isNaN(millis) || (text.length === 10 && new Date(millis).getUTCDate() !== day)) throw new EvaluationFault('not a date')
  return millis
}
