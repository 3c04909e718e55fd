/** How far reviews of one work are apart, and how strictly experts score. Pure, over raw totals from 0 to 100. */
import { deviation, mean, rounded } from './roundScores.ts'

export interface Spread {
  mean: number | null
  median: number | null
  /** Standard deviation of the reviews; null for fewer than two. */
  deviation: number | null
  /** Highest less lowest; null for fewer than two. */
  range: number | null
}
export interface Leaning {
  /** Works that others have marked too. */
  shared: number
  /** Points that the expert is above (soft) or below (hard) the mean of the others, averaged over these works; null without one. */
  difference: number | null
}

/** How far the totals of one work differ. All null without totals; deviation and range also with one. */
export function spreadOf(totals: readonly number[]): Spread {
  if (totals.length === 0) return { mean: null, median: null, deviation: null, range: null }
  const sorted = totals.toSorted((one, other) => one - other)
  const median = (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
  const isSpread = sorted.length > 1
  return {
    mean: rounded(mean(sorted)),
    median: rounded(median),
    deviation: isSpread ? rounded(deviation(sorted)) : null,
    range: isSpread ? rounded(sorted.at(-1)! - sorted[0]!) : null,
  }
}

/**
 * Whether reviews of one work agree: as many of them as a work is to have, and at least two, lie within the limit. A review that was ordered on top thus settles
 * a difference when it comes close to one side, and the furthest review no longer counts against the others.
 * @param limit   points that two reviews may differ by
 * @param needed  reviews that the round asks for
 */
export function agree(totals: readonly number[], { limit, needed }: { limit: number; needed: number }): boolean {
  const sorted = totals.toSorted((one, other) => one - other)
  const size = Math.min(sorted.length, Math.max(2, needed))
  return size < 2 || sorted.slice(size - 1).some((highest, at) => highest - sorted[at]! <= limit)
}

/** By expert. */
export function leanings(marks: readonly { workId: string; userId: string; total: number }[]): Map<string, Leaning> {
  const works = new Map([...Map.groupBy(marks, ({ workId }) => workId)].map(([id, own]) => [id, own.map(({ total }) => total)]))
  const differences = Map.groupBy(
    marks.flatMap(({ workId, userId, total }) => {
      const totals = works.get(workId)!
      return totals.length < 2 ? [] : [{ userId, by: total - (mean(totals) * totals.length - total) / (totals.length - 1) }]
    }),
    ({ userId }) => userId,
  )
  return new Map(
    [...new Set(marks.map(({ userId }) => userId))].map((userId) => {
      const own = differences.get(userId) ?? []
      return [userId, { shared: own.length, difference: own.length === 0 ? null : rounded(mean(own.map(({ by }) => by))) }]
    }),
  )
}
