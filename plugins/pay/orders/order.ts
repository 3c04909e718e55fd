/** Orders under their lock, and what follows for their registration. Everyone locks the registration first, then the order. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'
import { type OrderFacts, standingOf } from './standingOf.ts'

export type Order = Row<'pay_order'>

const ENTITY = 'pay.order'

/** @throws NOT_FOUND */
export async function readOrder(id: string, { db, fail }: Pick<HandlerContext, 'db' | 'fail'>): Promise<Order> {
  const row = await db.selectFrom('pay_order').selectAll().where('id', '=', id).executeTakeFirst()
  return (row as Order | undefined) ?? fail('NOT_FOUND', { entity: ENTITY, id })
}

/** Reads an order under the locks of its registration and its own. @throws NOT_FOUND */
export async function lockOrder(id: string, context: HandlerContext): Promise<Order> {
  const { registrationId } = await readOrder(id, context)
  if (registrationId !== null) await context.lock('registration', registrationId)
  await context.lock('payOrder', id)
  return readOrder(id, context)
}

/** Writes columns of an order and logs them. */
export async function changeOrder<C extends Partial<Order>>(before: Order, change: C, context: HandlerContext): Promise<Order> {
  const { organisationId, competitionId } = before
  await context.change(ENTITY, before, change as never, { of: { organisationId, competitionId } })
  return { ...before, ...change }
}

/** After a change of an order: stores the payment status of its registration. */
export async function settleStanding(registrationId: string | null, { db }: Pick<HandlerContext, 'db'>): Promise<void> {
  if (registrationId === null) return
  const orders = await db
    .selectFrom('pay_order')
    .select(['state', 'lapsedFrom'])
    .where('registrationId', '=', registrationId)
    .orderBy('id')
    .execute()
  await db
    .updateTable('signup_registration')
    .set({ payState: standingOf(orders as OrderFacts[]) })
    .where('id', '=', registrationId)
    .execute()
}
