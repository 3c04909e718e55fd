/** Submissions that the asking person may see, with status and whether they need that person's decision: one statement for list and count. */

import { type RawBuilder, sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'
import type { AuditSubject, AuditTodo } from '../generated/enums.ts'
import { APPROVAL_RIGHT, type Duties, dutiesOf } from './duties.ts'

export interface WorklistFilter {
  mine?: boolean
  subject?: string
  overdue?: boolean
  state?: string
  level?: number
  organisationId?: string
  id?: string
  search?: string
}
export interface WorklistRow {
  id: string
  competitionId: string
  summaryId: string | null
  subject: AuditSubject
  title: LocalText
  organisation: LocalText
  number: number
  state: string
  position: number
  levels: number
  auditor: LocalText | null
  submitter: string | null
  submittedAt: string
  deadline: string | null
  overdue: boolean
  mine: boolean
  /** Code of `audit.todo`; null when the person has nothing to do. */
  todo: AuditTodo | null
}

/** One page of the list, and the total. */
export async function worklist(
  filter: WorklistFilter,
  { limit, offset, newestFirst }: { limit: number; offset: number; newestFirst: boolean },
  context: HandlerContext,
): Promise<{ rows: WorklistRow[]; total: number }> {
  const from = await fromWhere(filter, context)
  const order = newestFirst
    ? sql`s."createdAt" DESC, s."id" DESC`
    : sql`(s."state" = 'waiting') DESC, t."deadline" ASC NULLS LAST, s."id" DESC`
  const { rows } = await sql<Omit<WorklistRow, 'todo'>>`
    SELECT s."id"::text AS "id", s."competitionId"::text AS "competitionId", s."summaryId"::text AS "summaryId", s."subject", ${submittedTitle(partTitle(context))} AS "title", o."name" AS "organisation", s."number", s."state", s."position",
      s."levels", a."name" AS "auditor", u."name" AS "submitter", s."createdAt" AS "submittedAt", t."deadline",
      (s."state" = 'waiting' AND t."deadline" < ${context.now.toISOString()}::timestamptz) IS TRUE AS "overdue", ${from.mine} AS "mine"
    ${from.text} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`.execute(context.db)
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*)::integer AS "total" ${from.text}`.execute(context.db)
  const listed = rows.map((row) => ({ ...row, todo: row.overdue ? ('overdue' as const) : row.mine ? ('mine' as const) : null }))
  return { rows: listed, total: counted[0]?.total ?? 0 }
}

/** Of a ranking, certificates and a report that of the competition too. */
function partTitle({ platform }: HandlerContext): RawBuilder<unknown> {
  const kinds = platform.get('enum', 'summary.kind').values
  const final = JSON.stringify(kinds.find(({ code }) => code === 'final')?.label)
  return sql`coalesce(l."title", e."title", q."title", CASE WHEN y."id" IS NOT NULL THEN ${final}::jsonb END)`
}

function submittedTitle(part: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN ${part} IS NULL THEN c."title" ELSE jsonb_build_object(
  'zh', (c."title" ->> 'zh') || ' · ' || (${part} ->> 'zh'),
  'en', coalesce(nullif(c."title" ->> 'en', ''), c."title" ->> 'zh') || ' · ' || coalesce(nullif(${part} ->> 'en', ''), ${part} ->> 'zh')) END`
}

interface FromWhere {
  text: RawBuilder<unknown>
  mine: RawBuilder<boolean>
}

async function fromWhere(filter: WorklistFilter, context: HandlerContext): Promise<FromWhere> {
  const duties = await dutiesOf(context)
  const reach = objectsWith(context.session, APPROVAL_RIGHT, 'organisation')
  const own = sql`s."submitterId" IS DISTINCT FROM ${context.session.userId}::bigint`
  const mine = sql<boolean>`(s."state" = 'waiting' AND ${own} AND ${dutyCondition(duties, sql`t."organisationId"`)})`
  const seen =
    reach === null
      ? sql`true`
      : sql`(s."organisationId"::text = ANY(${[...reach]}::text[]) OR EXISTS (SELECT 1 FROM "audit_step" x WHERE x."submissionId" = s."id" AND ${dutyCondition(duties, sql`x."organisationId"`)}))`
  const words = searchForm(filter.search ?? '') || null
  const conditions = [
    seen,
    ...(filter.mine === undefined ? [] : [filter.mine ? mine : sql`NOT ${mine}`]),
    ...(filter.overdue ? [sql`s."state" = 'waiting' AND t."deadline" < ${context.now.toISOString()}::timestamptz`] : []),
    ...(filter.state ? [sql`s."state" = ${filter.state}`] : []),
    ...(filter.subject ? [sql`s."subject" = ${filter.subject}`] : []),
    ...(filter.level ? [sql`s."position" = ${filter.level}`] : []),
    ...(filter.organisationId ? [sql`s."organisationId" = ${filter.organisationId}::bigint`] : []),
    ...(filter.id ? [sql`s."id" = ${filter.id}::bigint`] : []),
    ...(words
      ? [
          sql`(platform_finds(c."title"::text, ${words}) OR platform_finds(${partTitle(context)}::text, ${words}) OR platform_finds(o."name"::text, ${words}))`,
        ]
      : []),
  ]
  const text = sql`
    FROM "audit_submission" s
    JOIN "competition_competition" c ON c."id" = s."competitionId"
    LEFT JOIN "ranking_list" l ON l."id" = s."listId"
    LEFT JOIN "certificate_batch" b ON b."id" = s."batchId" LEFT JOIN "certificate_series" e ON e."id" = b."seriesId"
    LEFT JOIN "summary_report" y ON y."id" = s."summaryId" LEFT JOIN "summary_plan" q ON q."id" = y."planId"
    JOIN "organisation_organisation" o ON o."id" = s."organisationId"
    LEFT JOIN "audit_step" t ON t."submissionId" = s."id" AND t."position" = s."position"
    LEFT JOIN "organisation_organisation" a ON a."id" = t."organisationId"
    LEFT JOIN "account_user" u ON u."id" = s."submitterId"
    WHERE ${sql.join(conditions, sql` AND `)}`
  return { text, mine }
}

function dutyCondition(duties: Duties, organisation: RawBuilder<unknown>): RawBuilder<boolean> {
  if (duties === null) return sql<boolean>`true`
  const rows = JSON.stringify(
    duties.map(({ organisationId, submissionId, exceptOrganisationId }) => ({
      held: organisationId,
      single: submissionId,
      except: exceptOrganisationId,
    })),
  )
  return sql<boolean>`EXISTS (
    SELECT 1 FROM jsonb_to_recordset(${rows}::jsonb) AS d(held bigint, single bigint, "except" bigint)
    WHERE d.held = ${organisation} AND (d.single IS NULL OR d.single = s."id") AND d."except" IS DISTINCT FROM s."organisationId")`
}
