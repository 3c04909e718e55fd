/** What a ranking is computed from, as it is now: rounds of the rule with their reviews, works with their votes. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { type Round, roundsOf } from '../../review/round.ts'
import { roundMarks } from '../../review/roundMarks.ts'
import { worksOfRound } from '../../review/worksOfRound.ts'
import type { FormVersions } from '../../signup/namedMembers.ts'
import { expertNumbers } from '../compute/expertNumbers.ts'
import type { RankedReview, RankedRound, RankedWork, RankingInputs } from '../compute/RankingFile.ts'
import type { RankingRule } from '../compute/RankingRule.ts'
import type { RankingList } from '../heldList.ts'
import { criterionScores } from './criterionScores.ts'
import { eligibleWorks } from './eligibleWorks.ts'

/** Votes that count: id of a work -> whole number >= 0; works that no one voted for are missing. */
type VotesOf = (of: { competitionId: string; eventId: string | null }, context: Pick<HandlerContext, 'db'>) => Promise<Map<string, number>>

declare module '../../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    'ranking.votes': VotesOf
  }
}

type Ranked = Pick<RankingList, 'id' | 'competitionId' | 'eventId' | 'version'>

export async function readInputs(
  list: Ranked,
  rule: RankingRule,
  context: Pick<HandlerContext, 'db' | 'now' | 'extensions'> & FormVersions,
): Promise<RankingInputs> {
  const { id, competitionId, eventId, version } = list
  const wanted = new Set(rule.rounds.map(({ roundId }) => roundId))
  const found = (await roundsOf(competitionId, context)).filter((round) => wanted.has(round.id))
  const marks = await roundMarks(
    found.map((round) => round.id),
    context,
  )
  const numbers = expertNumbers(new Set(marks.map(({ userId }) => userId)), id)
  const criteria = await criterionScores(rule, context)
  const rounds: RankedRound[] = []
  for (const round of found) {
    const works = (await worksOfRound(round, context)).map((work) => work.id)
    const own = marks.filter(({ roundId }) => roundId === round.id)
    const reviews = own.map(({ workId, userId, total, confidence, conflict }): RankedReview => {
      const compared = criteria.get(round.id)
      const answered = compared && { criteria: compared.get(`${workId}/${userId}`) ?? {} }
      return { work: workId, expert: numbers.get(userId)!, total, confidence, conflict, ...answered }
    })
    rounds.push(rankedRound(round, works, reviews))
  }
  return {
    list: { id, competition: competitionId, event: eventId, version },
    computedAt: context.now.toISOString(),
    rule,
    rounds,
    works: await rankedWorks({ competitionId, eventId, rounds }, context),
  }
}

function rankedRound(round: Round, works: string[], reviews: RankedReview[]): RankedRound {
  const { id, title, eventIds, frozenAt, aggregate, normalisation, dropHighest, dropLowest, missing, reviewsPerWork } = round
  return {
    ...{ id, title: { zh: title.zh, en: title.en }, events: eventIds, works, reviews },
    rules: { aggregate, normalisation, dropHighest, dropLowest, missing, reviewsPerWork },
    frozenAt: frozenAt === null ? null : new Date(frozenAt).toISOString(),
  }
}

/** Works that any of the rounds takes; without rounds, all that can be judged. */
async function rankedWorks(
  { competitionId, eventId, rounds }: Pick<RankingList, 'competitionId' | 'eventId'> & { rounds: readonly RankedRound[] },
  context: Pick<HandlerContext, 'db' | 'now' | 'extensions'>,
): Promise<RankedWork[]> {
  const taken = new Set(rounds.flatMap(({ works }) => works))
  const given = [...context.extensions('ranking.votes').values()]
  const counts = await Promise.all(given.map((votesOf) => votesOf({ competitionId, eventId }, context)))
  const works = (await eligibleWorks({ competitionId, eventId }, context)).filter(({ id }) => rounds.length === 0 || taken.has(id))
  return works.map((work) => ({ ...work, votes: counts.reduce((sum, votes) => sum + (votes.get(work.id) ?? 0), 0) }))
}
