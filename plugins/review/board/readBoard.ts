/** The works of a round with how they were judged. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { ReviewAgreement } from '../../generated/enums.ts'
import { type AssignedWork, assignedWorks } from '../assignment/assignedWorks.ts'
import type { Round } from '../round.ts'
import { isCounted, type Mark, roundMarks } from '../roundMarks.ts'
import { roundScores } from '../scores/roundScores.ts'
import { agree, type Spread, spreadOf } from '../scores/spread.ts'

export interface BoardWork extends AssignedWork, Spread {
  /** That count. */
  submitted: number
  abstained: number
  /** Reviews of experts in conflict with the work, which do not count. */
  conflicting: number
  /** Reviews that are still to come: those the round needs, or those that were assigned, whichever are more. */
  missing: number
  /** By the rules of the round, 0 to 100; null while reviews are missing and the rule waits for them. */
  score: number | null
  /** The reviews do not agree as far as the round demands. */
  flagged: boolean
  /** Settled: two reviews are too far apart, and others on top have settled it. Null: the reviews are close, or the round sets no limit. */
  agreement: ReviewAgreement | null
}

/** In the order of their ids. */
export async function readBoard(round: Round, context: HandlerContext): Promise<BoardWork[]> {
  const all = await roundMarks([round.id], context)
  const marks = all.filter(isCounted)
  const conflicting = Map.groupBy(
    all.filter(({ conflict, total }) => conflict && total !== null),
    ({ workId }) => workId,
  )
  const works = await assignedWorks(round, context)
  const scores = roundScores(
    marks,
    round,
    works.map(({ workId }) => workId),
  )
  const byWork = Map.groupBy(marks, ({ workId }) => workId)
  return works.map((work) => {
    const totals = (byWork.get(work.workId) ?? []).map(({ total }) => total)
    const count = (state: string) => work.experts.filter((expert) => expert.state === state && !expert.conflict).length
    const spread = spreadOf(totals)
    const agreement = agreementOf(totals, round)
    return {
      ...work,
      submitted: totals.length,
      abstained: count('abstained'),
      conflicting: conflicting.get(work.workId)?.length ?? 0,
      missing: Math.max(0, round.reviewsPerWork - totals.length, count('assigned')),
      ...spread,
      score: scores.get(work.workId) ?? null,
      flagged: agreement === 'apart',
      agreement,
    }
  })
}

function agreementOf(totals: readonly number[], { differenceLimit, reviewsPerWork }: Round): ReviewAgreement | null {
  if (differenceLimit === null || (spreadOf(totals).range ?? 0) <= differenceLimit) return null
  return agree(totals, { limit: differenceLimit, needed: reviewsPerWork }) ? 'settled' : 'apart'
}

/** Reviews of a round that count. */
export async function marksOf(roundId: string, context: Pick<HandlerContext, 'db'>): Promise<Mark[]> {
  return (await roundMarks([roundId], context)).filter(isCounted)
}

/** Number of reviews that works still need. */
export function missingReviews(works: readonly BoardWork[]): number {
  return works.reduce((sum, { missing }) => sum + missing, 0)
}
