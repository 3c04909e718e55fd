/** The organiser takes a submission back while it waits. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { addEntry } from './addEntry.ts'
import { decidersOf } from './auditors.ts'
import { mayEdit } from './mayEdit.ts'
import { readSteps, readSubmission, setCompetitionState } from './submission.ts'
import { tell } from './tell.ts'

export default defineHandler('audit.revoke', async ({ id, reason = null }, context) => {
  const submission = await readSubmission(id, context)
  if (!submission || !mayEdit(submission, context)) return context.fail('NOT_FOUND', { entity: 'audit.submission', id })
  const { competitionId, number } = submission
  await context.transition('audit.review', 'revoke', id, { reason })
  for (const step of await readSteps(id, context)) {
    if (step.state === 'waiting')
      await tell(context, 'audit.revoked', await decidersOf(step.organisationId, id, context), { competitionId })
    if (step.state === 'waiting' || step.state === 'pending') await context.transition('audit.level', 'close', step.id)
  }
  await setCompetitionState(competitionId, 'revoked', context)
  await addEntry(context, { competitionId, submissionId: id, number, action: 'revoke', reason, organisationId: submission.organisationId })
  return { id, state: 'revoked' }
})
