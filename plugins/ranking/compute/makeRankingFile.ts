/** Inputs in any order -> the ranking file, the same to the last byte. Pure. */
import { byId } from './byId.ts'
import { computeRanking } from './computeRanking.ts'
import { FORMAT, FORMAT_VERSION, type RankedRound, type RankingFile, type RankingInputs } from './RankingFile.ts'
import { criterionOf } from './RankingRule.ts'
import { rankingHash } from './rankingHash.ts'

export function makeRankingFile({ list, computedAt, rule, rounds, works }: RankingInputs): RankingFile {
  const inputs: RankingInputs = {
    list,
    computedAt,
    rule,
    rounds: rounds.map(sortedRound).sort((one, other) => byId(one.id, other.id)),
    works: works.toSorted((one, other) => byId(one.id, other.id)),
  }
  const formatVersion = rule.ties.some((tie) => criterionOf(tie) !== null) ? FORMAT_VERSION : 1
  const content = { format: FORMAT, formatVersion, ...inputs, result: computeRanking(inputs) } as const
  return { ...content, hash: rankingHash(content) }
}

function sortedRound({ events, works, reviews, ...round }: RankedRound): RankedRound {
  return {
    ...round,
    events: events === null ? null : events.toSorted(byId),
    works: works.toSorted(byId),
    reviews: reviews.toSorted((one, other) => byId(one.work, other.work) || one.expert - other.expert),
  }
}
