/** A role awarded to an organisation is held by its members as grants of their own that end with the award or with the membership. What a member holds
 *  by a grant of their own already is left alone. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** Gives the members what the awards of their organisations say; of one organisation, and of one of its members when named. */
export async function spreadAwards(of: { organisationId: string; userId?: string }, { db, people }: HandlerContext): Promise<number> {
  const { rows } = await sql<{ userId: string }>`
    INSERT INTO "account_grant" ("userId", "role", "scope", "objectId", "grantedBy", "until", "awardId", "memberId")
    SELECT m."userId", a."role", a."scope", a."objectId", a."grantedBy", a."until", a."id", m."id"
    FROM "empowerment_award" a JOIN "organisation_member" m ON m."organisationId" = a."organisationId"
    WHERE a."organisationId" = ${of.organisationId}::bigint AND (${of.userId ?? null}::bigint IS NULL OR m."userId" = ${of.userId ?? null}::bigint)
      AND (a."until" IS NULL OR a."until" > now())
    ON CONFLICT DO NOTHING RETURNING "userId"::text AS "userId"`.execute(db)
  for (const { userId } of rows) people.sessions.changed(userId)
  return rows.length
}

/** Awards of all organisations that a person is a member of: after a grant of their own was withdrawn. */
export async function spreadToPerson(userId: string, context: HandlerContext): Promise<void> {
  const rows = await context.db.selectFrom('organisation_member').select('organisationId').where('userId', '=', userId).execute()
  for (const { organisationId } of rows) await spreadAwards({ organisationId, userId }, context)
}
