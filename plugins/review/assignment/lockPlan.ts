import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'
import { lockRound, type Round } from '../round.ts'

/** A plan of a round that the asker may set up, with the round locked. @throws NOT_FOUND, REVIEW_FROZEN */
export async function lockPlan(id: string, context: HandlerContext): Promise<{ plan: Row<'review_plan'>; round: Round }> {
  const { fail } = context
  const known = await context.rows.get('review.plan', id)
  const round = await lockRound(known.roundId, context)
  if (round.frozenAt !== null) return fail('REVIEW_FROZEN')
  const plan = await context.rows.get('review.plan', id)
  return { plan, round }
}
