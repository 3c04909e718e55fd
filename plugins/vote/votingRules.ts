/** How a competition votes: its row of `vote.setting`, as the calls of voters and the organiser's read it. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'

export type VotingRules = Row<'vote_setting'>

/** Null where the competition does not vote, or visitors do not see it. */
export async function votingRules(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<VotingRules | null> {
  const row = await db
    .selectFrom('vote_setting as v')
    .innerJoin('competition_competition as c', 'c.id', 'v.competitionId')
    .selectAll('v')
    .where('v.competitionId', '=', competitionId)
    .where('c.published', '=', true)
    .where('c.deletedAt', 'is', null)
    .executeTakeFirst()
  return (row as VotingRules | undefined) ?? null
}

/** Where the window stands at a moment (ISO 8601). */
export function windowAt({ opensAt, closesAt }: Pick<VotingRules, 'opensAt' | 'closesAt'>, moment: string): 'notOpen' | 'open' | 'closed' {
  if (moment < opensAt) return 'notOpen'
  return moment < closesAt ? 'open' : 'closed'
}

/** @throws VOTE_NONE, VOTE_NOT_OPEN, VOTE_CLOSED */
export async function openRules(competitionId: string, context: HandlerContext): Promise<VotingRules> {
  const rules = await votingRules(competitionId, context)
  if (!rules) return context.fail('VOTE_NONE')
  const window = windowAt(rules, context.now.toISOString())
  if (window === 'open') return rules
  return context.fail(window === 'notOpen' ? 'VOTE_NOT_OPEN' : 'VOTE_CLOSED')
}
