/** The figures above the questions: how many began and finished, how long it took, when, and how far those came who stopped. Not narrowed by answers. */
import type { AnswerFields } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import type { AnswerHead } from '../../core/statistics/AnswerStatistics.ts'
import { countGroups } from '../calls/operations/countGroups.ts'
import { type SqlStatement, SqlWriter } from '../database/SqlWriter.ts'
import { quote } from '../database/tableModel.ts'
import { localTextOf } from '../wire/localTextOf.ts'
import type { FormVersionOf } from './questions.ts'

interface HeadParts {
  context: { operation: { answers: AnswerFields }; platform: Platform }
  table: string
  where(writer: SqlWriter): string
  run: { query<R extends Record<string, unknown>>(statement: SqlStatement): Promise<{ rows: R[] }> }
}

/** @param guarded times are too coarse to measure by, and must not tell who it was */
export async function answerHead(parts: HeadParts, newest: FormVersionOf | null, guarded: boolean): Promise<AnswerHead> {
  const { answers } = parts.context.operation
  const totals = await totalsOf(parts)
  return {
    submitted: totals.submitted,
    started: answers.started ? totals.started : null,
    medianSeconds: guarded ? null : totals.seconds,
    days: await daysOf(parts),
    dropOff: answers.last && newest ? await dropOffOf(parts, answers.last, newest, totals.started) : null,
  }
}

async function totalsOf({
  context,
  table,
  where,
  run,
}: HeadParts): Promise<{ started: number; submitted: number; seconds: number | null }> {
  const { started, submitted } = context.operation.answers
  const writer = new SqlWriter()
  const at = `t.${quote(submitted)}`
  const seconds = started
    ? `percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${at} - t.${quote(started)})) FILTER (WHERE ${at} IS NOT NULL)`
    : 'NULL::float8'
  const { rows } = await run.query<{ started: number; submitted: number; seconds: number | null }>(
    writer.statement(
      `SELECT count(*)::integer AS started, count(${at})::integer AS submitted, ${seconds} AS seconds FROM ${table} WHERE ${where(writer)}`,
    ),
  )
  return rows[0]!
}

async function daysOf({ context, table, where, run }: HeadParts): Promise<AnswerHead['days']> {
  const { submitted } = context.operation.answers
  const writer = new SqlWriter()
  const groups = countGroups([{ name: 'day', from: submitted, unit: 'day' }], context.platform.app.timeZone)
  const at = `t.${quote(submitted)}`
  const { rows } = await run.query(
    writer.statement(groups.text(`SELECT ${at} AS "day" FROM ${table} WHERE ${where(writer)} AND ${at} IS NOT NULL`)),
  )
  return groups.reply(rows).groups as unknown as AnswerHead['days']
}

/** Who stopped is taken to have left at the field touched last, or before the first one. */
async function dropOffOf(
  { context, table, where, run }: HeadParts,
  last: string,
  { form }: FormVersionOf,
  started: number,
): Promise<NonNullable<AnswerHead['dropOff']>> {
  const writer = new SqlWriter()
  const { rows } = await run.query<{ field: string | null; count: number }>(
    writer.statement(`SELECT t.${quote(last)} AS field, count(*)::integer AS count FROM ${table}
      WHERE ${where(writer)} AND t.${quote(context.operation.answers.submitted)} IS NULL GROUP BY 1`),
  )
  const fields = Object.entries(form.schema.properties).filter(([, field]) => field['x-widget'] !== 'note')
  const left = new Map<string, number>()
  for (const { field, count } of rows) {
    const name = fields.find(([each]) => each === firstStep(field))?.[0] ?? fields[0]?.[0]
    if (name !== undefined) left.set(name, (left.get(name) ?? 0) + count)
  }
  let reached = started
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
