/** Starts a payment of an order: the provider says where the person pays. The server's clock decides whether there is still time. While a
 *  transfer for the order waits for confirmation there is no second way to pay. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertPayer } from './orders/assertPayer.ts'
import { changeOrder, lockOrder, readOrder } from './orders/order.ts'
import { type PaymentProvider, PROVIDER } from './provider/PaymentProvider.ts'
import { awaitsConfirmation } from './remittance/awaitsConfirmation.ts'

export default defineHandler('pay.pay', async ({ id }, context) => {
  await assertPayer(await readOrder(id, context), context)
  const order = await lockOrder(id, context)
  const { state, expiresAt, number, title, total } = order
  if (state !== 'pending' || expiresAt <= context.now.toISOString()) return context.fail('PAY_CLOSED')
  if (await awaitsConfirmation(id, context)) return context.fail('PAY_REMITTANCE_OPEN')
  const provider = context.documents.service<PaymentProvider>(PROVIDER)
  const address = (await provider?.start({ number, title, amount: Number(total), returnTo: `/pay/${id}`, expiresAt }, context)) ?? null
  if (address === null) return context.fail('PAY_NO_PROVIDER')
  if (order.startedAt === null) await changeOrder(order, { startedAt: context.now.toISOString() }, context)
  return { address }
})
