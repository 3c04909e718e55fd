/** Who confirms transfers for an order: those of its competition or organisation; of the platform's own orders, those with the right everywhere. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { judgingStaff, rolesWithRight } from '../../review/judgingStaff.ts'
import type { Order } from '../purposes/Purpose.ts'

const RIGHT = 'confirmPayment'

/** Ids of people, in order. */
export async function financeStaff({ competitionId, organisationId }: Order, context: HandlerContext): Promise<string[]> {
  if (organisationId !== null) return judgingStaff({ competitionId: competitionId ?? '0', organisationId }, context, RIGHT)
  const { db, now } = context
  const rows = await db
    .selectFrom('account_grant as g')
    .innerJoin('account_user as u', 'u.id', 'g.userId')
    .select('u.id')
    .distinct()
    .where('g.scope', 'is', null)
    .where('g.role', 'in', await rolesWithRight(RIGHT, context))
    .where((is) => is.or([is('g.until', 'is', null), is('g.until', '>', now.toISOString())]))
    .where('u.state', '=', 'active')
    .orderBy('u.id')
    .execute()
  return rows.map(({ id }) => id)
}
