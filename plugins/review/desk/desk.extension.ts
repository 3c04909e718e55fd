/** The desk of experts. */
import { defineExtension } from '../../../runtime/core/contracts.ts'
import { judgingOf } from './judgingOf.ts'

export default defineExtension('account.desk', 'review', async (userId, context) => {
  const { invitations, works } = await judgingOf(userId, context)
  return invitations + works > 0
})
