/** One report to read: answers at their form version, the figures of the platform beside what was reported, the stages of approval. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { levelViews } from '../audit/levels.ts'
import { readSubmission } from '../audit/submission.ts'
import { whatIsAsked } from '../audit/whatIsAsked.ts'
import type { Figures } from './figures.ts'
import { type Answers, figuresOf, formOf, isOpen, type Mark, mayWrite, type Report, titleOf } from './report.ts'

export default defineHandler('summary.detail', async ({ id }, context) => {
  const report = await context.rows.get('summary.report', id)
  const { hash, form } = await formOf(report, context)
  const figures = await figuresOf(report, context)
  const answers = (report.answers ?? {}) as Answers
  const { planId, competitionId, kind, year, state, version, reason, savedAt, submittedAt, decidedAt } = report
  const canWrite = mayWrite(report, context)
  return {
    ...{ id, competitionId, planId, kind, year, state, version, reason, savedAt, submittedAt, decidedAt, hash },
    ...(await namesOf(report, context)),
    answers: await context.documents.forms.read(hash, answers),
    ...countedBeside(figures, answers, context),
    marks: ((report.marks ?? []) as Mark[]).map((mark) => ({ ...mark, title: titleOf(form, mark.field) })),
    mayEdit: canWrite && isOpen(state),
    mayRevoke: canWrite && state === 'waiting',
    ...(await approvalOf(report, context)),
  }
})

async function namesOf({ competitionId, organisationId, planId, authorId }: Report, { rows, db }: HandlerContext) {
  const competition = await rows.get('competition.competition', competitionId)
  const organisation = await rows.get('organisation.organisation', organisationId)
  const plan = planId === null ? null : await rows.get('summary.plan', planId)
  const author =
    authorId === null ? undefined : await db.selectFrom('account_user').select('name').where('id', '=', authorId).executeTakeFirst()
  return {
    title: competition.title,
    level: competition.level,
    organisation: organisation.name,
    call: plan?.title ?? null,
    deadline: plan?.deadline ?? null,
    author: author?.name ?? null,
  }
}

/** Figures with their sources, and what the organiser reported under the same name. */
export function countedBeside(
  { values, countedAt, months, schools, prizes }: Figures,
  answers: Answers,
  { platform }: Pick<HandlerContext, 'platform'>,
) {
  const counted = platform.get('enum', 'summary.figure').values.map(({ code, label, description }) => ({
    code: String(code),
    title: label as LocalText,
    source: description as LocalText,
    value: values[code] ?? 0,
    reported: typeof answers[code] === 'number' ? answers[code] : null,
  }))
  const labels = platform.get('enum', 'ranking.prize').values
  return {
    counted,
    countedAt,
    months,
    schools,
    prizes: prizes.map(({ prize, count }) => ({
      count,
      label: (labels.find(({ code }) => code === prize)?.label ?? { zh: prize, en: prize }) as LocalText,
    })),
  }
}

/** The last submission: its stages, and whether the person decides now. */
export async function approvalOf({ id }: Pick<Report, 'id'>, context: HandlerContext) {
  const last = await context.db
    .selectFrom('audit_submission')
    .select('id')
    .where('summaryId', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const submission = last ? await readSubmission(last.id, context) : null
  if (!submission) return { submissionId: null, position: null, mine: false, steps: [] }
  const { mine } = await whatIsAsked(submission, context)
  return { submissionId: submission.id, position: submission.position, mine, steps: await levelViews(submission.id, context) }
}
