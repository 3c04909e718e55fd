/** The rules of a competition's fees as they are stored. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'
import type { PriceRules } from './priceOf.ts'

export type PaySetting = Row<'pay_setting'>

/** Null where payment was never set up. */
export async function paySetting(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<PaySetting | null> {
  const row = await db.selectFrom('pay_setting').selectAll().where('competitionId', '=', competitionId).executeTakeFirst()
  return (row as PaySetting | undefined) ?? null
}

/** @throws EVENT_UNKNOWN when the competition has no such event */
export async function readRules(
  { competitionId, eventId }: { competitionId: string; eventId: string },
  setting: PaySetting | null,
  { db, fail }: Pick<HandlerContext, 'db' | 'fail'>,
): Promise<PriceRules> {
  const event = await db
    .selectFrom('competition_event')
    .select('fee')
    .where('id', '=', eventId)
    .where('competitionId', '=', competitionId)
    .executeTakeFirst()
  if (!event) return fail('EVENT_UNKNOWN')
  const fees = await db
    .selectFrom('pay_fee')
    .select(['id', 'eventId', 'unit', 'choice', 'amount', 'startsAt', 'endsAt'])
    .where('competitionId', '=', competitionId)
    .execute()
  return {
    base: Number(event.fee),
    fees: fees.map((fee) => ({ ...fee, amount: Number(fee.amount) })) as PriceRules['fees'],
    groupFrom: setting?.groupFrom ?? null,
    groupPercent: setting?.groupPercent ?? null,
    freeForInvited: setting?.freeForInvited ?? false,
  }
}
