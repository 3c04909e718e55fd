/** Adds experts to a group; members that are already in it stay. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { countExperts, lockExpertGroup } from './expertGroup.ts'

export default defineHandler('account.addExpertGroupMembers', async ({ expertGroupId, userIds }, context) => {
  const { db, call, record, fail } = context
  const { organisationId, competitionId } = await lockExpertGroup(context, expertGroupId)
  const wanted = [...new Set(userIds)]
  const known = new Set((await call<{ id: string }[]>('account.expertOptions', { ids: wanted })).map(({ id }) => id))
  const unknown = wanted.filter((id) => !known.has(id))
  if (unknown.length > 0) return fail('EXPERT_UNKNOWN', { ids: unknown })
  const added = await db
    .insertInto('account_expertGroupMember')
    .values(wanted.map((userId) => ({ expertGroupId, userId })))
    .onConflict((conflict) => conflict.columns(['expertGroupId', 'userId']).doNothing())
    .returning('userId')
    .execute()
  await countExperts(context, expertGroupId)
  const after = { added: added.map(({ userId }) => userId), organisationId, competitionId }
  await record({ entity: 'account.expertGroup', rowId: expertGroupId, before: null, after })
  return { added: added.length }
})
