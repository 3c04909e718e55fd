/** An expert reads for the first time what others gave a work. Anyone who submits or abstains waits for the same lock, so nothing changes after the look. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { maySeeOthers } from './discussion.ts'
import { ownAssignment } from './ownAssignment.ts'

export default defineHandler('review.lookAtOthers', async ({ id }, context) => {
  const own = await ownAssignment(id, context)
  if (own.state === 'recused' || !maySeeOthers(own)) return context.fail('REVIEW_OTHERS_HIDDEN')
  const lookedAt = own.lookedAt ?? context.now.toISOString()
  const { competitionId, organisationId } = own
  if (own.lookedAt === null) await context.rows.save('review.assignment', own, { lookedAt }, { of: { competitionId, organisationId } })
  return { id, lookedAt: new Date(lookedAt).toISOString() }
})
