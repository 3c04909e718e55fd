/** How accounts look in lists. */
import { maskAddress } from '../factors/proofs.ts'

/** Who registers with a phone or an email has it as the username too. */
export function maskedContacts<T extends { userName: string | null; phone: string | null; email: string | null }>({
  userName,
  phone,
  email,
}: T) {
  return {
    userName: userName !== null && (userName === phone || userName === email) ? maskAddress(userName) : userName,
    phone: phone && maskAddress(phone),
    email: email && maskAddress(email),
  }
}
