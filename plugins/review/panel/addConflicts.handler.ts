/** The organiser sets a conflict by hand: one expert, some works. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockRounds } from '../round.ts'

export default defineHandler('review.addConflicts', async ({ competitionId, userId, workIds, detail }, context) => {
  const { db, rows, fail } = context
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
  const log = { of: { organisationId: expert.organisationId } }
  const kind = 'hand' as const
  await rows.saveWhere('review.conflict', { userId, workId: works, kind }, { detail }, log)
  const conflicts = works.map((workId) => ({ competitionId, userId, workId, kind, detail }))
  await rows.createMissing('review.conflict', ['userId', 'workId', 'kind'], conflicts, log)
  return { added: works.length }
})
