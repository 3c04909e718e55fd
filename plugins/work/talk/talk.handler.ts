/** What stands below a public work: thumbs, number of comments, whether comments are taken. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { thumbsOf } from './thumbsOf.ts'

export default defineHandler('work.talk', async ({ id }, context) => {
  const { db } = context
  const { rule } = await db
    .selectFrom('work_work as w')
    .innerJoin('competition_competition as c', 'c.id', 'w.competitionId')
    .select('c.commentRule as rule')
    .where('w.id', '=', id)
    .executeTakeFirstOrThrow()
  const { comments } = await db
    .selectFrom('work_comment')
    .select(({ fn }) => fn.countAll<string>().as('comments'))
    .where('workId', '=', id)
    .where('state', '=', 'shown')
    .executeTakeFirstOrThrow()
  return { ...(await thumbsOf(id, context)), comments: Number(comments), rule }
})
