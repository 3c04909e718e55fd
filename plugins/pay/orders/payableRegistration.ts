/** Who may pay for a registration: the person who signed up; for a team, the members whose part gives editPay; and whoever holds editPay on its competition or
 *  the organiser. For invoices it is editInvoice. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { hasReach } from '../../competition/hasReach.ts'
import { codesOfPart } from '../../team/codesInTeam.ts'
import { activeMembers, type Team } from '../../team/team.ts'
import type { Registration } from './registration.ts'

/** @throws NOT_FOUND for strangers, TEAM_PART for members who may not */
export async function payableRegistration(
  id: string,
  context: HandlerContext,
  code: 'editPay' | 'editInvoice' = 'editPay',
): Promise<Registration> {
  const { db, session, platform, fail } = context
  const unknown = () => fail('NOT_FOUND', { entity: 'signup.registration', id })
  const row = await db.selectFrom('signup_registration').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return unknown()
  if (row.userId === session.userId || hasReach(row, code, context)) return row as Registration
  if (!row.isTeam) return unknown()
  const member = (await activeMembers(row as Team, context)).find(({ userId }) => userId === session.userId)
  if (!member) return unknown()
  if (!codesOfPart(member.role, platform).includes(code)) return fail('TEAM_PART')
  return row as Registration
}
