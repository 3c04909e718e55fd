/** The timeline of a competition: windows in its row, named milestones in rows of their own. Contradictions are reported at the field whose time should
 *  be later. */
import type { FormError, FormTypes, HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'
import type { Competition, CompetitionChange } from './competition.ts'
import { filled } from './infoForm.ts'

export const WINDOW_FIELDS = [
  'signupStart',
  'signupEnd',
  'editEnd',
  'competitionStart',
  'competitionEnd',
  'worksStart',
  'worksEnd',
  'reviewStart',
  'reviewEnd',
  'resultDate',
] as const
export type WindowField = (typeof WINDOW_FIELDS)[number]

/** The earlier time, the later one, and whether they may be equal. */
const ORDER: readonly [WindowField, WindowField, 'before' | 'notAfter'][] = [
  ['signupStart', 'signupEnd', 'before'],
  ['signupEnd', 'editEnd', 'notAfter'],
  ['signupStart', 'competitionStart', 'notAfter'],
  ['competitionStart', 'competitionEnd', 'notAfter'],
  ['editEnd', 'competitionEnd', 'notAfter'],
  ['signupStart', 'worksStart', 'notAfter'],
  ['worksStart', 'worksEnd', 'before'],
  ['worksStart', 'reviewStart', 'notAfter'],
  ['reviewStart', 'reviewEnd', 'before'],
  ['competitionStart', 'resultDate', 'notAfter'],
]

export type TimesAnswers = FormTypes['competition.wizard.times']

/** Contradictions, each at the field that comes too early. */
export function timeErrors(answers: TimesAnswers): FormError[] {
  const windows = ORDER.flatMap(([first, later, rule]) => {
    const from = answers[first]
    const to = answers[later]
    const isWrong = from && to && (rule === 'before' ? to <= from : to < from)
    return isWrong ? [orderError(`/${later}`, rule, first)] : []
  })
  const milestones = (answers.milestones ?? []).flatMap(({ at, until }, index) =>
    until && until < at ? [orderError(`/milestones/${index}/until`, 'notAfter', 'at')] : [],
  )
  return [...windows, ...milestones]
}

function orderError(path: string, rule: 'before' | 'notAfter', first: string): FormError {
  return { path, rule: 'order', message: { key: `competition.order.${rule}.${first}`, values: {} } }
}

/** Answers of the schedule form -> columns, without milestones. */
export function windowColumns(answers: TimesAnswers): CompetitionChange {
  return Object.fromEntries(WINDOW_FIELDS.map((name) => [name, answers[name] ?? null]))
}

/** Columns and milestones -> answers of the schedule form. */
export function timesAnswers(row: Competition, milestones: readonly Row<'competition_milestone'>[]): Record<string, unknown> {
  const windows = Object.fromEntries(WINDOW_FIELDS.map((name) => [name, isoOf(row[name])]))
  return filled({
    ...windows,
    milestones: milestones.map(({ id, title, text, at, until }) =>
      filled({ id, title, text, at: isoOf(at), until: isoOf(until) === isoOf(at) ? null : isoOf(until) }),
    ),
  })
}

/** Milestones of a competition, in order. */
export async function readMilestones({ db }: Pick<HandlerContext, 'db'>, competitionId: string): Promise<Row<'competition_milestone'>[]> {
  const query = db.selectFrom('competition_milestone').selectAll().where('competitionId', '=', competitionId)
  return (await query.orderBy('at').orderBy('id').execute()) as Row<'competition_milestone'>[]
}

/** Makes the stored milestones those of the answers. */
export function writeMilestones(
  { rows }: HandlerContext,
  competitionId: string,
  milestones: TimesAnswers['milestones'] = [],
): Promise<void> {
  const list = milestones.map(({ text = null, at, until = at, ...milestone }) => ({ ...milestone, text, at, until }))
  return rows.keep('competition.milestone', { competitionId }, list)
}

/** A stored moment as ISO 8601; null for nothing. */
export function isoOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return value instanceof Date ? value.toISOString() : String(value)
}
