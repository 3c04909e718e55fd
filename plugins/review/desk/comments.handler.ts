import { defineHandler } from '../../../runtime/core/contracts.ts'
import { mayDiscuss } from './discussion.ts'
import { ownAssignment } from './ownAssignment.ts'
import { threadOf } from './thread.ts'

export default defineHandler('review.comments', async ({ id }, context) => {
  const own = await ownAssignment(id, context)
  if (own.state === 'recused' || !mayDiscuss(own)) return context.fail('REVIEW_NO_DISCUSSION')
  return threadOf(own, { named: own.showExperts, reader: own.userId }, context)
})
