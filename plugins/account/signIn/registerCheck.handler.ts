/** Whether someone who has the code of a phone or email can register with it. The code stays good; a try of it is counted. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { findAccount } from '../accounts/findAccount.ts'
import { checkCode } from './codes.ts'

export default defineHandler('account.registerCheck', async ({ account, code }, context) => {
  await checkCode(context, { purpose: 'register', address: account, code })
  return { available: (await findAccount(context.db, normaliseAccount(account))) === null }
})
