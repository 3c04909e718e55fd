import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { isAbroad, isMainlandMobile } from '../../../runtime/core/values/phoneNumber.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const MAX_CHARACTERS = 254

/** A phone number or an email as accounts keep it; null for anything else. */
export function addressOf(typed: string): string | null {
  const address = normaliseAccount(typed)
  return address.length <= MAX_CHARACTERS && (EMAIL.test(address) || isMainlandMobile(address) || isAbroad(address)) ? address : null
}
