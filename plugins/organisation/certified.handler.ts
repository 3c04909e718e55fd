/** Effect of the review: the organisation becomes verified under the code of its licence, or loses its verification. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertUnknown } from './assertUnknown.ts'

interface Review {
  row: { organisationId: string; code: string; state: string }
}

export default defineHandler<'organisation.certified', Review, null>('organisation.certified', async ({ row }, context) => {
  const { now, lock, rows } = context
  const { organisationId, code } = row
  const isCertified = row.state === 'approved'
  await lock('organisation', code)
  if (isCertified) await assertUnknown(context, code, organisationId)
  const after = isCertified ? { code, certifiedAt: now.toISOString() } : { certifiedAt: null }
  const before = await context.rows.get('organisation.organisation', organisationId, { lock: true })
  await rows.save('organisation.organisation', before, after)
  return null
})
