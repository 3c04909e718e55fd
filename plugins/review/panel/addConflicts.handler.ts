/** The organiser sets a conflict by hand: one expert, some works. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockRounds } from '../round.ts'

export default defineHandler('review.addConflicts', async ({ competitionId, userId, workIds, detail }, context) => {
  const { db, fail } = context
  await lockRounds(competitionId, context)
  const works = [...new Set(workIds)]
  const expert = await db
    .selectFrom('review_expert')
    .select('organisationId')
    .where('competitionId', '=', competitionId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!expert) return fail('NOT_FOUND', { entity: 'review.expert', id: userId })
  const found = await db.selectFrom('work_work').select('id').where('competitionId', '=', competitionId).where('id', 'in', works).execute()
  const unknown = works.find((id) => !found.some((work) => work.id === id))
  if (unknown !== undefined) return fail('NOT_FOUND', { entity: 'work.work', id: unknown })
  const added = await db
    .insertInto('review_conflict')
    .values(works.map((workId) => ({ competitionId, userId, workId, kind: 'hand' as const, detail })))
    .onConflict((conflict) => conflict.columns(['userId', 'workId', 'kind']).doUpdateSet({ detail }))
    .returning('id')
    .execute()
  await context.record({
    entity: 'review.conflict',
    rowId: added[0]!.id,
    before: null,
    after: { competitionId, userId, workIds: works, detail },
    of: { competitionId, organisationId: expert.organisationId },
  })
  return { added: added.length }
})
