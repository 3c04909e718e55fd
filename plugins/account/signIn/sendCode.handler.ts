/** Sends a code to a phone or email address, anyone who asks: the answer and the work are the same for known and unknown ones. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { sendCode } from './codes.ts'

export default defineHandler('account.sendCode', ({ phone, account, purpose }, context) =>
  sendCode(context, purpose, phone ?? account ?? ''),
)
