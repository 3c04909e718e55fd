/** For a person who lost the device. All their sessions end, also one on the lost device. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertNoMoreRights } from '../grants/assertNoMoreRights.ts'
import { removeFactor } from './secondFactor.ts'

export default defineHandler('account.resetSecondFactor', async ({ userId, reason }, context) => {
  const account = await context.db.selectFrom('account_user').select('state').where('id', '=', userId).executeTakeFirst()
  if (account?.state === 'active') await assertNoMoreRights(context, userId)
  if (!(await removeFactor(context, userId, reason))) return context.fail('SECOND_FACTOR_NONE')
  await context.people.sessions.closeAll(userId, undefined, 'secondFactorReset')
  return null
})
