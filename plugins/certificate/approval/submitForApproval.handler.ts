/** Sends a batch whose files are made to the organisations that approve certificates. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { submitForApproval } from '../../audit/submitForApproval.ts'
import { assertConfirmed } from '../assertConfirmed.ts'
import { readBatch } from '../series.ts'
import { approversOf } from './approversOf.ts'
import { batchSnapshot } from './submittedBatch.ts'

export default defineHandler('certificate.submitForApproval', async ({ id, note = null, confirmed = [] }, context) => {
  const batch = await readBatch(id, context, { lock: true })
  await context.rows.transition('certificate.batchLife', 'submit', id)
  const { organisationId, rule, chain } = await approversOf(batch.competitionId, context)
  if (chain.length === 0) return context.fail('CERTIFICATE_NO_APPROVAL')
  await assertConfirmed(batch, confirmed, context)
  const { competitionId } = batch
  const snapshot = await batchSnapshot(batch, context)
  const submitted = { competitionId, organisationId, subject: 'certificates' as const, batchId: id, rule, chain, note, snapshot }
  const { number } = await submitForApproval(submitted, context)
  return { id, number, state: 'inAudit' }
})
