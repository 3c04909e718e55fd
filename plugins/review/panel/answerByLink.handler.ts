/** An expert answers an invitation by its link, signed in or not: once, later it is changed with the organiser. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { answerInvitation } from './answer.ts'
import { openInvitation } from './panel.ts'

export default defineHandler('review.answerByLink', async ({ invitation, ...answer }, context) => {
  const row = await openInvitation(invitation, context)
  if (!row) return context.fail('LINK_INVALID')
  const { state } = await answerInvitation(row, answer, ['invited'], context)
  return { state }
})
