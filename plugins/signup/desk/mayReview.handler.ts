import { defineHandler } from '../../../runtime/core/contracts.ts'
import { reviewersOf } from './reviewersOf.ts'

export default defineHandler('signup.mayReview', async ({ id, userId }, context) => {
  const row = await context.rows.find('signup.registration', { id })
  if (!row) return context.fail('NOT_FOUND', { entity: 'signup.registration', id })
  if (!(await reviewersOf(row, context)).includes(userId)) return context.fail('REVIEWER_UNKNOWN')
  return { userId }
})
