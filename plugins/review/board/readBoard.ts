/** The works of a round with how they were judged. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { type AssignedWork, assignedWorks } from '../assignment/assignedWorks.ts'
import type { Round } from '../round.ts'
import { roundScores, type ScoredReview } from '../scores/roundScores.ts'
import { type Spread, spreadOf } from '../scores/spread.ts'

export interface BoardWork extends AssignedWork, Spread {
  submitted: number
  abstained: number
  /** Reviews that are still to come: those the round needs, or those that were assigned, whichever are more. */
  missing: number
  /** By the rules of the round, 0 to 100; null while reviews are missing and the rule waits for them. */
  score: number | null
  /** Two reviews differ by more than the round allows. */
  flagged: boolean
}
export type Mark = ScoredReview & { total: number }

/** In the order of their ids. */
export async function readBoard(round: Round, context: HandlerContext): Promise<BoardWork[]> {
  const marks = await marksOf(round.id, context)
  const works = await assignedWorks(round, context)
  const scores = roundScores(
    marks,
    round,
    works.map(({ workId }) => workId),
  )
  const byWork = Map.groupBy(marks, ({ workId }) => workId)
  return works.map((work) => {
    const totals = (byWork.get(work.workId) ?? []).map(({ total }) => total)
    const count = (state: string) => work.experts.filter((expert) => expert.state === state).length
    const spread = spreadOf(totals)
    return {
      ...work,
      submitted: totals.length,
      abstained: count('abstained'),
      missing: Math.max(0, round.reviewsPerWork - totals.length, count('assigned')),
      ...spread,
      score: scores.get(work.workId) ?? null,
      flagged: round.differenceLimit !== null && (spread.range ?? 0) > round.differenceLimit,
    }
  })
}

/** Submitted reviews of a round, in the order in which scores are made of them. */
export async function marksOf(roundId: string, { db }: Pick<HandlerContext, 'db'>): Promise<Mark[]> {
  const rows = await db
    .selectFrom('review_mark')
    .select(['workId', 'userId', 'total', 'confidence'])
    .where('roundId', '=', roundId)
    .where('state', '=', 'submitted')
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => (row.total === null ? [] : [{ ...row, total: row.total }]))
}

export function missingReviews(works: readonly BoardWork[]): number {
  return works.reduce((sum, { missing }) => sum + missing, 0)
}
