/** Invites experts of the pool, one by one or as the members of a group. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { candidates } from './candidates.ts'
import { invitePeople } from './invite.ts'

export default defineHandler('review.invite', async ({ competitionId, userIds = [], groupIds = [], ...rules }, context) => {
  await context.call('competition.maySetWorks', { id: competitionId })
  const wanted = [...new Set([...userIds, ...(await membersOf(competitionId, groupIds, context))])]
  if (wanted.length === 0) return context.fail('NOBODY_TO_SEND')
  const found = await candidates(competitionId, context)
  const people = await found.select(['u.id', 'u.name']).distinct().where('u.id', 'in', wanted).orderBy('u.id').execute()
  const unknown = wanted.filter((id) => !people.some((person) => person.id === id))
  if (unknown.length > 0) return context.fail('EXPERT_UNKNOWN', { ids: unknown })
  return invitePeople(competitionId, people, rules, context)
})

/** @throws NOT_FOUND for a group out of reach */
async function membersOf(competitionId: string, groupIds: readonly string[], context: HandlerContext): Promise<string[]> {
  if (groupIds.length === 0) return []
  const input = { competitionId, ids: groupIds, pageSize: groupIds.length }
  const { list } = await context.call('review.candidateGroups', input)
  const missing = groupIds.find((id) => !list.some((group) => group.id === id))
  if (missing !== undefined) return context.fail('NOT_FOUND', { entity: 'account.expertGroup', id: missing })
  const found = await candidates(competitionId, context)
  const rows = await found
    .innerJoin('account_expertGroupMember as m', 'm.userId', 'u.id')
    .select('u.id')
    .distinct()
    .where('m.expertGroupId', 'in', [...groupIds])
    .execute()
  return rows.map(({ id }) => id)
}
