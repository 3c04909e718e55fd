/** Changes the state of a batch that the asker may issue. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { CertificateBatchState } from '../generated/enums.ts'
import { type Batch, readBatch } from './series.ts'

/** @throws NOT_FOUND, CERTIFICATE_BATCH_STATE */
export async function moveBatch(
  id: string,
  { from, to }: { from: readonly CertificateBatchState[]; to: (batch: Batch) => CertificateBatchState },
  context: HandlerContext,
): Promise<Batch> {
  const { competitionId } = await readBatch(id, context)
  const batch = (await context.db
    .selectFrom('certificate_batch')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as Batch
  if (!from.includes(batch.state)) return context.fail('CERTIFICATE_BATCH_STATE')
  const change = { state: to(batch), workedAt: context.now.toISOString() }
  await context.rows.save('certificate.batch', batch, change, { of: { competitionId, organisationId: batch.organisationId } })
  return batch
}
