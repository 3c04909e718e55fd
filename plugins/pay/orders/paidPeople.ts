/** How many people an order was made for. A team that has paid for each of its people has no room for a further one; an open order follows the team. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export interface ChargedPeople {
  orderId: string
  state: string
  /** Null: this order charges nothing for each of them. */
  contestants: number | null
  instructors: number | null
}

/** Of the order that a registration has now; null without one. */
export async function chargedPeople(registrationId: string, { db }: Pick<HandlerContext, 'db'>): Promise<ChargedPeople | null> {
  const order = await db.selectFrom('pay_order').select(['id', 'state']).where('seat', '=', registrationId).executeTakeFirst()
  if (!order) return null
  const positions = await db
    .selectFrom('pay_position')
    .select(['line', 'quantity'])
    .where('orderId', '=', order.id)
    .where('line', 'in', ['contestant', 'instructor'])
    .execute()
  const quantity = (line: string) => positions.find((position) => position.line === line)?.quantity ?? null
  return { orderId: order.id, state: order.state, contestants: quantity('contestant'), instructors: quantity('instructor') }
}

/** @param count people of the team with the one who is to come. @throws TEAM_PAID_FOR */
export async function assertPaidFor(
  registrationId: string,
  count: { contestants: number; instructors: number },
  context: HandlerContext,
): Promise<void> {
  const charged = await chargedPeople(registrationId, context)
  if (charged?.state !== 'paid') return
  for (const kind of ['contestants', 'instructors'] as const) {
    const paid = charged[kind]
    if (paid !== null && count[kind] > paid) context.fail('TEAM_PAID_FOR', { count: paid })
  }
}
