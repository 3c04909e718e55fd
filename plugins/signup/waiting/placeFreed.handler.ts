/** A place was given back: a job offers it to anyone who waits for an event of the competition. A job, since events of one competition are locked one at a time. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { orderOffers } from './orderOffers.ts'

export default defineHandler('signup.placeFreed', async ({ row }, context) => {
  await orderOffers((row as { competitionId: string }).competitionId, context)
})
