/** Approves the current stage: the next one opens, or the approval is complete. */
import { defineHandler, type TemplateName } from '../../runtime/core/contracts.ts'
import type { AuditSubject } from '../generated/enums.ts'
import { addEntry } from './addEntry.ts'
import { settle } from './settle.ts'
import { aboutOf, openDecision, openLevel, organiserOf } from './submission.ts'
import { tell } from './tell.ts'

/** Template that tells the organiser. */
const APPROVED: Readonly<Record<AuditSubject, TemplateName>> = {
  competition: 'audit.approved',
  ranking: 'ranking.approved',
  certificates: 'certificate.approved',
  summary: 'summary.approved',
}

export default defineHandler('audit.approve', async (input, context) => {
  const { submission, steps, step, duty } = await openDecision(input, context)
  const { id, competitionId, number } = submission
  const reason = input.reason ?? null
  await context.rows.transition('audit.level', 'approve', step.id, { reason })
  await addEntry(context, {
    competitionId,
    submissionId: id,
    number,
    position: step.position,
    organisationId: step.organisationId,
    action: 'approve',
    onBehalf: duty.onBehalf,
    reason,
  })
  const next = steps.find(({ position }) => position === step.position + 1)
  const facts = { ...aboutOf(submission), organisationId: step.organisationId }
  if (next) {
    await openLevel(submission, next, context)
    await tell(context, 'audit.levelApproved', organiserOf(submission), facts)
  } else {
    await context.rows.transition('audit.review', 'approve', id, { reason })
    await settle(submission, 'approved', reason, context)
    await tell(context, APPROVED[submission.subject], organiserOf(submission), facts)
  }
  return { id, state: next ? 'waiting' : 'approved', position: next?.position ?? step.position }
})
