/** A vote. The call holds the lock of this person and competition - a visitor's is taken here -, so that no limit is passed by two votes at the same time; one
 *  vote on a work is a unique row as well. Votes of different people never wait for each other: each only adds rows. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { addVotes } from './addVotes.ts'
import { type Voter, voterOf } from './voterOf.ts'
import { type Given, givenBy, refusalOf, votesLeft, votingDay } from './voterStanding.ts'
import { openRules, type VotingRules } from './votingRules.ts'

const REFUSED = { signIn: 'VOTE_SIGN_IN', participants: 'VOTE_PARTICIPANTS', certified: 'VOTE_CERTIFIED', invited: 'VOTE_INVITED' } as const

export default defineHandler('vote.cast', async ({ competitionId, workId }, context) => {
  const [rules, known, work] = await settleAll(
    openRules(competitionId, context),
    voterOf(context),
    context.call('work.show', { id: workId }),
  )
  const refusal = await refusalOf(rules, context)
  if (refusal) return context.fail(REFUSED[refusal])
  const voter = known ?? context.fail('VOTE_COOKIE')
  if (work.competitionId !== competitionId) return context.fail('NOT_FOUND', { entity: 'work.work', id: workId })
  const day = votingDay(context)
  const vote = { workId, eventId: work.eventId, day }
  if (voter.userId === null) await assertVisitor(rules, voter, day, context)
  const given = await givenBy(voter, competitionId, context)
  assertLeft(rules, given, vote, context)
  await store(rules, voter, vote, context)
  return { left: rules.perPerson - given.length - 1 }
})

/** Sends several statements to the database in one piece. @throws the error of the first that failed, when all have answered */
async function settleAll<T extends readonly unknown[]>(...asked: { [at in keyof T]: Promise<T[at]> }): Promise<T> {
  await Promise.allSettled(asked)
  return Promise.all(asked) as Promise<unknown> as Promise<T>
}

/** Takes the locks that the document cannot name: of the browser, then of its network. @throws VOTE_NETWORK */
async function assertVisitor({ competitionId, perNetwork }: VotingRules, { key, network }: Voter, day: string, context: HandlerContext) {
  await context.lock('vote', `${competitionId}:${key}`)
  if (perNetwork === null) return
  await context.lock('voteNetwork', `${competitionId}:${network}`)
  const { votes } = await context.db
    .selectFrom('vote_ballot')
    .select(({ fn }) => fn.countAll<string>().as('votes'))
    .where('competitionId', '=', competitionId)
    .where('network', '=', network)
    .where('day', '=', day)
    .where('userId', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(votes) >= perNetwork) context.fail('VOTE_NETWORK')
}

/** @throws VOTE_GIVEN, VOTE_LIMIT, VOTE_DAY_LIMIT, VOTE_EVENT_LIMIT */
function assertLeft(rules: VotingRules, given: readonly Given[], vote: Given, { fail }: HandlerContext): void {
  if (given.some(({ workId }) => workId === vote.workId)) fail('VOTE_GIVEN')
  const { left, leftToday, leftByEvent } = votesLeft(rules, given, vote.day)
  if (left === 0) fail('VOTE_LIMIT', { max: rules.perPerson })
  if (leftToday === 0) fail('VOTE_DAY_LIMIT', { max: rules.perDay })
  if (leftByEvent[vote.eventId] === 0) fail('VOTE_EVENT_LIMIT', { max: rules.perEvent })
}

async function store(rules: VotingRules, { key, ...facts }: Voter, vote: Given, context: HandlerContext): Promise<void> {
  const { competitionId, organisationId } = rules
  const values = {
    competitionId,
    organisationId,
    voter: key,
    ...facts,
    ...vote,
    castAt: context.now.toISOString(),
    state: 'counted' as const,
  }
  await settleAll(context.rows.create('vote.ballot', values), addVotes(competitionId, [{ workId: vote.workId, delta: 1 }], context))
}
