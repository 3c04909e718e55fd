/** The approval history of a competition, newest first. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { trailOf } from '../audit/levels.ts'

export default defineHandler('competitionInfo.approvalHistory', async ({ competitionId, pageNum = 1, pageSize = 50 }, context) => {
  const { list, total } = await trailOf(
    { competitionId, listId: null, batchId: null, summaryId: null },
    { limit: pageSize, offset: (pageNum - 1) * pageSize },
    context,
  )
  return { list, total, pageNum, pageSize }
})
