import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { teamMemberState } from '../generated/enums.ts'

/** Registrations of the teams that a person is an active member of, as a subquery. */
export function ownTeams(userId: string, { db }: Pick<HandlerContext, 'db'>) {
  return db.selectFrom('team_member').select('registrationId').where('userId', '=', userId).where('state', '=', teamMemberState.active)
}
