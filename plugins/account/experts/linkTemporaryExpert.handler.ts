/** Makes a new one-time link for a temporary expert; earlier links stop working. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { makeLink } from '../signIn/signInLink.ts'
import { findTemporaryExpert } from './temporaryExpert.ts'

export default defineHandler('account.linkTemporaryExpert', async ({ userId, address = null }, context) => {
  const expert = await findTemporaryExpert(context, userId)
  if (expert.end <= context.now) return context.fail('EXPERT_END')
  const link = await makeLink(context, { ...expert, userId, address })
  await context.rows.record({ entity: 'account.user', rowId: userId, before: null, after: { link: 'made', expiresAt: link.expiresAt } })
  return link
})
