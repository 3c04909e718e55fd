/** Before a report is due: reminds who began it, else those who may write it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { staffWith } from '../account/grants/staffWith.ts'
import { isOpen } from './report.ts'

interface Due {
  row: { id: string }
}

export default defineHandler<'summary.remind', Due, null>('summary.remind', async ({ row: { id } }, context) => {
  const report = await context.rows.get('summary.report', id)
  const plan = report.planId === null ? null : await context.rows.get('summary.plan', report.planId)
  if (plan?.state !== 'open' || !isOpen(report.state)) return null
  const { title } = await context.rows.get('competition.competition', report.competitionId)
  const people = report.authorId === null ? await staffWith(report, context, 'editCompetitionInfo') : [report.authorId]
  const page = `/admin/competitionSummary/summaryForm?competitionId=${report.competitionId}&planId=${plan.id}`
  for (const userId of people)
    await context.messages.send('summary.dueSoon', { userId }, { competition: title, call: plan.title, deadline: plan.deadline, page })
  return null
})
