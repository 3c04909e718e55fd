/** Reports a bank transfer for the open order of a registration, with its proof. The people who confirm transfers are notified. */
import { defineHandler, type HandlerContext, type StoredFile } from '../../runtime/core/contracts.ts'
import { judgingStaff } from '../review/judgingStaff.ts'
import { lockOrder, type Order } from './orders/order.ts'
import { payableRegistration } from './orders/payableRegistration.ts'
import { titleWords } from './orders/words.ts'
import { paySetting } from './prices/readRules.ts'

const DAY_MS = 86_400_000
/** Characters of `2027-03-10`. */
const DATE_LENGTH = 10

export default defineHandler('pay.saveGroupPay', async ({ groupId, answers: sent }, context) => {
  const { db, now, session, fail } = context
  const { competitionId, organisationId } = await payableRegistration(groupId, context)
  if (!(await paySetting(competitionId, context))?.remittance) return fail('PAY_REMITTANCE_OFF')
  const open = await db.selectFrom('pay_order').select('id').where('seat', '=', groupId).executeTakeFirst()
  if (!open) return fail('PAY_CLOSED')
  const order = await lockOrder(open.id, context)
  if (order.state !== 'pending' || order.expiresAt <= now.toISOString()) return fail('PAY_CLOSED')
  const { answers } = await context.forms.submit({ id: 'pay.remittance' }, sent)
  const { accountName, transferredOn, reference, proof } = answers as unknown as Told
  // a day ahead of UTC: the person may live east of the server
  if (transferredOn > new Date(now.getTime() + DAY_MS).toISOString().slice(0, DATE_LENGTH)) return fail('PAY_REMITTANCE_DATE')
  const told = { accountName, transferredOn, reference: reference ?? null, proof }
  const of = { orderId: order.id, open: order.id, competitionId, organisationId, userId: session.userId! }
  const id = await context.add('pay.remittance', { ...of, amount: Number(order.total), ...told })
  await tellFinance(order, { competitionId, organisationId }, context)
  return { id }
})

interface Told {
  accountName: string
  transferredOn: string
  reference?: string
  proof: StoredFile[]
}

async function tellFinance(order: Order, of: { competitionId: string; organisationId: string }, context: HandlerContext): Promise<void> {
  const address = `${context.site}/admin/financialManagement?competitionId=${of.competitionId}&tab=remittances`
  const words = { ...titleWords(order), payer: order.payer, amount: Number(order.total), address }
  for (const userId of await judgingStaff(of, context, 'confirmPayment')) await context.send('pay.remittanceSubmitted', { userId }, words)
}
