/** Submissions within reach: pending ones first, by due date. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { worklist } from './worklist.ts'

export default defineHandler('audit.worklist', async ({ pageNum = 1, pageSize = 20, sort, ...filter }, context) => {
  const page = { limit: pageSize, offset: (pageNum - 1) * pageSize, newestFirst: sort === '-submittedAt' }
  const { rows, total } = await worklist(filter, page, context)
  return { list: rows, total, pageNum, pageSize }
})
