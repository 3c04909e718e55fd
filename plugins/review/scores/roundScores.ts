/** Reviews of a round -> the score of each work, by the rules of the round. Pure: the same reviews in the same order give the same numbers anywhere. */

export interface ScoredReview {
  workId: string
  /** The expert. */
  userId: string
  /** 0 to 100; null: abstained. */
  total: number | null
  /** 0 to 1; null: not asked. */
  confidence: number | null
}
export interface ScoreRules {
  aggregate: 'mean' | 'median' | 'trimmed' | 'weighted'
  normalisation: 'none' | 'zscore' | 'rank'
  dropHighest: number
  dropLowest: number
  missing: 'hold' | 'ignore' | 'zero'
  reviewsPerWork: number
}
interface Counted {
  score: number
  weight: number
}

/** Of a trimmed mean, the share that is left out at either end. */
const TRIMMED = 0.1
/** Weight of a review without a confidence, and the least one: nobody's review counts for nothing. */
const NO_CONFIDENCE = 1
const LEAST_WEIGHT = 0.1
const DIGITS = 1e6

/** Rounded to 6 decimals, as all scores are. */
export function rounded(value: number): number {
  return Math.round(value * DIGITS) / DIGITS
}

/** By work; null: no score, because reviews are missing. Abstained reviews count as missing. */
export function roundScores(reviews: readonly ScoredReview[], rules: ScoreRules): Map<string, number | null> {
  const marks = reviews.flatMap((review) => (review.total === null ? [] : [{ ...review, total: review.total }]))
  const scores = normalised(marks, rules.normalisation)
  const works = new Map<string, Counted[]>(reviews.map(({ workId }) => [workId, []]))
  marks.forEach(({ workId, confidence }, at) => {
    works.get(workId)!.push({ score: scores[at]!, weight: Math.max(LEAST_WEIGHT, confidence ?? NO_CONFIDENCE) })
  })
  return new Map([...works].map(([id, counted]) => [id, workScore(counted, rules)]))
}

function workScore(
  counted: readonly Counted[],
  { missing, reviewsPerWork, aggregate, dropHighest, dropLowest }: ScoreRules,
): number | null {
  const lacking = Math.max(0, reviewsPerWork - counted.length)
  if (lacking > 0 && missing === 'hold') return null
  const zeros = missing === 'zero' ? Array.from({ length: lacking }, () => ({ score: 0, weight: 1 })) : []
  const sorted = [...counted, ...zeros].sort((one, other) => one.score - other.score)
  const kept = sorted.slice(dropLowest, sorted.length - dropHighest)
  // dropping must not leave nothing
  const taken = kept.length > 0 ? kept : sorted
  return taken.length === 0 ? null : rounded(AGGREGATES[aggregate](taken))
}

const AGGREGATES: Readonly<Record<ScoreRules['aggregate'], (sorted: readonly Counted[]) => number>> = {
  mean: (all) => mean(all.map(({ score }) => score)),
  median: (all) => (all[Math.floor((all.length - 1) / 2)]!.score + all[Math.ceil((all.length - 1) / 2)]!.score) / 2,
  trimmed: (all) => {
    const cut = Math.floor(all.length * TRIMMED)
    return mean(all.slice(cut, all.length - cut).map(({ score }) => score))
  },
  weighted: (all) => sum(all.map(({ score, weight }) => score * weight)) / sum(all.map(({ weight }) => weight)),
}

type Mark = ScoredReview & { total: number }

/** The total of each review on one scale for all experts, 0 to 100, in the order of the reviews. */
export function normalised(marks: readonly Mark[], how: ScoreRules['normalisation']): number[] {
  if (how === 'none') return marks.map(({ total }) => total)
  const byExpert = Map.groupBy(marks, ({ userId }) => userId)
  const totals = marks.map(({ total }) => total)
  const all = { mean: mean(totals), deviation: deviation(totals) }
  return marks.map(({ userId, total }) => {
    const own = byExpert.get(userId)!.map((mark) => mark.total)
    return rounded(Math.min(100, Math.max(0, how === 'rank' ? byRank(total, own) : byDeviation(total, own, all))))
  })
}

/** As far from the mean of all reviews as the review is from the mean of its expert, in standard deviations. */
function byDeviation(total: number, own: readonly number[], all: { mean: number; deviation: number }): number {
  const spread = deviation(own)
  return spread === 0 ? all.mean : all.mean + (all.deviation * (total - mean(own))) / spread
}

/** Best of the expert's reviews 100, last 0; equal ones share their places. One review alone keeps its total. */
function byRank(total: number, own: readonly number[]): number {
  if (own.length < 2) return total
  const below = own.filter((each) => each < total).length
  const equal = own.filter((each) => each === total).length - 1
  return (100 * (below + equal / 2)) / (own.length - 1)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
export const mean = (values: readonly number[]) => (values.length === 0 ? 0 : sum(values) / values.length)

/** Of the whole population. */
export function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
}
