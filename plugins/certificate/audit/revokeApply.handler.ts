/** Withdraws a batch from approval while organisations have not decided on it: it is ready again. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { revokeWaiting } from '../../audit/revokeWaiting.ts'
import { readBatch } from '../series.ts'

export default defineHandler('certificate.revokeApply', async ({ id }, context) => {
  await readBatch(id, context)
  await revokeWaiting('batchId', id, context)
  return { id, state: 'ready' }
})
