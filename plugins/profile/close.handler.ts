/** Closes the own account. Who alone administers the platform cannot: nobody could appoint another administrator. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { isLastAdministrator } from '../account/assertNotLast.ts'
import { checkPassword } from '../account/checkPassword.ts'

export default defineHandler<{ password: string }, null>('profile.close', async ({ password }, context) => {
  const { session, personal, record, fail } = context
  await checkPassword(context, password)
  if (await isLastAdministrator(session.userId!, context)) return fail('ACCOUNT_NEEDED')
  await personal.erase()
  await record({ entity: 'account.user', rowId: session.userId!, before: null, after: { closed: true } })
  return null
})
