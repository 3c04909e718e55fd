/** Lines entered by name -> the registrations they are about. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'
import type { RankingList } from './heldList.ts'

/**
 * Links each line of the version without a registration to the only accepted one of its name, in the list's event where it has one, and of its school where
 * the line says one. A name that several registrations have is left alone. The caller holds the lock of the list.
 */
export async function linkLines({ id, competitionId, version, eventId }: RankingList, { db }: HandlerContext): Promise<void> {
  await sql`
    UPDATE ranking_award AS line SET "registrationId" = found.id, "eventId" = found."eventId"
    FROM (
      SELECT a.id AS "lineId", min(r.id) AS id, min(r."eventId") AS "eventId" FROM ranking_award a
      JOIN signup_registration r ON r."competitionId" = ${competitionId} AND r."displayName" = a.name
        AND (a.school IS NULL OR r.school IS NULL OR r.school = a.school) AND r.status = ${signupStatus.registered}
        AND (${eventId}::bigint IS NULL OR r."eventId" = ${eventId}::bigint)
      WHERE a."listId" = ${id} AND a.version = ${version} AND a."registrationId" IS NULL
      GROUP BY a.id HAVING count(*) = 1
    ) AS found
    WHERE line.id = found."lineId"`.execute(db)
}
