/** The figures above the questions: how many began and finished, the median time, the dates, and where people stopped. Filters by answers do not apply. */
import type { AnswerFields } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import type { AnswerHead } from '../../core/statistics/AnswerStatistics.ts'
import { MAX_GROUPS, withoutGaps } from '../calls/operations/countGroups.ts'
import { type SqlStatement, SqlWriter } from '../database/SqlWriter.ts'
import { quote } from '../database/tableNames.ts'
import { localTextOf } from '../wire/localTextOf.ts'
import type { FormVersionOf } from './questions.ts'

interface HeadParts {
  context: { operation: { answers: AnswerFields }; platform: Platform }
  table: string
  where(writer: SqlWriter): string
  run: { query<R extends Record<string, unknown>>(statement: SqlStatement): Promise<{ rows: R[] }> }
}
/** Number of answers that were submitted on one day, or that are drafts and stopped at one field. */
export interface BegunCount extends Record<string, unknown> {
  /** Null: only begun. */
  day: string | null
  last: string | null
  count: number
}

/** @param guarded anonymous answers: times are too coarse to measure, and must not tell who it was */
export async function answerHead(
  parts: HeadParts,
  { newest, begun }: { newest: FormVersionOf | null; begun: readonly BegunCount[] },
  guarded: boolean,
): Promise<AnswerHead> {
  const { answers } = parts.context.operation
  const started = sum(begun)
  return {
    submitted: sum(begun.filter(({ day }) => day !== null)),
    started: answers.started || answers.drafts ? started : null,
    medianSeconds: guarded || !answers.started ? null : await medianOf(parts, answers.started),
    days: daysOf(begun),
    dropOff: (answers.last || answers.drafts) && newest ? dropOffOf(parts, newest, begun) : null,
  }
}

function sum(counts: readonly BegunCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}

async function medianOf({ context, table, where, run }: HeadParts, started: string): Promise<number | null> {
  const at = `t.${quote(context.operation.answers.submitted)}`
  const writer = new SqlWriter({ joined: true })
  const condition = where(writer)
  const { rows } = await run.query<{ seconds: number | null }>(
    writer.statement(`SELECT extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY ${at} - t.${quote(started)}))::float8 AS seconds
      FROM ${table}${writer.joins} WHERE ${condition} AND ${at} IS NOT NULL`),
  )
  return rows[0]!.seconds
}

function daysOf(begun: readonly BegunCount[]): AnswerHead['days'] {
  const counts = new Map<string, number>()
  for (const { day, count } of begun) if (day !== null) counts.set(day, (counts.get(day) ?? 0) + count)
  const days = [...counts].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1))
  return withoutGaps(days.slice(-MAX_GROUPS), 'day', 'day') as unknown as AnswerHead['days']
}

/** A person who stopped is counted at the field touched last, or before the first one. */
function dropOffOf({ context }: HeadParts, { form }: FormVersionOf, begun: readonly BegunCount[]): NonNullable<AnswerHead['dropOff']> {
  const fields = Object.entries(form.schema.properties).filter(([, field]) => field['x-widget'] !== 'note')
  const left = new Map<string, number>()
  for (const { day, last, count } of begun) {
    if (day !== null) continue
    const name = fields.find(([each]) => each === firstStep(last))?.[0] ?? fields[0]?.[0]
    if (name !== undefined) left.set(name, (left.get(name) ?? 0) + count)
  }
  let reached = sum(begun)
  return fields.map(([name, field]) => {
    const here = { title: localTextOf(context.platform, field.title ?? name), reached, left: left.get(name) ?? 0 }
    reached -= here.left
    return here
  })
}

/** Of `/group/name` and of `group.name`. */
function firstStep(field: string | null): string {
  return (field ?? '').replace(/^\//, '').split(/[./]/)[0]!
}
