/** A bank transfer that someone reported, under the locks of its order. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'
import { assertReach } from '../orders/assertReach.ts'
import { lockOrder, type Order } from '../orders/order.ts'

export type Remittance = Row<'pay_remittance'>

/** `provider` of payments that a person confirmed. */
export const OFFLINE = 'pay.offline'

/** For a person who holds the permission on its competition. @throws NOT_FOUND */
export async function lockRemittance(
  id: string,
  permission: string,
  context: HandlerContext,
): Promise<{ remittance: Remittance; order: Order }> {
  const { db, fail } = context
  const read = async () =>
    ((await db.selectFrom('pay_remittance').selectAll().where('id', '=', id).executeTakeFirst()) as Remittance | undefined) ??
    fail('NOT_FOUND', { entity: 'pay.remittance', id })
  const found = await read()
  assertReach(found, permission, context)
  const order = await lockOrder(found.orderId, context)
  return { remittance: await read(), order }
}
