/** The author withdraws an objection that has no answer yet. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockedList } from '../heldList.ts'

export default defineHandler('ranking.withdrawObjection', async ({ id }, context) => {
  const { session, fail, db } = context
  const read = () =>
    db.selectFrom('ranking_objection').selectAll().where('id', '=', id).where('userId', '=', session.userId!).executeTakeFirst()
  const seen = await read()
  if (!seen) return fail('NOT_FOUND', { entity: 'ranking.objection', id })
  await lockedList(seen.listId, context)
  const objection = (await read())!
  if (objection.state !== 'open') return fail('RANKING_OBJECTION_SETTLED')
  await context.rows.save('ranking.objection', objection, { state: 'withdrawn' })
  return { id }
})
