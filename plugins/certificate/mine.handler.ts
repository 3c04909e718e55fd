/** Certificates of the person that were published once, newest first. */

import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'
import { ownCertificates } from './ownCertificates.ts'

interface Own {
  id: string
  serial: string
  code: string
  name: string
  award: Record<string, unknown> | null
  state: string
  title: LocalText
  competition: LocalText
  competitionId: string
  organisation: LocalText
  issuedOn: string
  publishedAt: string | null
  reason: string | null
  shownName: string
  mine: boolean
  paper: boolean
  paperFee: number
}

export default defineHandler('certificate.mine', async ({ pageNum = 1, pageSize = 20, ...wanted }, { db, session }) => {
  const { state = null, competitionId = null, year = null, search = '' } = wanted
  const words = searchForm(search)
  const from = sql`
    FROM certificate_certificate c
    JOIN certificate_series s ON s.id = c."seriesId" JOIN certificate_batch b ON b.id = c."batchId"
    JOIN competition_competition k ON k.id = c."competitionId" JOIN organisation_organisation o ON o.id = c."organisationId"
    WHERE c.id IN ${ownCertificates(session.userId!)} AND c.state IN ('published', 'withdrawn', 'replaced')
      AND (${state}::text IS NULL OR c.state = ${state}) AND (${competitionId}::bigint IS NULL OR c."competitionId" = ${competitionId}::bigint)
      AND (${year}::integer IS NULL OR extract(year FROM b."issuedOn") = ${year}::integer)
      AND (${search.trim()} = '' OR platform_finds(c.serial, ${words}) OR platform_finds(s.title::text, ${words}) OR platform_finds(k.title::text, ${words}))`
  const page = await sql<Own>`
    SELECT c.id::text AS id, c.serial, c.code, c.name, c.award, c.state, s.title, k.title AS competition, k.id::text AS "competitionId", o.name AS organisation,
      b."issuedOn", c."publishedAt", CASE WHEN c.state = 'withdrawn' THEN c.reason END AS reason, c."shownName", coalesce(c."userId" = ${session.userId}, false) AS mine, s.paper AND c.state = 'published' AS paper, s."paperFee"::integer AS "paperFee"
    ${from} ORDER BY c.id DESC LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`SELECT count(*)::integer AS total ${from}`.execute(db)
  return { list: page.rows, total: counted.rows[0]?.total ?? 0, pageNum, pageSize }
})
