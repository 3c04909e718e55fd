/** Discards certificates that are not published. Their numbers stay used, so that there are no gaps. A job marks the certificates, because another job may be
 *  drawing them now. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { moveBatch } from './moveBatch.ts'

export default defineHandler('certificate.discard', async ({ id }, context) => {
  await moveBatch(id, { from: ['waiting', 'drawing', 'paused', 'ready', 'approved'], to: () => 'discarded' }, context)
  await context.jobs.enqueue('certificate.discardDrafts', { id })
  return { id }
})
