import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Tier } from './refundPercent.ts'

/** Refund rules of a competition, the first to end first. */
export async function readTiers(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<Tier[]> {
  const query = db.selectFrom('pay_tier').select(['until', 'percent']).where('competitionId', '=', competitionId)
  return query.orderBy('until').execute()
}
