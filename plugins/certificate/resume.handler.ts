/** Orders the next job of a batch that was paused, or whose job was lost. One job too many does no harm. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { moveBatch } from './moveBatch.ts'

export default defineHandler('certificate.resume', async ({ id }, context) => {
  const { state } = await moveBatch(
    id,
    { from: ['waiting', 'drawing', 'paused'], to: (batch) => (batch.state === 'waiting' ? 'waiting' : 'drawing') },
    context,
  )
  await context.jobs.enqueue(state === 'waiting' ? 'certificate.fillBatch' : 'certificate.drawBatch', { id })
  return { id }
})
