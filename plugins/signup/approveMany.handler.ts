/** Approves several registrations at once: those that still wait for review; the others are counted as skipped. Access, effects and log entry
 *  of each are those of the call `signup.approve`; one that is out of reach fails them all. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'
import { inLockOrder } from './inLockOrder.ts'

export default defineHandler('signup.approveMany', async ({ ids }, context) => {
  const sorted = inLockOrder(ids)
  for (const id of sorted) await context.lock('registration', id)
  const waiting = await context.db
    .selectFrom('signup_registration')
    .select('id')
    .where('id', 'in', sorted)
    .where('status', '=', signupStatus.underReview)
    .execute()
  for (const { id } of waiting) await context.call('signup.approve', { id })
  return { approved: waiting.length, skipped: ids.length - waiting.length }
})
