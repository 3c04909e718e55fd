/** Reviews of a round -> the score of each work, by the rules of the round. Pure: the same reviews, in whatever order, give the same numbers to the last bit on
 *  every machine. So numbers are added in ascending order, and only with operations whose rounding IEEE 754 fixes (`**` is none of them). */

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
/** Weight of a review without a confidence, and the least weight: every review counts for something. */
const NO_CONFIDENCE = 1
const LEAST_WEIGHT = 0.1
const DIGITS = 1e6

/** Rounded to 6 decimals, as all scores are. */
export function rounded(value: number): number {
  return Math.round(value * DIGITS) / DIGITS
}

/**
 * By work; null: no score, because reviews are missing. Abstained reviews count as missing.
 * @param workIds  works that have an entry even without any review
 */
export function roundScores(
  reviews: readonly ScoredReview[],
  rules: ScoreRules,
  workIds: readonly string[] = [],
): Map<string, number | null> {
  const marks = reviews.flatMap((review) => (review.total === null ? [] : [{ ...review, total: review.total }]))
  const scores = normalised(marks, rules.normalisation)
  const works = new Map<string, Counted[]>([...workIds, ...reviews.map(({ workId }) => workId)].map((id) => [id, []]))
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
  const sorted = [...counted, ...zeros].sort((one, other) => one.score - other.score || one.weight - other.weight)
  const kept = sorted.slice(dropLowest, sorted.length - dropHighest)
  // at least one review must remain
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

/** What the score of one review follows from. */
export interface ScaledMark {
  /** On the scale that all experts share, 0 to 100. */
  score: number
  /** All reviews of the expert in the round. */
  own: { count: number; mean: number; deviation: number }
  /** All reviews of the round. */
  all: { mean: number; deviation: number }
  /** Reviews of the same expert with a lower total, and others with the same. */
  below: number
  equal: number
}

/** The total of each review on one scale for all experts, 0 to 100, in the order of the reviews. */
export function normalised(marks: readonly Mark[], how: ScoreRules['normalisation']): number[] {
  return how === 'none' ? marks.map(({ total }) => total) : scaledMarks(marks, how).map(({ score }) => score)
}

/** The same with what it follows from. */
export function scaledMarks(marks: readonly Mark[], how: ScoreRules['normalisation']): ScaledMark[] {
  const totals = marks.map(({ total }) => total)
  const all = { mean: mean(totals), deviation: deviation(totals) }
  const experts = new Map([...Map.groupBy(marks, ({ userId }) => userId)].map(([id, own]) => [id, scaleOf(own.map(({ total }) => total))]))
  return marks.map(({ userId, total }) => {
    const { places, ...own } = experts.get(userId)!
    const { below, equal } = places.get(total)!
    return { score: SCALES[how](total, { own, all, below, equal }), own, all, below, equal }
  })
}

/** Of one expert; `places`: where each total stands among the others. */
function scaleOf(totals: readonly number[]) {
  const places = new Map<number, { below: number; equal: number }>()
  for (const [at, total] of totals.toSorted((one, other) => one - other).entries()) {
    const place = places.get(total)
    if (place) place.equal += 1
    else places.set(total, { below: at, equal: 0 })
  }
  return { count: totals.length, mean: mean(totals), deviation: deviation(totals), places }
}

type Facts = Omit<ScaledMark, 'score'>
const onScale = (score: number) => rounded(Math.min(100, Math.max(0, score)))

const SCALES: Readonly<Record<ScoreRules['normalisation'], (total: number, facts: Facts) => number>> = {
  none: (total) => total,
  // as far from the mean of all reviews as the review is from the mean of its expert, in standard deviations
  zscore: (total, { own, all }) =>
    onScale(own.deviation === 0 ? all.mean : all.mean + (all.deviation * (total - own.mean)) / own.deviation),
  // best of the expert's reviews 100, last 0; equal ones share their places; one review alone keeps its total
  rank: (total, { own, below, equal }) => onScale(own.count < 2 ? total : (100 * (below + equal / 2)) / (own.count - 1)),
}

const sum = (values: readonly number[]) => values.toSorted((one, other) => one - other).reduce((total, value) => total + value, 0)

/** Arithmetic mean; 0 of no values. */
export const mean = (values: readonly number[]) => (values.length === 0 ? 0 : sum(values) / values.length)

/** Of the whole population. */
export function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) * (value - middle))))
}
