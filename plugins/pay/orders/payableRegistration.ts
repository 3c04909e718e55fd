/** Who may pay for a registration: the person who signed up; for a team, the members whose part gives editPay; and anyone who holds editPay on its competition or
 *  the organiser. For invoices it is editInvoice. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { hasReach } from '../../competition/hasReach.ts'
import type { Registration } from './registration.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    /** Whether someone in a registration of several may do what a code allows; null for who is not in it. */
    'pay.member': (registration: Registration, code: string, context: HandlerContext) => Promise<boolean | null>
  }
}

/** @throws NOT_FOUND for strangers, TEAM_PART for members who may not */
export async function payableRegistration(
  id: string,
  context: HandlerContext,
  code: 'editPay' | 'editInvoice' = 'editPay',
): Promise<Registration> {
  const { db, session, fail } = context
  const unknown = () => fail('NOT_FOUND', { entity: 'signup.registration', id })
  const row = await db.selectFrom('signup_registration').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return unknown()
  if (row.userId === session.userId || hasReach(row, code, context)) return row as Registration
  const may = await mayAsMember(row as Registration, code, context)
  if (may === null) return unknown()
  if (!may) return fail('TEAM_PART')
  return row as Registration
}

async function mayAsMember(row: Registration, code: string, context: HandlerContext): Promise<boolean | null> {
  for (const mayDo of context.extensions('pay.member').values()) {
    const may = await mayDo(row, code, context)
    if (may !== null) return may
  }
  return null
}
