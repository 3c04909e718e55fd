/** The agreement in force for a purpose and place: the last published version of the nearest place that has one in use - competition, organisation, platform. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

export interface CurrentAgreement {
  versionId: string
  purpose: string
  number: number
  title: LocalText
  text: LocalText
  publishedAt: string
  /** By the person asked for; null: not accepted. */
  acceptedAt: string | null
}
export interface AgreementPlace {
  competitionId?: string
  registrationId?: string
  workId?: string
  assignmentId?: string
}

/** Null where nothing is to be accepted. One statement. */
export async function currentAgreement(
  purpose: string,
  place: AgreementPlace,
  userId: string,
  { db }: Pick<HandlerContext, 'db'>,
): Promise<CurrentAgreement | null> {
  const { rows } = await sql<CurrentAgreement>`
    WITH asked AS (SELECT c.id, c."organisationId" FROM competition_competition c WHERE c.id = ${competitionOf(place, userId)}),
    latest AS (
      SELECT DISTINCT ON (v.place) v.* FROM agreement_version v LEFT JOIN asked a ON true
      WHERE v.purpose = ${purpose} AND v."publishedAt" IS NOT NULL
        AND v.place IN ('platform', 'organisation:' || a."organisationId", 'competition:' || a.id)
      ORDER BY v.place, v.number DESC
    )
    SELECT l.id AS "versionId", l.purpose, l.number, l.title, l.text, l."publishedAt", x."acceptedAt"
    FROM latest l LEFT JOIN agreement_acceptance x ON x."versionId" = l.id AND x."userId" = ${userId}
    WHERE l."endedAt" IS NULL
    ORDER BY position(split_part(l.place, ':', 1) IN 'competition organisation platform') LIMIT 1`.execute(db)
  const [row] = rows
  return row ? { ...row, acceptedAt: row.acceptedAt && new Date(row.acceptedAt).toISOString() } : null
}

function competitionOf({ competitionId, registrationId, workId, assignmentId }: AgreementPlace, userId: string) {
  if (competitionId !== undefined) return sql`${competitionId}::bigint`
  if (registrationId !== undefined) return sql`(SELECT "competitionId" FROM signup_registration WHERE id = ${registrationId})`
  if (workId !== undefined) return sql`(SELECT "competitionId" FROM work_work WHERE id = ${workId})`
  if (assignmentId !== undefined)
    return sql`(SELECT "competitionId" FROM review_assignment WHERE id = ${assignmentId} AND "userId" = ${userId})`
  return sql`NULL::bigint`
}

/** What the person has still to accept; null: nothing. */
export async function missingAgreement(purpose: string, place: AgreementPlace, context: HandlerContext) {
  const found = await currentAgreement(purpose, place, context.session.userId!, context)
  if (!found || found.acceptedAt !== null) return null
  const { versionId, number, title, text } = found
  return { versionId, purpose, number, title, text }
}
