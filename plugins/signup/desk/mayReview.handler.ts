import { defineHandler } from '../../../runtime/core/contracts.ts'
import { hasReach } from '../../competition/hasReach.ts'
import { reviewersOf } from './reviewersOf.ts'

const CODES = ['manageRegistration', 'auditTeamInfo']

/** What is out of the asker's reach is as if it were not there: else the refusal would tell that it is. */
export default defineHandler('signup.mayReview', async ({ id, userId }, context) => {
  const row = await context.rows.find('signup.registration', { id })
  if (!row || !CODES.some((code) => hasReach(row, code, context))) return context.fail('NOT_FOUND', { entity: 'signup.registration', id })
  if (!(await reviewersOf(row, context)).includes(userId)) return context.fail('REVIEWER_UNKNOWN')
  return { userId }
})
