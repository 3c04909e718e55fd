/** What a submission asks of the person who looks at it. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { dutiesOf, dutyFor } from './duties.ts'
import { placeOf, readSteps, type Submission } from './submission.ts'

/** Whether the person decides the current stage, for which organisation, and whether they may delegate it. */
export async function whatIsAsked(submission: Submission, context: HandlerContext) {
  const step = (await readSteps(submission.id, context)).find(({ position }) => position === submission.position)
  const waits = submission.state === 'waiting' && submission.submitterId !== context.session.userId
  const duty = waits && step ? dutyFor(await dutiesOf(context), placeOf(submission, step)) : null
  return { mine: duty !== null, mayDelegate: duty !== null && duty.onBehalf === null, auditorId: step?.organisationId ?? null }
}
