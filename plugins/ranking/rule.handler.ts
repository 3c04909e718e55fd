/** The rule of a list as its form takes it; for a list without one, what most organisers would choose. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type Round, roundsOf } from '../review/round.ts'
import type { RankingRule } from './compute/RankingRule.ts'
import { heldList, type RankingList } from './heldList.ts'
import { storedFacts } from './inputs/storedFile.ts'
import { type RuleAnswers, ruleAnswers } from './rule/ruleOf.ts'

export default defineHandler('ranking.rule', async ({ id }, context) => {
  const list = await heldList(id, context)
  const file = await storedFacts(list, context)
  const rounds = await roundsOf(list.competitionId, context)
  return {
    answers: (list.rule === null ? suggested(list, rounds) : ruleAnswers(list.rule as RankingRule)) as Record<string, unknown>,
    ...{ eventId: list.eventId, state: list.state },
    ...{ computedAt: file?.computedAt ?? null, hash: file?.hash ?? null, version: file?.number ?? null },
    rounds: rounds.length,
  }
})

/** The last frozen round alone: those before it chose its works. */
function suggested({ eventId }: RankingList, rounds: readonly Round[]): RuleAnswers {
  const concerned = rounds.filter(({ eventIds }) => eventId === null || eventIds === null || eventIds.includes(eventId))
  const last = concerned.findLast(({ frozenAt }) => frozenAt !== null) ?? concerned.at(-1)
  return { rounds: last ? [{ roundId: last.id, weight: 1 }] : [], ties: [{ by: 'median' }] }
}
