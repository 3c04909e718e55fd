/** An expert answers an invitation of their own from the desk. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { answerInvitation } from './answer.ts'

export default defineHandler('review.answerOwn', async ({ id, ...answer }, context) => {
  const { db, session, fail } = context
  const row = await db
    .selectFrom('review_expert')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', session.userId ?? '0')
    .executeTakeFirst()
  return row ? answerInvitation(row, answer, context) : fail('NOT_FOUND', { entity: 'review.expert', id })
})
