/** A waiting entry that ends with its offer: the place is offered to the next. */
import { defineRules, type EntityRow, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { orderOffers } from './orderOffers.ts'

export default defineRules('signup.waiting', { afterTransition: { decline: offerOn, lapse: offerOn, revoke: offerOn } })

/** By a job, since events of one competition are locked one at a time. */
async function offerOn({ competitionId }: EntityRow<'signup.waiting'>, context: HandlerContext): Promise<void> {
  await orderOffers(competitionId, context)
}
