/** What someone gets back who withdraws a registration now: the percentage that the refund rules say, of what is left of the payment. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { readOrder } from '../orders/order.ts'
import { needsReview } from './needsReview.ts'
import { readTiers } from './readTiers.ts'
import { refundPercent } from './refundPercent.ts'

const WHOLE = 100

export interface LeavingRefund {
  paid: number
  back: number
  /** When that changes; null: it does not. */
  backUntil: string | null
  /** Where the competition has no rules, or the sum is large, someone of finance decides. */
  decided: boolean
  outcome: 'none' | 'lost' | 'decided' | 'part' | 'whole'
}

const NOTHING: LeavingRefund = { paid: 0, back: 0, backUntil: null, decided: false, outcome: 'none' }

export async function refundOnLeaving(registrationId: string, context: HandlerContext): Promise<LeavingRefund> {
  const { db, now } = context
  const open = await db
    .selectFrom('pay_order')
    .select('id')
    .where('seat', '=', registrationId)
    .where('state', '=', 'paid')
    .executeTakeFirst()
  if (!open) return NOTHING
  const order = await readOrder(open.id, context)
  const left = Number(order.paid) - Number(order.refunded)
  if (order.competitionId === null || left <= 0) return NOTHING
  const tiers = await readTiers(order.competitionId, context)
  const { percent, until: backUntil } = refundPercent(tiers, now.toISOString())
  const back = Math.floor((left * percent) / WHOLE)
  if (back === 0) return { paid: left, back, backUntil, decided: false, outcome: 'lost' }
  const decided = tiers.length === 0 || (await needsReview(order, back, context))
  return { paid: left, back, backUntil, decided, outcome: decided ? 'decided' : back < left ? 'part' : 'whole' }
}
