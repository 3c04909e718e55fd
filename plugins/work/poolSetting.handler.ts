import { defineHandler } from '../../runtime/core/contracts.ts'
import { workPoolState } from '../generated/enums.ts'

export default defineHandler('work.poolSetting', async ({ competitionId }, context) => {
  const { db, fail } = context
  const row = await db
    .selectFrom('competition_competition')
    .select(['worksPublic', 'worksHeldFrom', 'worksHeldUntil'])
    .where('id', '=', competitionId)
    .executeTakeFirst()
  if (!row) return fail('NOT_FOUND', { entity: 'competition.competition', id: competitionId })
  const counts = await db
    .selectFrom('work_work')
    .select(({ fn }) => ['poolState', fn.countAll<string>().as('count')])
    .where('competitionId', '=', competitionId)
    .where('removedAt', 'is', null)
    .where('state', '=', 'submitted')
    .groupBy('poolState')
    .execute()
  const inState = (state: number) => Number(counts.find(({ poolState }) => poolState === state)?.count ?? 0)
  const isoOf = (at: string | null) => (at === null ? null : new Date(at).toISOString())
  return {
    unchecked: inState(workPoolState.unchecked),
    passed: inState(workPoolState.passed),
    rejected: inState(workPoolState.rejected),
    worksPublic: row.worksPublic,
    heldFrom: isoOf(row.worksHeldFrom),
    heldUntil: isoOf(row.worksHeldUntil),
  }
})
