/** Names and addresses of the signed-in person's account. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export interface Contacts {
  userName: string
  phone: string | null
  email: string | null
}

/** Name, phone number and email of the signed-in person; null where there is none. */
export async function ownContacts({ db, session }: Pick<HandlerContext, 'db' | 'session'>): Promise<Contacts> {
  const row = await db
    .selectFrom('account_user')
    .select(['userName', 'phone', 'email'])
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow()
  return row as Contacts
}

/** `13912345678` -> `139****5678`. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`
}
