/** What withdrawing a registration would mean for the person who asks: whether it is possible, until when, and what becomes of the fee. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { refundOnLeaving } from '../pay/refunds/refundOnLeaving.ts'
import { editRule, withdrawRule } from './ownChanges.ts'

export default defineHandler('signup.withdrawal', async ({ id }, context) => {
  await context.call('signup.own', { id })
  const row = await context.rows.get('signup.registration', id)
  return { ...(await withdrawRule(row, context)), ...(await editRule(row, context)), ...(await refundOnLeaving(id, context)) }
})
