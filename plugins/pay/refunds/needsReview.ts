import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Order } from '../orders/order.ts'
import { paySetting } from '../prices/readRules.ts'

/** Whether a second person has to approve one more refund of an order. The sum of all its refunds counts: several small refunds are a large one. */
export async function needsReview({ competitionId, refunded }: Order, amount: number, context: HandlerContext): Promise<boolean> {
  const limit = competitionId === null ? null : ((await paySetting(competitionId, context))?.refundReviewFrom ?? null)
  return limit !== null && Number(refunded) + amount >= Number(limit)
}
