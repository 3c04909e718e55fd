/** A group of experts that is being changed. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export interface ExpertGroup {
  id: string
  name: string
  organisationId: string
  competitionId: string | null
}

/** Locks the row, so that the count stays correct. A group out of reach counts as missing. @throws NOT_FOUND */
export async function lockExpertGroup({ db, call, fail }: HandlerContext, id: string): Promise<ExpertGroup> {
  const { total } = await call('account.expertGroups', { ids: [id] })
  const row =
    total > 0 &&
    (await db
      .selectFrom('account_expertGroup')
      .select(['id', 'name', 'organisationId', 'competitionId'])
      .where('id', '=', id)
      .where('removedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst())
  return row ? (row as ExpertGroup) : fail('NOT_FOUND', { entity: 'account.expertGroup', id })
}

/** Counts the members again after a change. */
export async function countExperts({ db, rows }: Pick<HandlerContext, 'db' | 'rows'>, id: string): Promise<void> {
  const counted = db.selectFrom('account_expertGroupMember').select(({ fn }) => fn.countAll<string>().as('members'))
  const { members } = await counted.where('expertGroupId', '=', id).executeTakeFirstOrThrow()
  await rows.save('account.expertGroup', { id }, { members: Number(members) })
}
