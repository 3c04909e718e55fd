/** What the page of a report begins with: answers as they were saved, and the figures of the platform that prefill the others. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { approversOfReport } from './approversOfReport.ts'
import {
  assertAsked,
  figuresOf,
  formContext,
  formOf,
  isOpen,
  knownAnswers,
  type Mark,
  mayWrite,
  type Report,
  roundOf,
  yearOf,
} from './report.ts'

export default defineHandler('summary.getSave', async ({ competitionId, planId = null }, context) => {
  const { rows, now } = context
  const competition = await rows.get('competition.competition', competitionId)
  const report = await rows.find('summary.report', { competitionId, round: roundOf(planId) })
  if (!report) await assertAsked(planId, competition.organisationId, context)
  const plan = planId === null ? null : await rows.get('summary.plan', planId)
  const blank: Pick<Report, 'state' | 'planId' | 'formHash' | 'figures' | 'competitionId'> = {
    state: 'open',
    planId,
    formHash: null,
    figures: null,
    competitionId,
  }
  const { hash, form } = await formOf(report ?? blank, context)
  const figures = await figuresOf(report ?? blank, context)
  const canWrite = mayWrite({ competitionId, organisationId: competition.organisationId }, context)
  return {
    id: report?.id ?? null,
    competitionId,
    planId,
    title: competition.title,
    call: plan?.title ?? null,
    kind: plan ? 'yearly' : 'final',
    year: plan?.year ?? yearOf(competition.competitionEnd, context),
    state: report?.state ?? 'open',
    hash,
    answers: knownAnswers((report?.answers ?? {}) as Record<string, unknown>, form),
    figures: formContext(figures),
    months: figures.months,
    schools: figures.schools,
    prizes: figures.prizes,
    marks: (report?.marks ?? []) as Mark[],
    reason: report?.reason ?? null,
    version: report?.version ?? 0,
    deadline: plan?.deadline ?? null,
    now: now.toISOString(),
    savedAt: report?.savedAt ?? null,
    submittedAt: report?.submittedAt ?? null,
    mayEdit: canWrite && isOpen(report?.state ?? 'open') && plan?.state !== 'closed',
    needsApproval: (await approversOfReport(competition.organisationId, context)).chain.length > 0,
  }
})
