/** Rows of a competition, or without one those that no competition charges for: the platform's own. */
import { type RawBuilder, sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'

/** SQL condition on `competitionId`. The reach on a competition has been checked by the call; what belongs to nobody is for staff of the whole platform.
 *  @throws NOT_FOUND */
export function ledgerOf(
  competitionId: string | null,
  { session, fail }: Pick<HandlerContext, 'session' | 'fail'>,
  permission = 'manageFinance',
): RawBuilder<boolean> {
  if (competitionId !== null) return sql<boolean>`"competitionId" = ${competitionId}::bigint`
  if (objectsWith(session, permission, 'competition') !== null) fail('NOT_FOUND', { entity: 'pay.order', id: '' })
  return sql<boolean>`"competitionId" is null`
}
