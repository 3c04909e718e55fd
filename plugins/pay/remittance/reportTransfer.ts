/** Reports a bank transfer for an order that is to be paid, with its proof. The people who confirm transfers are notified. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { financeAddress } from '../finance/financeAddress.ts'
import { financeStaff } from '../finance/financeStaff.ts'
import { lockOrder, type Order } from '../orders/order.ts'
import { titleWords } from '../orders/words.ts'
import { purposeOf } from '../purposes/Purpose.ts'

const DAY_MS = 86_400_000
/** Characters of `2027-03-10`. */
const DATE_LENGTH = 10

/** Answers the id of the transfer. @throws PAY_CLOSED, PAY_REMITTANCE_OFF, PAY_REMITTANCE_DATE, PAY_REMITTANCE_OPEN, FORM_INVALID */
export async function reportTransfer(orderId: string, sent: unknown, context: HandlerContext): Promise<string> {
  const { now, session, fail } = context
  const order = await lockOrder(orderId, context)
  if ((await purposeOf(order, context).transferAccount(order, context)) === null) return fail('PAY_REMITTANCE_OFF')
  if (order.state !== 'pending' || order.expiresAt <= now.toISOString()) return fail('PAY_CLOSED')
  const { answers } = await context.documents.forms.submit({ id: 'pay.remittance' }, sent)
  const { accountName, transferredOn, reference, proof } = answers
  // a day ahead of UTC: the person may live east of the server
  if (transferredOn > new Date(now.getTime() + DAY_MS).toISOString().slice(0, DATE_LENGTH)) return fail('PAY_REMITTANCE_DATE')
  const reported = { accountName, transferredOn, reference: reference ?? null, proof }
  const { competitionId, organisationId } = order
  const of = { orderId, open: orderId, competitionId, organisationId, userId: session.userId! }
  const id = await context.rows.create('pay.remittance', { ...of, amount: Number(order.total), ...reported })
  await tellFinance(order, context)
  return id
}

async function tellFinance(order: Order, context: HandlerContext): Promise<void> {
  const address = financeAddress(order, 'remittances', context)
  const words = { ...titleWords(order), payer: order.payer, amount: Number(order.total), address }
  for (const userId of await financeStaff(order, 'confirmPayment', context))
    await context.messages.send('pay.remittanceSubmitted', { userId }, words)
}
