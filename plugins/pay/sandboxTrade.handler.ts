/** What the sandbox's own page shows. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { tradeOf } from './provider/sandboxTrade.ts'

export default defineHandler('pay.sandboxTrade', async ({ token }, context) => {
  const { number, title, amount, state, returnTo } = await tradeOf(token, context)
  return { number, title: title[context.lang] || title.zh, amount: Number(amount), state, returnTo }
})
