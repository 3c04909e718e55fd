/** Signs in with a one-time link, and tells whether the person has work at the judging desk. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { assertOpen } from '../accounts/findAccount.ts'
import { recordSignIn } from './recordSignIn.ts'
import { takeLink } from './signInLink.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    /** Whether someone has work at a desk for which links to sign in are sent. */
    'account.desk': (userId: string, context: HandlerContext) => Promise<boolean>
  }
}

export default defineHandler('account.signInByLink', async ({ link }, context) => {
  const { people } = context
  const userId = await takeLink(context, link)
  const account = await context.rows.get('account.user', userId)
  assertOpen(context, account)
  const answer = await people.sessions.open(userId)
  await recordSignIn(context, userId)
  const desks = await Promise.all([...context.extensions('account.desk').values()].map((hasWork) => hasWork(userId, context)))
  return { ...answer, judges: desks.includes(true) }
})
