/** Discards what is not published. Its numbers stay taken, so that none is missing. A job marks the certificates: one that draws may hold them now. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { moveBatch } from './moveBatch.ts'

export default defineHandler('certificate.discard', async ({ id }, context) => {
  await moveBatch(id, { from: ['waiting', 'drawing', 'paused', 'ready', 'approved'], to: () => 'discarded' }, context)
  await context.enqueue('certificate.discardDrafts', { id })
  return { id }
})
