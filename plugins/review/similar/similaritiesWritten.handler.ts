/** Runs at the end of each call that dismissed or restored similarities: the works beside which they are counted. */
import { defineHandler, type WrittenRow } from '../../../runtime/core/contracts.ts'
import { countSimilar } from './countSimilar.ts'

export default defineHandler<'review.similaritiesWritten', { rows: WrittenRow[] }>(
  'review.similaritiesWritten',
  async ({ rows }, context) => {
    const found = await context.db
      .selectFrom('review_similarity')
      .select('competitionId')
      .distinct()
      .where('id', 'in', [...rows.map(({ rowId }) => rowId), '0'])
      .execute()
    for (const { competitionId } of found) await countSimilar(competitionId, context)
  },
)
