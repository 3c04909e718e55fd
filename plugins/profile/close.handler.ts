/** Closes the own account. Who alone administers the platform cannot: no one could appoint another administrator. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { isLastAdministrator } from '../account/grants/assertNotLast.ts'

export default defineHandler('profile.close', async (_input, context) => {
  const { session, personal, record, fail } = context
  if (await isLastAdministrator(session.userId!, context)) return fail('ACCOUNT_NEEDED')
  await personal.erase()
  await record({ entity: 'account.user', rowId: session.userId!, before: null, after: { closed: true } })
  return null
})
