/** Rows of a competition, of an organisation with all its competitions, or without either those that no competition charges for: the platform's own. */
import { type RawBuilder, sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'

export interface LedgerPlace {
  competitionId?: string
  organisationId?: string
}

/** SQL condition on `competitionId` and `organisationId`, as filters with the operator `is` on both. The call has checked the reach on the object that is
 *  named; rows without an owner are for staff of the whole platform.
 *  @throws NOT_FOUND */
export function ledgerOf(
  { competitionId, organisationId }: LedgerPlace,
  { session, fail }: Pick<HandlerContext, 'session' | 'fail'>,
  permission = 'manageFinance',
): RawBuilder<boolean> {
  const parts = [
    ...(competitionId === undefined ? [] : [sql<boolean>`"competitionId" = ${competitionId}::bigint`]),
    ...(organisationId === undefined ? [] : [sql<boolean>`"organisationId" = ${organisationId}::bigint`]),
  ]
  if (parts.length > 0) return sql<boolean>`(${sql.join(parts, sql` and `)})`
  if (objectsWith(session, permission, 'competition') !== null) fail('NOT_FOUND', { entity: 'pay.order', id: '' })
  return sql<boolean>`("competitionId" is null and "organisationId" is null)`
}
