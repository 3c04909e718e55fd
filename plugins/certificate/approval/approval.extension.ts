/** A batch of certificates as it is approved. The batch itself does not change while it waits. */
import { defineExtension } from '../../../runtime/core/contracts.ts'
import { describeBatch, describeBatchChanges, sampleOf } from './submittedBatch.ts'

export default defineExtension('audit.subject', 'certificates', {
  describe: describeBatch,
  compare: describeBatchChanges,
  // approved, its organiser may publish it; otherwise it is ready again
  async settle({ batchId }, outcome, _reason, { rows }) {
    await rows.transitionWhere('certificate.batchLife', outcome === 'approved' ? 'approve' : 'sendBack', { id: batchId! })
  },
  async title({ batchId }, { db }) {
    if (!batchId) return null
    const batches = db.selectFrom('certificate_batch as b').innerJoin('certificate_series as s', 's.id', 'b.seriesId').select('s.title')
    return (await batches.where('b.id', '=', batchId).executeTakeFirst())?.title ?? null
  },
  sample: ({ batchId }, context) => sampleOf(batchId!, context),
})
