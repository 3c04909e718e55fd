/** Awards of the person who asks. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { honoursOf } from './honoursOf.ts'

export default defineHandler('ranking.honours', async ({ pageNum = 1, pageSize = 20 }, context) => ({
  ...(await honoursOf(context.session.userId!, { pageNum, pageSize }, context)),
  ...{ pageNum, pageSize },
}))
