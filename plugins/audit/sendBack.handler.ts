/** Sends a submission back with a reason: to the organiser, which ends it, or to the previous stage, which decides again. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { addEntry } from './addEntry.ts'
import { settle } from './settle.ts'
import { aboutOf, type Decision, openDecision, openLevel, organiserOf } from './submission.ts'
import { tell } from './tell.ts'

export default defineHandler('audit.sendBack', async (input, context) => {
  const decision = await openDecision(input, context)
  const { submission, step, duty } = decision
  const down = input.to === 'below'
  if (down && step.position === 1) return context.fail('AUDIT_LOWEST')
  await addEntry(context, {
    competitionId: submission.competitionId,
    submissionId: submission.id,
    number: submission.number,
    position: step.position,
    organisationId: step.organisationId,
    action: down ? 'sendDown' : 'sendBack',
    onBehalf: duty.onBehalf,
    reason: input.reason,
  })
  await (down ? toLevelBelow : toOrganiser)(decision, input.reason, context)
  return { id: submission.id, state: down ? 'waiting' : 'sentBack' }
})

async function toOrganiser({ submission, steps, step }: Decision, reason: string, context: HandlerContext): Promise<void> {
  const { id } = submission
  await context.rows.transition('audit.level', 'sendBack', step.id, { reason })
  for (const later of steps.filter(({ position }) => position > step.position))
    await context.rows.transition('audit.level', 'close', later.id)
  await context.rows.transition('audit.review', 'sendBack', id, { reason })
  await settle(submission, 'sentBack', reason, context)
  await tell(context, 'audit.sentBack', organiserOf(submission), { ...aboutOf(submission), organisationId: step.organisationId, reason })
}

async function toLevelBelow({ submission, steps, step }: Decision, reason: string, context: HandlerContext): Promise<void> {
  const below = steps.find(({ position }) => position === step.position - 1)!
  await context.rows.transition('audit.level', 'sendDown', step.id, { reason })
  await openLevel(submission, below, context, { organisationId: step.organisationId, reason })
}
