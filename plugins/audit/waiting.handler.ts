/** How many submissions wait for the asker's decision. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { worklist } from './worklist.ts'

export default defineHandler('audit.waiting', async (_input, context) => {
  const { total } = await worklist({ mine: true }, { limit: 1, offset: 0, newestFirst: false }, context)
  return { total }
})
