/** Orders the next job of a batch that was paused, or whose job was lost. One job too many does no harm. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readBatch } from './series.ts'

export default defineHandler('certificate.resume', async ({ id }, context) => {
  const { state } = await readBatch(id, context)
  await context.rows.transition('certificate.batchLife', state === 'waiting' ? 'wait' : 'resume', id)
  return { id }
})
