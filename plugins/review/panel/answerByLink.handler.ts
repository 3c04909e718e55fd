/** An expert answers an invitation by its link, signed in or not. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { answerInvitation } from './answer.ts'
import { openInvitation } from './panel.ts'

export default defineHandler('review.answerByLink', async ({ invitation, ...answer }, context) => {
  const row = await openInvitation(invitation, context)
  return row ? answerInvitation(row, answer, context) : context.fail('LINK_INVALID')
})
