/** What the end of an approval means for a batch: approved, its organiser may publish it; otherwise it is ready again. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** Called by the approval, whose person need not issue certificates. */
export async function settleBatch(
  batchId: string,
  outcome: 'approved' | 'sentBack' | 'revoked',
  { db, rows }: HandlerContext,
): Promise<void> {
  const batch = await db.selectFrom('certificate_batch').selectAll().where('id', '=', batchId).forUpdate().executeTakeFirst()
  if (batch?.state !== 'inAudit') return
  const { competitionId, organisationId } = batch
  await rows.save(
    'certificate.batch',
    batch,
    { state: outcome === 'approved' ? 'approved' : 'ready' },
    { of: { competitionId, organisationId } },
  )
}
