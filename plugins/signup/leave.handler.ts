/** Someone withdraws a registration of their own. The flow gives the place back; the call holds the lock of the registration, which payments take first, so
 *  that a payment is either refunded here, or comes for an order that is closed and is sent back. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { leaveOrder } from '../pay/orders/leaveOrder.ts'
import { refundOnLeaving } from '../pay/refunds/refundOnLeaving.ts'
import { lockTeam } from '../registration/team.ts'
import { tellMembers } from '../registration/tell.ts'
import { membersHaveAccounts, withdrawRule } from './ownChanges.ts'

export default defineHandler('signup.leave', async ({ id, back }, context) => {
  await context.call('signup.own', { id })
  const row = await context.rows.get('signup.registration', id)
  const { refusal } = await withdrawRule(row, context)
  if (refusal !== null) context.fail(refusal)
  const refund = await refundOnLeaving(id, context)
  if (back !== undefined && refund.back < back) context.fail('WITHDRAW_REFUND')
  const { status } = await context.rows.transition('signup.review', 'leave', id)
  await leaveOrder(id, refund, context)
  await context.messages.send('signup.left', { userId: row.userId }, { name: row.displayName, page: `/personalCenter/jingsai/${id}` })
  if (row.isTeam && (await membersHaveAccounts(row.competitionId, context)))
    await tellMembers('signup.left', await lockTeam(id, context), context)
  return { id, status, back: refund.back }
})
