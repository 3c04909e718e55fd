/** Organisations within reach with the approval rule in force, and whether the asking person may set it. */

import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'
import { chainOf, ruleOf } from './chain.ts'
import { APPROVAL_RIGHT } from './duties.ts'

export default defineHandler('audit.rules', async ({ pageNum = 1, pageSize = 20, search }, context) => {
  const { db, session, lang } = context
  const reach = objectsWith(session, APPROVAL_RIGHT, 'organisation')
  const words = searchForm(search ?? '') || null
  const from = sql`FROM organisation_organisation o LEFT JOIN organisation_organisation a ON a."id" = o."superiorId"
    WHERE (${reach === null}::boolean OR o."id"::text = ANY(${reach ?? []}::text[])) AND (${words}::text IS NULL OR platform_finds(o."name"::text, ${words}))`
  const { rows } = await sql<{ id: string; name: LocalText; superiorId: string | null; superior: LocalText | null }>`
    SELECT o."id"::text AS "id", o."name", o."superiorId"::text AS "superiorId", a."name" AS "superior" ${from}
    ORDER BY o."name" ->> ${lang}, o."id" LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*)::integer AS "total" ${from}`.execute(db)
  const list = []
  for (const { id, name, superiorId, superior } of rows) {
    const rule = await ruleOf(id, context)
    list.push({
      id,
      name,
      superior,
      ...rule,
      own: rule.organisationId === id,
      auditors: (await chainOf(id, rule, context)).length,
      maySet: superiorId !== null && (reach === null || reach.includes(superiorId)) ? true : reach === null,
    })
  }
  return { list, total: counted[0]?.total ?? 0, pageNum, pageSize }
})
