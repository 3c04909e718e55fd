/** Invites an expert again who has declined. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { invitePeople } from './invite.ts'
import { lockExpert } from './panel.ts'

export default defineHandler('review.inviteAgain', async ({ id }, context) => {
  const { userId, name, competitionId } = await lockExpert(id, context)
  await invitePeople(competitionId, [{ id: userId, name }], {}, context)
  return { id }
})
