/** Who holds what on the competitions where the asker may set permissions: persons by grants of their own, and organisations by awards. With a
 *  competition: on it, and on its organisation, which reaches it. */

import { sql } from 'kysely'
import type { HandlerInput, HandlerOutput } from '../../runtime/core/contracts.ts'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { maskRow } from '../../runtime/core/masking/entityMasks.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { normaliseAccount, searchForm } from '../../runtime/core/values/normaliseText.ts'
import { personalShapes } from '../account/accounts/namedOrContacted.ts'
import { readRole } from '../account/grants/grantRows.ts'

const SET_PERMISSION = 'setPermission'
const SOON_DAYS = 14

type Row = Omit<HandlerOutput<'empowerment.page'>['list'][number], 'roleName'>

export default defineHandler('empowerment.page', async (input, context) => {
  const { pageNum = 1, pageSize = 20 } = input
  const from = rightsWhere(input, context)
  const { rows } =
    await sql<Row>`SELECT r.* ${from} ORDER BY r."createdAt" DESC, r."id" LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}`.execute(
      context.db,
    )
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*)::integer AS "total" ${from}`.execute(context.db)
  const list = []
  for (const row of rows)
    list.push({
      ...row,
      account: row.account === null ? null : maskRow({ userName: row.account }, 'account.user', context.platform).userName,
      roleName: context.platform.documents.role.get(row.role)?.title ?? (await readRole(row.role, context))?.name ?? row.role,
    })
  return { list, total: counted[0]?.total ?? 0, pageNum, pageSize }
})

function rightsWhere(
  { holder, scope, role, expiring, competitionId, search }: HandlerInput<'empowerment.page'>,
  { session, platform }: HandlerContext,
) {
  const organisations = objectsWith(session, SET_PERMISSION, 'organisation')
  const competitions = objectsWith(session, SET_PERMISSION, 'competition')
  const everything = organisations === null || competitions === null
  const words = searchForm(search ?? '') || null
  const places = sql`
    SELECT 'competition' AS "scope", c."id"::text AS "objectId", c."title" AS "place", c."organisationId"::text AS "owner" FROM competition_competition c
    WHERE c."deletedAt" IS NULL
    UNION ALL SELECT 'organisation', o."id"::text, o."name", o."id"::text FROM organisation_organisation o`
  const held = sql`
    SELECT 'g' || g."id" AS "id", 'person' AS "holder", to_jsonb(u."name") AS "name", u."userName" AS "account", g."role", g."scope", g."objectId", g."until",
      g."grantedBy", g."createdAt" FROM account_grant g JOIN account_user u ON u."id" = g."userId" WHERE g."awardId" IS NULL
    UNION ALL SELECT 'a' || a."id", 'organisation', to_jsonb(o."name"), NULL, a."role", a."scope", a."objectId", a."until", a."grantedBy", a."createdAt"
    FROM empowerment_award a JOIN organisation_organisation o ON o."id" = a."organisationId"`
  return sql`FROM (
      SELECT h.*, p."place", p."owner", by."name" AS "granter" FROM (${held}) h
      JOIN (${places}) p ON p."scope" = h."scope" AND p."objectId" = h."objectId"
      LEFT JOIN account_user by ON by."id" = h."grantedBy"
    ) r
    WHERE (r."until" IS NULL OR r."until" > now())
      AND (${everything}::boolean OR r."owner" = ANY(${[...(organisations ?? [])]}::text[])
        OR (r."scope" = 'competition' AND r."objectId" = ANY(${[...(competitions ?? [])]}::text[])))
      AND (${holder ?? null}::text IS NULL OR r."holder" = ${holder ?? null}::text)
      AND (${scope ?? null}::text IS NULL OR r."scope" = ${scope ?? null}::text)
      AND (${role ?? null}::text IS NULL OR r."role" = ${role ?? null}::text)
      AND (${competitionId ?? null}::text IS NULL OR (r."scope" = 'competition' AND r."objectId" = ${competitionId ?? null}::text)
        OR (r."scope" = 'organisation' AND r."objectId" = (SELECT "organisationId"::text FROM competition_competition WHERE "id"::text = ${competitionId ?? null}::text)))
      AND (${expiring === true}::boolean IS FALSE OR r."until" < now() + make_interval(days => ${SOON_DAYS}))
      AND (${words}::text IS NULL OR platform_finds(r."name"::text, ${words}) OR r."account" = ${normaliseAccount(search ?? '')}::text
        OR (platform_finds(r."account", ${words}) AND NOT r."account" ~ ANY(${personalShapes(platform)}::text[])) OR platform_finds(r."place"::text, ${words}))`
}
