/** Orders an archive of the valid certificates of a competition, or of the person's own. The job's result is the file. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type Packed, packedCertificates } from './packedCertificates.ts'

export default defineHandler('certificate.download', async ({ competitionId, batchId, ids }, context) => {
  const packed: Packed = competitionId === undefined ? { own: true, ...(ids && { ids }) } : { competitionId, ...(batchId && { batchId }) }
  if ((await packedCertificates(packed, context, 1)).length === 0) return context.fail('CERTIFICATE_NONE_VALID')
  const facts = { entity: 'competition.competition', before: null, after: { certificatesDownloaded: true } }
  if (competitionId !== undefined) await context.rows.record({ ...facts, rowId: competitionId })
  return { jobId: await context.jobs.enqueue('certificate.pack', { packed }) }
})
