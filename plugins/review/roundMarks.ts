/** Reviews of rounds, from which every score, count and spread is made: of the board, the results, the works that the next round takes, and rankings. One rule
 *  says which count: those of experts who are in conflict with the work, as is known now, do not. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { ScoredReview } from './scores/roundScores.ts'

export interface RoundMark extends ScoredReview {
  roundId: string
  /** Of the expert with the work: the review does not count. */
  conflict: boolean
}
/** One that counts. */
export type Mark = RoundMark & { total: number }

/** Submitted and abstained ones, in the order in which they were begun. */
export async function roundMarks(roundIds: readonly string[], { db }: Pick<HandlerContext, 'db'>): Promise<RoundMark[]> {
  return db
    .selectFrom('review_mark as m')
    .select(['m.roundId', 'm.workId', 'm.userId', 'm.total', 'm.confidence'])
    .select(inConflict('m').as('conflict'))
    .where('m.roundId', 'in', [...roundIds, '0'])
    .where('m.state', 'in', ['submitted', 'abstained'])
    .orderBy('m.id')
    .execute()
}

/** Whether a review counts: it is submitted, and its expert has no conflict of interest. */
export function isCounted(mark: RoundMark): mark is Mark {
  return mark.total !== null && !mark.conflict
}

/** Whether a row's expert is in conflict with its work. @param alias  of a table with `userId` and `workId` */
export function inConflict(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`exists (select 1 from review_conflict c where c."userId" = ${column('userId')} and c."workId" = ${column('workId')})`
}
