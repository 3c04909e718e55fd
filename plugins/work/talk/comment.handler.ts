/** A comment on a public work. The call holds the lock of the person, so that the limit of a day cannot be passed by two at the same time. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { MS_PER_DAY } from '../../../runtime/core/time.ts'
import { shownName } from './shownName.ts'

export default defineHandler('work.comment', async ({ id, text }, context) => {
  const work = await context.db
    .selectFrom('work_work as w')
    .innerJoin('competition_competition as c', 'c.id', 'w.competitionId')
    .select(['w.competitionId', 'w.organisationId', 'c.commentRule'])
    .where('w.id', '=', id)
    .executeTakeFirstOrThrow()
  const { competitionId, organisationId, commentRule } = work
  if (commentRule === 'off') return context.fail('COMMENT_OFF')
  const userId = context.session.userId!
  await assertRoom(userId, context)
  const state = commentRule === 'after' ? ('shown' as const) : ('waiting' as const)
  const person = await context.rows.get('account.user', userId)
  const name = shownName(person)
  const values = { workId: id, competitionId, organisationId, userId, name, text: text.trim(), state, writtenAt: context.now.toISOString() }
  return { id: await context.rows.create('work.comment', values), state }
})

/** Deleted ones count no more. @throws COMMENT_LIMIT */
async function assertRoom(userId: string, { db, now, documents, fail }: HandlerContext): Promise<void> {
  const { perDay } = documents.settings('work.talk')
  const { written } = await db
    .selectFrom('work_comment')
    .select(({ fn }) => fn.countAll<string>().as('written'))
    .where('userId', '=', userId)
    .where('writtenAt', '>', new Date(now.getTime() - MS_PER_DAY).toISOString())
    .executeTakeFirstOrThrow()
  if (Number(written) >= perDay) fail('COMMENT_LIMIT', { max: perDay })
}
