/** Takes payments that move no money: with a page of its own where people pay, and notices that are signed. Its trades are rows of pay.sandboxTrade. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { defineProvider } from '../../../runtime/core/contracts.ts'
import { type PaymentProvider, RefundRefused } from './PaymentProvider.ts'
import { readSandboxNotice } from './sandboxNotice.ts'

export const SANDBOX = 'pay.sandbox'
/** Purpose of the tokens that open a trade. */
export const TRADE = 'pay.trade'
const REFERENCE_BYTES = 6

export default defineProvider<PaymentProvider>(SANDBOX, 'payment', () => ({
  name: SANDBOX,
  sandbox: true,
  ready: true,
  acknowledged: 'success',
  async start({ number, title, amount, returnTo }, { rows, people }) {
    await rows.createMissing('pay.sandboxTrade', ['number'], [{ number, title, amount, returnTo, state: 'open' }])
    return `/pay/sandbox/${await people.signed.sign(TRADE, number)}`
  },
  async query(number, { db }) {
    const trade = await db.selectFrom('pay_sandboxTrade').selectAll().where('number', '=', number).executeTakeFirst()
    if (!trade?.reference || !trade.paidAt) return null
    return { number, reference: trade.reference, amount: Number(trade.amount), paidAt: trade.paidAt }
  },
  readNotice: readSandboxNotice,
  async refund({ orderNumber, amount }, { rows }) {
    const trade = { number: orderNumber, state: 'paid' as const }
    const taken = await rows.count('pay.sandboxTrade', trade, { refunded: amount }, { refunded: 'amount' })
    if (!taken) throw new RefundRefused(`the sandbox has not taken that much for ${orderNumber}`)
    return `SBR${randomBytes(REFERENCE_BYTES).toString('hex').toUpperCase()}`
  },
  async bill(day, { db }) {
    const { rows } = await sql<{ number: string; reference: string; amount: string }>`
      select number, reference, amount from "pay_sandboxTrade" where state = 'paid' and reference is not null
        and ("paidAt" at time zone 'Asia/Shanghai')::date = ${day}::date order by id`.execute(db)
    return rows.map((row) => ({ ...row, kind: 'payment' as const, refundNumber: null, amount: Number(row.amount) }))
  },
  async endOrder(number, { rows }) {
    await rows.transitionWhere('pay.tradeLife', 'close', { number })
  },
}))
