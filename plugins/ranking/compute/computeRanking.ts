/** Scores of rounds and votes -> the order of works, by a rule. Pure, and the same for the same inputs in any order: nothing here looks at the order of works,
 *  and sums run over the rule's own order. */
import { mean, rounded, roundScores, type ScoredReview, scaledMarks } from '../../review/scores/roundScores.ts'
import { awardPrizes } from './awardPrizes.ts'
import { byId } from './byId.ts'
import type { RankedReview, RankedRound, RankedWork, RankingInputs, RankingLine, RankingResult, Unranked } from './RankingFile.ts'
import { criterionOf, type RankingRule } from './RankingRule.ts'

type Inputs = Pick<RankingInputs, 'rule' | 'rounds' | 'works'>
/** A work that can be ranked, before it has a rank. */
type Standing = Omit<RankingLine, 'rank' | 'tied' | 'quota'> & { submittedAt: string }

const FULL = 100

export function computeRanking({ rule, rounds, works }: Inputs): RankingResult {
  const judged = rule.rounds.map(({ roundId }) => judgedRound(rounds.find(({ id }) => id === roundId)!))
  const looked = works.map((work) => ({ work, scores: judged.map((round) => scoreIn(round, work, rule)) }))
  const unranked: RankingResult['unranked'] = looked.flatMap(({ work, scores }) => {
    const because = reasonAgainst(scores, rule)
    return because ? [{ work: work.id, because }] : []
  })
  const ranked = looked.filter(({ scores }) => reasonAgainst(scores, rule) === null)
  const lines: RankingLine[] = []
  const borders: RankingResult['borders'] = []
  for (const [event, own] of groupsOf(ranked, rule)) {
    const { kept, others } = oneOfEach(ordered(standings(own, judged, rule)), rule)
    unranked.push(...others.map(({ work }) => ({ work, because: 'other' as const })))
    const awarded = awardPrizes(withRanks(kept), rule, event)
    lines.push(...awarded.lines)
    borders.push(...awarded.borders)
  }
  return { lines, unranked: unranked.sort((one, other) => byId(one.work, other.work)), borders }
}

interface JudgedRound extends RankedRound {
  taken: ReadonlySet<string>
  /** Of each work that the round takes; null: reviews are missing. */
  scored: ReadonlyMap<string, number | null>
  /** Single reviews on the scale of the round, of each work. */
  marks: ReadonlyMap<string, number[]>
  /** Mean of a criterion over the reviews of a work that count; null: no review answers it. */
  criterion(work: string, name: string): number | null
}

function judgedRound(round: RankedRound): JudgedRound {
  const reviews = scoredReviews(round)
  const marks = reviews.flatMap((review) => (review.total === null ? [] : [{ ...review, total: review.total }]))
  const scaled = scaledMarks(marks, round.rules.normalisation)
  const byWork = new Map<string, number[]>()
  for (const [at, { workId }] of marks.entries()) byWork.set(workId, [...(byWork.get(workId) ?? []), scaled[at]!.score])
  const given = Map.groupBy(
    round.reviews.filter(({ conflict, total }) => !conflict && total !== null),
    ({ work }) => work,
  )
  return {
    ...round,
    ...{ taken: new Set(round.works), scored: roundScores(reviews, round.rules, round.works), marks: byWork },
    criterion: (work, name) => criterionMean(given.get(work) ?? [], name),
  }
}

function criterionMean(reviews: readonly RankedReview[], name: string): number | null {
  const answers = reviews.flatMap(({ criteria }) => criteria?.[name] ?? [])
  return answers.length === 0 ? null : rounded(mean(answers))
}

/** Those that count, as scores are made of them. */
export function scoredReviews({ reviews }: Pick<RankedRound, 'reviews'>): ScoredReview[] {
  const counted = reviews.filter(({ conflict }) => !conflict)
  return counted.map(({ work, expert, total, confidence }) => ({ workId: work, userId: String(expert), total, confidence }))
}

/** `elsewhere`: the round is of other events. */
type RoundScore = { score: number } | { lacks: 'missing' | 'notTaken' | 'elsewhere' }

function scoreIn({ events, taken, scored }: JudgedRound, { id, event }: RankedWork, rule: RankingRule): RoundScore {
  if (events && !events.includes(event)) return { lacks: 'elsewhere' }
  if (!taken.has(id)) return rule.notTaken === 'zero' ? { score: 0 } : { lacks: 'notTaken' }
  const score = scored.get(id) ?? null
  return score === null ? { lacks: 'missing' } : { score }
}

/** Only rounds with a weight decide whether a work is ranked; without any, votes alone rank it. */
function reasonAgainst(scores: readonly RoundScore[], { rounds, votes }: RankingRule): Unranked | null {
  const lacks = scores.flatMap((score, at) => ('lacks' in score && rounds[at]!.weight > 0 ? [score.lacks] : []))
  if (lacks.includes('missing')) return 'missing'
  if (lacks.includes('notTaken')) return 'notTaken'
  const counted = scores.filter((score, at) => 'score' in score && rounds[at]!.weight > 0)
  return counted.length === 0 && (votes === 0 || lacks.length > 0) ? 'notTaken' : null
}

type Looked = { work: RankedWork; scores: RoundScore[] }

/** Works that are ranked beside each other, by event. */
function groupsOf(looked: readonly Looked[], { per }: RankingRule): [string | null, Looked[]][] {
  if (per === 'list') return [[null, [...looked]]]
  return [...Map.groupBy(looked, ({ work }) => work.event)].sort(([one], [other]) => byId(one, other))
}

function standings(looked: readonly Looked[], judged: readonly JudgedRound[], rule: RankingRule): Standing[] {
  const maxVotes = Math.max(0, ...looked.map(({ work }) => work.votes))
  return looked.map(({ work, scores }) => {
    const voteScore = maxVotes === 0 ? 0 : rounded((FULL * work.votes) / maxVotes)
    const found = scores.map((score) => ('score' in score ? score.score : null))
    const marks = () => judged.flatMap((round) => round.marks.get(work.id) ?? []).sort((one, other) => one - other)
    return {
      ...{ work: work.id, registration: work.registration, event: work.event, submittedAt: work.submittedAt },
      score: weighted(found, voteScore, rule),
      ...{ scores: found, votes: work.votes, voteScore },
      ties: rule.ties.map((tie) => tieValue(tie, { work, found, marks, judged }, rule)),
    }
  })
}

function weighted(scores: readonly (number | null)[], voteScore: number, { rounds, votes, digits }: RankingRule): number {
  const parts = [...scores.map((score, at) => ({ score, weight: rounds[at]!.weight })), { score: voteScore, weight: votes }].flatMap(
    ({ score, weight }) => (score === null || weight === 0 ? [] : [{ score, weight }]),
  )
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0)
  const points = parts.reduce((sum, { score, weight }) => sum + score * weight, 0)
  const factor = [1, 10, 100, 1e3, 1e4, 1e5, 1e6][digits]!
  // six decimals first: 84.125 must not become 84.12 because a sum ended at 84.12499999999999
  return Math.round(rounded(rounded(points / weights) * factor)) / factor
}

interface TieFacts {
  work: RankedWork
  found: readonly (number | null)[]
  /** Ascending. */
  marks(): number[]
  judged: readonly JudgedRound[]
}

/** More is better. */
function tieValue(tie: string, { work, found, marks, judged }: TieFacts, { rounds }: RankingRule): number | null {
  if (tie === 'votes') return work.votes
  if (tie === 'earlier') return -Date.parse(work.submittedAt)
  if (tie === 'highest') return marks().at(-1) ?? null
  if (tie === 'median') return medianOf(marks())
  const criterion = criterionOf(tie)
  if (criterion) return judged.find(({ id }) => id === criterion.roundId)?.criterion(work.id, criterion.name) ?? null
  return found[rounds.findIndex(({ roundId }) => tie === `round:${roundId}`)] ?? null
}

function medianOf(sorted: readonly number[]): number | null {
  if (sorted.length === 0) return null
  return rounded(mean([sorted[Math.floor((sorted.length - 1) / 2)]!, sorted[Math.ceil((sorted.length - 1) / 2)]!]))
}

/** Best first; what is equal by the rule, by id. */
function ordered(all: readonly Standing[]): Standing[] {
  return all.toSorted((one, other) => compared(one, other) || byId(one.work, other.work))
}

function compared(one: Standing, other: Standing): number {
  const first = one.ties.findIndex((value, at) => value !== other.ties[at])
  const tie = first < 0 ? 0 : (other.ties[first] ?? Number.NEGATIVE_INFINITY) - (one.ties[first] ?? Number.NEGATIVE_INFINITY)
  return other.score - one.score || tie
}

function oneOfEach(all: readonly Standing[], { oneEach }: RankingRule): { kept: Standing[]; others: Standing[] } {
  const best = new Map(all.toReversed().map((standing) => [standing.registration, standing]))
  const isKept = (standing: Standing) => !oneEach || best.get(standing.registration) === standing
  return { kept: all.filter(isKept), others: all.filter((standing) => !isKept(standing)) }
}

/** 1, 2, 2, 4: anyone who shares a rank counts. */
function withRanks(sorted: readonly Standing[]): Omit<RankingLine, 'quota'>[] {
  let rank = 1
  return sorted.map(({ submittedAt: _, ...standing }, at) => {
    const [before, after] = [sorted[at - 1], sorted[at + 1]]
    const isSame = (other: Standing | undefined) => other !== undefined && compared(sorted[at]!, other) === 0
    if (!isSame(before)) rank = at + 1
    return { ...standing, rank, tied: isSame(before) || isSame(after) }
  })
}
