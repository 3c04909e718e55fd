/** Every hour: asks the provider about unfinished payments, repeats refunds that had no answer, and fetches yesterday's bill once it is ready. Each gets a
 *  job of its own, so that one cannot delay the others. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { type PaymentProvider, PROVIDER } from './provider/PaymentProvider.ts'

const BATCH = 500
/** The provider is not asked about younger payments: the person may still be paying. */
const PATIENCE_MS = 600_000
const DAY_MS = 86_400_000
/** Hour in Beijing by which bills are ready. */
const BILL_HOUR = 10
const BEIJING_MS = 28_800_000

export default defineHandler('pay.reconcile', async (_input, context) => {
  const provider = context.documents.service<PaymentProvider>(PROVIDER)
  if (!provider) return { asked: 0, sent: 0, bill: null }
  const { db, now } = context
  const before = new Date(now.getTime() - PATIENCE_MS).toISOString()
  const open = await db
    .selectFrom('pay_order')
    .select('id')
    .where('state', '=', 'pending')
    .where('startedAt', '<', before)
    .orderBy('startedAt')
    .limit(BATCH)
    .execute()
  for (const { id } of open) await context.jobs.enqueue('pay.ask', { id })
  const refunds = await db
    .selectFrom('pay_refund')
    .select('id')
    .where('state', '=', 'requested')
    .where('provider', '=', provider.name)
    .where('createdAt', '<', before)
    .orderBy('createdAt')
    .limit(BATCH)
    .execute()
  for (const { id } of refunds) await context.jobs.enqueue('pay.sendRefund', { id })
  return { asked: open.length, sent: refunds.length, bill: await orderBill(provider.name, context) }
})

/** The day whose bill is fetched now; null: none. */
async function orderBill(provider: string, { db, now, jobs }: HandlerContext): Promise<string | null> {
  const beijing = new Date(now.getTime() + BEIJING_MS)
  if (beijing.getUTCHours() < BILL_HOUR) return null
  const day = new Date(beijing.getTime() - DAY_MS).toISOString().slice(0, 10)
  const known = await db.selectFrom('pay_bill').select('id').where('provider', '=', provider).where('day', '=', day).executeTakeFirst()
  if (known) return null
  await jobs.enqueue('pay.importBill', { day })
  return day
}
