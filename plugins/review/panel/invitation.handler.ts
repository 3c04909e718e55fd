/** What a link of an invitation opens, without answering it. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { roundsOf } from '../round.ts'
import { invitingCompetition, openInvitation } from './panel.ts'

export default defineHandler('review.invitation', async ({ invitation }, context) => {
  const row = await openInvitation(invitation, context)
  if (!row || row.state === 'removed') return context.fail('LINK_INVALID')
  const { title, organisation } = await invitingCompetition(row.competitionId, context)
  const rounds = (await roundsOf(row.competitionId, context)).filter(({ id }) => roundIdsOf(row.roundIds)?.includes(id) ?? true)
  return {
    name: row.name,
    state: row.state,
    title,
    organisation,
    maxLoad: row.maxLoad,
    rounds: rounds.map((round) => ({ title: round.title, opensAt: round.opensAt, closesAt: round.closesAt })),
  }
})

function roundIdsOf(value: unknown): string[] | null {
  return value as string[] | null
}
