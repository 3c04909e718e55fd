/** Organisations by name, as holders of a right or as the new home of a competition. Names of organisations are public. */

import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'

export default defineHandler('empowerment.organisations', async ({ search, ids, pageNum = 1, pageSize = 50 }, { db, lang }) => {
  const words = searchForm(search ?? '') || null
  const from = sql`FROM organisation_organisation o
      WHERE (${words}::text IS NULL OR platform_finds(o."name"::text, ${words})) AND (${ids ?? null}::text[] IS NULL OR o."id"::text = ANY(${ids ?? null}::text[]))`
  const { rows } = await sql<{ id: string; name: string }>`
      SELECT o."id"::text AS "id", coalesce(o."name" ->> ${lang}, o."name" ->> 'zh') AS "name" ${from}
      ORDER BY o."id" LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*)::integer AS "total" ${from}`.execute(db)
  return { list: rows, total: counted[0]?.total ?? 0, pageNum, pageSize }
})
