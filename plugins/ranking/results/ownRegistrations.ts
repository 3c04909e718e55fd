import { type RawBuilder, sql } from 'kysely'

/** Ids of the registrations that a person made or is an active member of, instructors among them. */
export function ownRegistrations(userId: string): RawBuilder<unknown> {
  return sql`(SELECT id FROM signup_registration WHERE "userId" = ${userId}
    UNION SELECT "registrationId" FROM team_member WHERE "userId" = ${userId} AND state = 'active')`
}
