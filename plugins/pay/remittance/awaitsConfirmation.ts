/** Whether a transfer for an order waits for confirmation. Until then the order does not expire. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export async function awaitsConfirmation(orderId: string, { db }: Pick<HandlerContext, 'db'>): Promise<boolean> {
  return (await db.selectFrom('pay_remittance').select('id').where('open', '=', orderId).executeTakeFirst()) !== undefined
}
