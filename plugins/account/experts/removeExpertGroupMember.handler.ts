/** Removes an expert from a group. Returns the expert, so that it can be undone. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { countExperts, lockExpertGroup } from './expertGroup.ts'

export default defineHandler('account.removeExpertGroupMember', async ({ id }, context) => {
  const { db, record, fail } = context
  const unknown = () => fail('NOT_FOUND', { entity: 'account.expertGroupMember', id })
  const row = await db.selectFrom('account_expertGroupMember').select(['expertGroupId', 'userId']).where('id', '=', id).executeTakeFirst()
  if (!row) return unknown()
  const expertGroupId = row.expertGroupId
  const { list } = await context.call<{ list: unknown[] }>('account.expertGroupMembers', { id })
  if (list.length === 0) return unknown()
  const { organisationId, competitionId } = await lockExpertGroup(context, expertGroupId)
  await db.deleteFrom('account_expertGroupMember').where('id', '=', id).execute()
  await countExperts(context, expertGroupId)
  const before = { member: row.userId, organisationId, competitionId }
  await record({ entity: 'account.expertGroup', rowId: expertGroupId, before, after: null })
  return { expertGroupId, userId: row.userId }
})
