/** Adds experts to a group; members that are already in it stay. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { countExperts, lockExpertGroup } from './expertGroup.ts'

export default defineHandler('account.addExpertGroupMembers', async ({ expertGroupId, userIds }, context) => {
  const { rows, call, fail } = context
  const { organisationId, competitionId } = await lockExpertGroup(context, expertGroupId)
  const wanted = [...new Set(userIds)]
  const known = new Set((await call('account.expertOptions', { ids: wanted })).map(({ id }) => id))
  const unknown = wanted.filter((id) => !known.has(id))
  if (unknown.length > 0) return fail('EXPERT_UNKNOWN', { ids: unknown })
  const members = wanted.map((userId) => ({ expertGroupId, userId }))
  const of = { organisationId, competitionId }
  const added = await rows.createMissing('account.expertGroupMember', ['expertGroupId', 'userId'], members, { of })
  await countExperts(context, expertGroupId)
  return { added: added.length }
})
