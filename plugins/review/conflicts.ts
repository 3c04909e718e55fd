/** Conflicts of interest between the panel of a competition and its works. Computed from what the platform knows, with the reason in words; those that were
 *  declared, or set by the organiser, stay as they are. Computing them anew changes nothing when nothing has changed. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { rolesWithRight } from '../account/grants/staffWith.ts'
import { withContainers } from '../account/grants/withContainers.ts'
import type { ReviewConflictKind } from '../generated/enums.ts'

export interface ConflictPair {
  userId: string
  workId: string
  kinds: ReviewConflictKind[]
}
export interface ConflictScope {
  competitionId: string
  /** Only these works; absent: all. */
  workIds?: readonly string[]
  /** Only these experts; absent: all. */
  userIds?: readonly string[]
}

const COMPUTED: ReviewConflictKind[] = ['school', 'team', 'instructor', 'mentor', 'organisation', 'staff']
/** Rights that show who made a work, or what others gave it. */
const STAFF_RIGHTS = ['setWorks', 'manageSignup', 'manageRankingList'] as const

/** Who must not review what, each pair once. */
export async function conflictPairs(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<ConflictPair[]> {
  const rows = await db
    .selectFrom('review_conflict')
    .select(['userId', 'workId', sql<ReviewConflictKind[]>`array_agg("kind" order by "kind")`.as('kinds')])
    .where('competitionId', '=', competitionId)
    .groupBy(['userId', 'workId'])
    .orderBy('userId')
    .orderBy('workId')
    .execute()
  return rows
}

/** One statement for the whole of the scope. @returns how many conflicts came and went */
export async function refreshConflicts(scope: ConflictScope, context: HandlerContext): Promise<{ added: number; removed: number }> {
  const { competitionId, workIds = null, userIds = null } = scope
  const { db, lock } = context
  const staff = await staffGrants(competitionId, context)
  await lock('reviewConflicts', competitionId)
  const { rows } = await sql<{ added: string; removed: string }>`
    with expert as (
      -- who was asked by email and has not answered is not told apart by what the platform knows of an account
      select "userId" from review_expert
      where "competitionId" = ${competitionId} and ("state" = 'accepted' or ("state" = 'invited' and "invitedAs" is null)) and (${userIds}::bigint[] is null or "userId" = any(${userIds}::bigint[]))
    ), work as (
      select w."id", w."registrationId", w."userId", w."school", r."userId" as "ownerId", r."school" as "registeredAs", r."displayName", r."isTeam"
      from work_work w join signup_registration r on r."id" = w."registrationId"
      where w."competitionId" = ${competitionId} and w."removedAt" is null and (${workIds}::bigint[] is null or w."id" = any(${workIds}::bigint[]))
    ), person as (
      select "id" as "workId", "userId", 'team' as "kind", "displayName" as "detail" from work
      union select "id", "ownerId", 'team', "displayName" from work
      union select w."id", m."userId", case m."role" when 'instructor' then 'instructor' when 'mentor' then 'mentor' else 'team' end, w."displayName"
      from work w join team_member m on m."registrationId" = w."registrationId" and m."state" = 'active' and m."userId" is not null
    ), institution as (${institutionsOf(sql`select "userId" from expert union select "userId" from person where "kind" = 'team'`)}
    ), "workPlace" as (
      select "id" as "workId", lower(btrim("school")) as "name" from work where btrim(coalesce("school", '')) <> ''
      union select "id", lower(btrim("registeredAs")) from work where btrim(coalesce("registeredAs", '')) <> ''
      union select p."workId", i."name" from person p join institution i on i."userId" = p."userId" where p."kind" = 'team'
    ), found as (
      select distinct on ("userId", "workId", "kind") "userId", "workId", "kind", left("detail", 500) as "detail" from (
        select p."userId", p."workId", p."kind", p."detail" from person p join expert e on e."userId" = p."userId"
        union all
        select e."userId", w."workId", i."kind", i."shown"
        from expert e join institution i on i."userId" = e."userId" join "workPlace" w on w."name" = i."name"
        union all
        select e."userId", w."id", 'staff', null from expert e join (${staff}) g on g."userId" = e."userId" cross join work w
      ) every order by "userId", "workId", "kind", "detail"
    ), gone as (
      delete from review_conflict c
      where c."competitionId" = ${competitionId} and c."kind" = any(${COMPUTED}::text[])
        and (${workIds}::bigint[] is null or c."workId" = any(${workIds}::bigint[]))
        and (${userIds}::bigint[] is null or c."userId" = any(${userIds}::bigint[]))
        and not exists (select 1 from found f where f."userId" = c."userId" and f."workId" = c."workId" and f."kind" = c."kind")
      returning 1
    ), come as (
      insert into review_conflict ("competitionId", "userId", "workId", "kind", "detail")
      select ${competitionId}, "userId", "workId", "kind", "detail" from found
      on conflict ("userId", "workId", "kind") do update set "detail" = excluded."detail"
      where review_conflict."detail" is distinct from excluded."detail"
      returning (xmax = 0) as "isNew"
    )
    select (select count(*) from come where "isNew") as "added", (select count(*) from gone) as "removed"`.execute(db)
  return { added: Number(rows[0]!.added), removed: Number(rows[0]!.removed) }
}

/** Grants that let their holders see who made the works of a competition, or what experts gave them: on it, on what it lies in, or everywhere. */
async function staffGrants(competitionId: string, context: HandlerContext) {
  const roles = new Set<string>()
  for (const right of STAFF_RIGHTS) for (const role of await rolesWithRight(right, context)) roles.add(role)
  const places = (await withContainers({ scope: 'competition', objectId: competitionId }, context)).map(
    (at) => `${at.scope}:${at.objectId}`,
  )
  return sql`
    select distinct g."userId" from account_grant g
    where g."role" = any(${[...roles]}::text[]) and (g."until" is null or g."until" > ${context.now.toISOString()})
      and (g."scope" is null or g."scope" || ':' || g."objectId" = any(${places}::text[]))`
}

/** Schools and organisations of people, by their names in lower case: of their profile, of what was certified, and where they hold a role. */
function institutionsOf(users: ReturnType<typeof sql>) {
  return sql`
    select distinct "userId", lower(btrim("shown")) as "name", btrim("shown") as "shown", "kind" from (
      select p."userId", n."shown", 'school' as "kind" from profile_profile p join organisation_school s on s."code" = p."school"
        cross join lateral (values (s."name"->>'zh'), (s."name"->>'en')) n("shown") where p."userId" in (${users})
      union all select c."userId", n."shown", 'school' from profile_certification c join organisation_school s on s."id" = c."schoolId"
        cross join lateral (values (s."name"->>'zh'), (s."name"->>'en')) n("shown") where c."state" = 'approved' and c."userId" in (${users})
      union all select p."userId", p."company", 'organisation' from profile_profile p where p."userId" in (${users})
      union all select g."userId", n."shown", 'organisation' from account_grant g join organisation_organisation o on o."id"::text = g."objectId"
        cross join lateral (values (o."name"->>'zh'), (o."name"->>'en')) n("shown") where g."scope" = 'organisation' and g."userId" in (${users})
    ) place where btrim(coalesce("shown", '')) <> ''`
}
