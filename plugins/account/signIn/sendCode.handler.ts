/** Sends a code to a phone or email address. The reply and its time are the same for known and unknown addresses. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { sendCode } from './codes.ts'

export default defineHandler('account.sendCode', ({ phone, account, purpose }, context) =>
  sendCode(context, purpose, phone ?? account ?? ''),
)
