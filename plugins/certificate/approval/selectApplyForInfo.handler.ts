/** The last submission of a batch, stage by stage. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { levelViews } from '../../audit/levels.ts'
import { readBatch } from '../series.ts'

const NEVER = {
  submissionId: null,
  number: null,
  state: null,
  note: null,
  reason: null,
  submitter: null,
  submittedAt: null,
  decidedAt: null,
}

export default defineHandler('certificate.selectApplyForInfo', async ({ id }, context) => {
  await readBatch(id, context)
  const last = await context.db
    .selectFrom('audit_submission as s')
    .leftJoin('account_user as u', 'u.id', 's.submitterId')
    .select(['s.id', 's.number', 's.state', 's.note', 's.reason', 's.createdAt', 's.decidedAt', 'u.name as submitter'])
    .where('s.batchId', '=', id)
    .orderBy('s.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return { ...NEVER, steps: [] }
  const { id: submissionId, createdAt: submittedAt, ...facts } = last
  return { submissionId, submittedAt, ...facts, steps: await levelViews(submissionId, context) }
})
