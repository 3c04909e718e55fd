/** An expert answers an invitation at the desk; who declined may still accept. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { answerInvitation } from '../panel/answer.ts'

export default defineHandler('review.answerInvitation', async ({ id, ...answer }, context) => {
  const { db, session, fail } = context
  const row = await db
    .selectFrom('review_expert')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', session.userId ?? '0')
    .executeTakeFirst()
  if (!row || row.state === 'removed') return fail('NOT_FOUND', { entity: 'review.expert', id })
  return answerInvitation(row, answer, ['invited', 'declined'], context)
})
