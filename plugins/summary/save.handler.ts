/** Keeps what was typed into a report; the first save makes it. The call holds the lock of the competition's reports. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertAsked, assertWritable, findReport, keepAnswers, roundOf, yearOf } from './report.ts'

export default defineHandler('summary.save', async ({ competitionId, planId = null, answers, version }, context) => {
  const known = await findReport(competitionId, planId, context)
  if (known) {
    await assertWritable(known, version, context)
    return keepAnswers(known, answers, context)
  }
  const { organisationId, competitionEnd } = await context.rows.get('competition.competition', competitionId)
  await assertAsked(planId, organisationId, context)
  const plan = planId === null ? null : await context.rows.get('summary.plan', planId)
  const year = plan?.year ?? yearOf(competitionEnd, context)
  const kind = plan ? ('yearly' as const) : ('final' as const)
  const id = await context.rows.create('summary.report', { planId, competitionId, organisationId, round: roundOf(planId), kind, year })
  return keepAnswers(await context.rows.get('summary.report', id), answers, context)
})
