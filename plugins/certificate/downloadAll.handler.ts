/** Orders an archive of the valid certificates of a competition. The job's result is the file. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type Packed, packedCertificates } from './packedCertificates.ts'

export default defineHandler('certificate.downloadAll', async ({ competitionId, batchId }, context) => {
  const packed: Packed = { competitionId, ...(batchId && { batchId }) }
  if ((await packedCertificates(packed, context, 1)).length === 0) return context.fail('CERTIFICATE_NONE_VALID')
  await context.rows.record({
    entity: 'competition.competition',
    rowId: competitionId,
    before: null,
    after: { certificatesDownloaded: true },
  })
  return { jobId: await context.jobs.enqueue('certificate.pack', { packed }) }
})
