/** Removes an expert from a group. Returns the expert, so that it can be undone. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { countExperts, lockExpertGroup } from './expertGroup.ts'

export default defineHandler('account.removeExpertGroupMember', async ({ id }, context) => {
  const { db, fail } = context
  const unknown = () => fail('NOT_FOUND', { entity: 'account.expertGroupMember', id })
  const row = await db.selectFrom('account_expertGroupMember').select(['expertGroupId', 'userId']).where('id', '=', id).executeTakeFirst()
  if (!row) return unknown()
  const expertGroupId = row.expertGroupId
  const { list } = await context.call('account.expertGroupMembers', { id })
  if (list.length === 0) return unknown()
  const { organisationId, competitionId } = await lockExpertGroup(context, expertGroupId)
  await context.rows.remove('account.expertGroupMember', { id }, { of: { organisationId, competitionId } })
  await countExperts(context, expertGroupId)
  return { expertGroupId, userId: row.userId }
})
