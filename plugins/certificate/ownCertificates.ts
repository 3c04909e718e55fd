/** Certificates of a person: those the person holds, and those of whole teams that the person is a member of. */
import { type RawBuilder, sql } from 'kysely'
import { ownRegistrations } from '../ranking/results/ownRegistrations.ts'

/** Ids, among them those of drafts. */
export function ownCertificates(userId: string): RawBuilder<unknown> {
  return sql`(SELECT id FROM certificate_certificate WHERE "userId" = ${userId}
    UNION SELECT id FROM certificate_certificate WHERE "isTeam" AND "registrationId" IN ${ownRegistrations(userId)})`
}
