/** The cards of the competitions within reach, with their approval status and how much of the information is filled in. */

import { sql } from 'kysely'
import type { HandlerInput, HandlerOutput } from '../../runtime/core/contracts.ts'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'

const READERS = { any: ['editCompetitionInfo', 'editAuditMessage'] }
const INFO_FORM = 'competitionInfo.info'

export default defineHandler('competitionInfo.cardPage', async (input, context) => {
  const { pageNum = 1, pageSize = 20 } = input
  const from = fromWhere(input, context)
  const { rows } = await sql<HandlerOutput<'competitionInfo.cardPage'>['list'][number]>`
    SELECT c."id"::text AS "id", c."title", o."name" AS "organisation", c."level", c."type", c."cover", c."auditState", c."published", c."updatedAt",
      i."thumb", i."shortName", i."slogan", i."contactName", i."contactPhone", ${filledShare(context)} AS "filled"
    ${from} ORDER BY c."id" DESC LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}`.execute(context.db)
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*)::integer AS "total" ${from}`.execute(context.db)
  return { list: rows, total: counted[0]?.total ?? 0, pageNum, pageSize }
})

function fromWhere({ state, level, search }: HandlerInput<'competitionInfo.cardPage'>, { session }: HandlerContext) {
  const organisations = objectsWith(session, READERS, 'organisation')
  const competitions = objectsWith(session, READERS, 'competition')
  const words = searchForm(search ?? '') || null
  const everything = organisations === null || competitions === null
  return sql`
    FROM competition_competition c
    JOIN organisation_organisation o ON o."id" = c."organisationId"
    LEFT JOIN "competitionInfo_info" i ON i."competitionId" = c."id"
    WHERE c."deletedAt" IS NULL AND (${everything}::boolean OR c."organisationId"::text = ANY(${[...(organisations ?? [])]}::text[]) OR c."id"::text = ANY(${[...(competitions ?? [])]}::text[]))
      AND (${state ?? null}::text IS NULL OR c."auditState" = ${state ?? null}::text)
      AND (${level ?? null}::text IS NULL OR c."level" = ${level ?? null}::text)
      AND (${words}::text IS NULL OR platform_finds(c."title"::text, ${words}) OR platform_finds(i."shortName"::text, ${words}))`
}

/** Share of the form's fields that hold something, 0 to 1. */
function filledShare({ platform }: HandlerContext) {
  const names = Object.keys(platform.get('form', INFO_FORM).schema.properties)
  const filled = names.map((name) => sql`(i.${sql.ref(name)} IS NOT NULL)::integer`)
  return sql`round((${sql.join(filled, sql` + `)})::numeric / ${names.length}, 2)::double precision`
}
