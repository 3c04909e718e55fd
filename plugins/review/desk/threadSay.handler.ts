import { defineHandler } from '../../../runtime/core/contracts.ts'
import { judgedWork } from './judgedWork.ts'

export default defineHandler('review.threadSay', async ({ text, ...place }, context) => {
  const { frozenAt: _, ...of } = await judgedWork(place, context)
  return { id: await context.rows.create('review.comment', { ...of, userId: context.session.userId!, byOrganiser: true, text }) }
})
