/** Makes an account for a proved phone or email; the person has accepted the present terms. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export interface NewAccount {
  name: string
  /** Normalised; becomes the username too. */
  address: string
  /** Null: the person signs in by code or by another site until a password is set. */
  passwordHash: string | null
}

/** @returns the account's id */
export async function openAccount({ rows, now, documents }: HandlerContext, { name, address, passwordHash }: NewAccount): Promise<string> {
  const contact = address.includes('@') ? { email: address } : { phone: address }
  const { version } = documents.settings('account.terms')
  const values = { userName: address, name, ...contact, agreedTo: version, agreedAt: now.toISOString() }
  return rows.create('account.user', { ...values, passwordHash }, { byItself: true })
}
