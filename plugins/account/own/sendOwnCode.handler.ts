/** Sends a code to the phone of the person's own account before the number is changed. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { sendCode } from '../signIn/codes.ts'
import { ownContacts } from './ownContacts.ts'

export default defineHandler('account.sendOwnCode', async (_input, context) => {
  const { phone } = await ownContacts(context)
  return phone ? sendCode(context, 'changeOld', phone) : context.fail('PHONE_MISSING')
})
