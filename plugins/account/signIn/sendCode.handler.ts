/** Sends a code to a phone or email address, whoever asks: the answer and the work are the same for known and unknown ones. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { sendCode } from './codes.ts'

interface Request {
  phone?: string
  account?: string
  purpose: string
}

export default defineHandler<Request>('account.sendCode', ({ phone, account, purpose }, context) =>
  sendCode(context, purpose, phone ?? account ?? ''),
)
