/** Names and addresses of the signed-in person's account. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export interface Contacts {
  userName: string
  phone: string | null
  email: string | null
}

/** Name, phone number and email of the signed-in person; null where there is none. */
export async function ownContacts({ session, rows }: Pick<HandlerContext, 'session' | 'rows'>): Promise<Contacts> {
  const row = await rows.get('account.user', session.userId!)
  return row as Contacts
}

/** `13912345678` -> `139****5678`. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`
}
