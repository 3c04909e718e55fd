/** Approves several registrations at once: those that still wait for review; the others are counted as skipped. Access, effects and log entry
 *  of each are those of the call `signup.approve`; one that is out of reach fails them all. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'

export default defineHandler<{ ids: string[] }>('signup.approveMany', async ({ ids }, context) => {
  // sorted: two organisers with overlapping selections wait for each other instead of blocking each other
  const sorted = ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
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
