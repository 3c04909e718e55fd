/** The ways in which a signed-in person can prove again who they are. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { maskPhone } from '../own/ownContacts.ts'
import { confirmedFactor } from './secondFactor.ts'

export type ProofWay = 'password' | 'factor' | 'phone' | 'email'

/** Of codes that prove who asks. */
export const PROOF_PURPOSE = 'proof'

/** Address of `phone` and `email`; the order is that of the list shown. */
export async function proofWays({
  db,
  session,
  rows,
}: Pick<HandlerContext, 'db' | 'session' | 'rows'>): Promise<Map<ProofWay, string | null>> {
  const row = await rows.get('account.user', session.userId!)
  const ways = new Map<ProofWay, string | null>()
  if (row.passwordHash !== null) ways.set('password', null)
  if (await confirmedFactor(db, session.userId!)) ways.set('factor', null)
  if (row.phone !== null) ways.set('phone', row.phone)
  if (row.email !== null) ways.set('email', row.email)
  return ways
}

/** `lin@agon.example` -> `l***@agon.example`; a phone shows its ends. */
export function maskAddress(address: string): string {
  return address.includes('@') ? address.replace(/^(.)[^@]*/, '$1***') : maskPhone(address)
}
