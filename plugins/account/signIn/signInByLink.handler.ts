/** Signs in with a one-time link, and tells whether the person has work at the judging desk. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { judgingOf } from '../../review/desk/judgingOf.ts'
import { assertOpen } from '../accounts/findAccount.ts'
import { recordSignIn } from './recordSignIn.ts'
import { takeLink } from './signInLink.ts'

export default defineHandler('account.signInByLink', async ({ link }, context) => {
  const { people } = context
  const userId = await takeLink(context, link)
  const account = await context.rows.get('account.user', userId)
  assertOpen(context, account)
  const answer = await people.sessions.open(userId)
  await recordSignIn(context, userId)
  const { invitations, works } = await judgingOf(userId, context)
  return { ...answer, judges: invitations + works > 0 }
})
