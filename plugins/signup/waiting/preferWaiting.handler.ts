/** The organiser moves an entry to the front, for a reason that is logged and sent. A free place is offered immediately, else the next one. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { signupWaitingState } from '../../generated/enums.ts'
import { freePlaces, lockWaited, offer } from './offerNext.ts'

export default defineHandler('signup.preferWaiting', async ({ id, reason }, context) => {
  const { eventId } = await context.rows.get('signup.waiting', id)
  const place = await lockWaited(eventId, context)
  const entry = await context.rows.get('signup.waiting', id, { lock: true })
  if (entry.status !== signupWaitingState.waiting) return context.fail('FLOW_STATE', { state: entry.status })
  const { first } = await context.db
    .selectFrom('signup_waiting')
    .select(({ fn }) => fn.min('turn').as('first'))
    .where('eventId', '=', eventId)
    .executeTakeFirstOrThrow()
  const change = { turn: Math.min(0, Number(first)) - 1, reason, preferredBy: context.session.userId }
  await context.rows.save('signup.waiting', entry, change)
  if (place && (await freePlaces(place.event, context)) > 0) {
    await offer(entry, place.event, context)
    return { id, status: signupWaitingState.offered }
  }
  const words = { name: entry.displayName, reason, page: `/personalCenter/waiting/${id}` }
  await context.messages.send('signup.waitingFirst', { userId: entry.userId }, words)
  return { id, status: entry.status }
})
