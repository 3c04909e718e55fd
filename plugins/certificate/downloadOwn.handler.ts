/** Orders an archive of the person's own certificates. The job's result is the file. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type Packed, packedCertificates } from './packedCertificates.ts'

export default defineHandler('certificate.downloadOwn', async ({ ids }, context) => {
  const packed: Packed = { own: true, ...(ids && { ids }) }
  if ((await packedCertificates(packed, context, 1)).length === 0) return context.fail('CERTIFICATE_NONE_VALID')
  return { jobId: await context.jobs.enqueue('certificate.pack', { packed }) }
})
