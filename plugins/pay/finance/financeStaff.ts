/** Who does something about the money of an order or an invoice: those of its competition or organisation; of the platform's own, those with the right
 *  everywhere. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { rolesWithRight, staffWith } from '../../account/grants/staffWith.ts'

/** Ids of people, in order. `right`: a permission. */
export async function financeStaff(
  { competitionId, organisationId }: { competitionId: string | null; organisationId: string | null },
  right: string,
  context: HandlerContext,
): Promise<string[]> {
  if (organisationId !== null) return staffWith({ competitionId: competitionId ?? '0', organisationId }, context, right)
  const { db, now } = context
  const rows = await db
    .selectFrom('account_grant as g')
    .innerJoin('account_user as u', 'u.id', 'g.userId')
    .select('u.id')
    .distinct()
    .where('g.scope', 'is', null)
    .where('g.role', 'in', await rolesWithRight(right, context))
    .where((is) => is.or([is('g.until', 'is', null), is('g.until', '>', now.toISOString())]))
    .where('u.state', '=', 'active')
    .orderBy('u.id')
    .execute()
  return rows.map(({ id }) => id)
}
