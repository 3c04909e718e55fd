import { defineHandler } from '../../../runtime/core/contracts.ts'
import { mayDiscuss } from './discussion.ts'
import { heldAssignment } from './markable.ts'

export default defineHandler('review.say', async ({ id, text }, context) => {
  const own = await heldAssignment(id, context)
  if (!mayDiscuss(own)) return context.fail('REVIEW_NO_DISCUSSION')
  const { roundId, workId, competitionId, organisationId, userId } = own
  return {
    id: await context.rows.create('review.comment', { roundId, workId, competitionId, organisationId, userId, byOrganiser: false, text }),
  }
})
