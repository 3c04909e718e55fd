import { type FunctionEntry, functionEntry } from '../FunctionEntry.ts'
import { type Duration, partOf, type Timestamp, type TimestampPart } from '../temporal.ts'

const PARTS: readonly [name: string, part: TimestampPart, description: string, offset: number][] = [
  ['getFullYear', 'year', 'The year.', 0],
  ['getMonth', 'month', 'The month from 0.', 0],
  ['getDate', 'dayOfMonth', 'The day of the month from 1.', 0],
  ['getDayOfMonth', 'dayOfMonth', 'The day of the month from 0.', -1],
  ['getDayOfWeek', 'dayOfWeek', 'The day of the week from 0, Sunday.', 0],
  ['getDayOfYear', 'dayOfYear', 'The day of the year from 0.', 0],
  ['getHours', 'hours', 'The hour.', 0],
  ['getMinutes', 'minutes', 'The minute.', 0],
  ['getSeconds', 'seconds', 'The second.', 0],
  ['getMilliseconds', 'milliseconds', 'The millisecond.', 0],
]

export const temporalFunctions: readonly FunctionEntry[] = [
  ...PARTS.flatMap(([name, part, description, offset]) => [
    functionEntry(`timestamp.${name}(): number`, `${description} In UTC.`, ([t]: [Timestamp]) => partOf(t, part) + offset),
    functionEntry(`timestamp.${name}(string): number`, `${description} In a time zone.`, ([t, zone]: [Timestamp, string], budget) => {
      budget.spend(ZONE_STEPS)
      return partOf(t, part, zone) + offset
    }),
  ]),
  functionEntry('duration.getHours(): number', 'Whole hours.', ([d]: [Duration]) => Math.trunc(d.seconds / 3600) + 0),
  functionEntry('duration.getMinutes(): number', 'Whole minutes.', ([d]: [Duration]) => Math.trunc(d.seconds / 60) + 0),
  functionEntry('duration.getSeconds(): number', 'Whole seconds.', ([d]: [Duration]) => d.seconds + 0),
  functionEntry(
    'duration.getMilliseconds(): number',
    'Milliseconds of the part below a second.',
    ([d]: [Duration]) => Math.trunc(d.nanos / 1e6) + 0,
  ),
]

/** Making a calendar for a time zone is slow: about 50 microseconds. */
const ZONE_STEPS = 4_000
