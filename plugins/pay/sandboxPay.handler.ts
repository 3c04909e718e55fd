/** Someone pays on the sandbox's page: the sandbox takes the money, and tells the platform of it by a signed notice. Paying twice counts once. */
import { randomBytes } from 'node:crypto'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { tradeOf } from './provider/sandboxTrade.ts'

const REFERENCE_BYTES = 6

export default defineHandler('pay.sandboxPay', async ({ token }, context) => {
  const { rows, fail } = context
  const { number, returnTo } = await tradeOf(token, context)
  const reference = `SBX${randomBytes(REFERENCE_BYTES).toString('hex').toUpperCase()}`
  const [taken] = await rows.transitionWhere('pay.tradeLife', 'pay', { number }, { reference })
  const { state } = await tradeOf(token, context)
  if (state !== 'paid') return fail('PAY_CLOSED')
  if (taken) await context.jobs.enqueue('pay.sandboxNotify', { number })
  return { returnTo }
})
