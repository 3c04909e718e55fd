/** Closes the own account. Who alone administers the platform cannot: nobody could appoint another administrator. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { checkPassword } from '../account/checkPassword.ts'

const NEEDED_ROLE = 'account.platformAdmin'

export default defineHandler<{ password: string }, null>('profile.close', async ({ password }, context) => {
  const { session, personal, record } = context
  await checkPassword(context, password)
  await assertNotNeeded(context)
  await personal.erase()
  await record({ entity: 'account.user', rowId: session.userId!, before: null, after: { closed: true } })
  return null
})

async function assertNotNeeded({ db, session, lock, fail }: HandlerContext): Promise<void> {
  // two of the last two may close at the same moment
  await lock('closeAdministrator', '')
  const holders = await db
    .selectFrom('account_grant')
    .innerJoin('account_user', 'account_user.id', 'account_grant.userId')
    .select('account_grant.userId')
    .where('account_grant.role', '=', NEEDED_ROLE)
    .where('account_user.state', '=', 'active')
    .execute()
  if (holders.some(({ userId }) => userId === session.userId) && holders.every(({ userId }) => userId === session.userId))
    fail('ACCOUNT_NEEDED')
}
