/** Brings the rows behind all figures up to date with what changed since. Each source is one statement by its time of change, so a run that is
 *  lost leaves nothing half done and the next continues from what is stored; running twice writes nothing new. */
import { type RawBuilder, sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { localName } from '../account/grants/identityOptions.ts'

/** Rows of one source in a run. */
const MOST = 20_000
/** Changes that were committed late are looked at again. */
const OVERLAP = '10 minutes'
const WHY = 'counted from registrations, rankings and reported awards, whose entries tell'

/** The school of a person: their profile, else the school that the registration names. */
const SCHOOL = sql`LEFT JOIN profile_profile p ON p."userId" = r."userId"
  LEFT JOIN LATERAL (SELECT s.* FROM organisation_school s WHERE s."code" = p."school" OR (p."school" IS NULL AND s."name" ->> 'zh' = btrim(r."school")) OR (p."school" IS NULL AND s."name" ->> 'en' = btrim(r."school"))
    ORDER BY s."code" = p."school" DESC NULLS LAST, s."id" LIMIT 1) s ON true`

type Context = Pick<HandlerContext, 'rows' | 'platform'>

/** @returns how many rows were added or changed */
export async function bringFigures(context: Context): Promise<number> {
  const zone = sql.lit(context.platform.app.timeZone)
  const year = sql`extract(year FROM coalesce(c."competitionEnd", c."competitionStart", r."createdAt") AT TIME ZONE ${zone})::integer`
  const here = sql`c."id", c."title" ->> 'zh', ${year}, c."level", c."type"`
  const study = sql`${labelled('profile.academy', sql`p."academy"`, context)}, ${labelled('profile.major', sql`p."major"`, context)}`
  const written = [
    await bring('registration', registrations(here, study), context),
    await bring('ranking', rankings(here, study), context),
    await bring('report', REPORTS, context),
  ]
  await leave(context)
  return written.reduce((sum, count) => sum + count, 0)
}

function registrations(here: RawBuilder<unknown>, study: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT 'r:' || r."id", 'registration', s."id", s."organisationId", ${here}, s."region", NULL, r."displayName", ${study}, NULL::text,
    CASE WHEN r."isTeam" THEN greatest(r."memberCount", 1) ELSE 1 END, r."isTeam"::integer, 0, greatest(r."updatedAt", c."updatedAt") AS "changedAt"
    FROM signup_registration r JOIN competition_competition c ON c."id" = r."competitionId" ${SCHOOL}
    WHERE r."status" = 4 AND c."deletedAt" IS NULL`
}

function rankings(here: RawBuilder<unknown>, study: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT 'w:' || a."id", 'ranking', s."id", s."organisationId", ${here}, s."region", coalesce(a."prize", 'other'), a."name", ${study}, nullif(a."instructors", ''),
    0, 0, 1, greatest(a."updatedAt", l."updatedAt", c."updatedAt") AS "changedAt"
    FROM ranking_award a JOIN ranking_list l ON l."id" = a."listId" AND l."publishedVersion" = a."version" JOIN competition_competition c ON c."id" = a."competitionId"
    JOIN LATERAL (SELECT g."userId", coalesce(nullif(a."school", ''), g."school") AS "school", a."createdAt" FROM (SELECT 1) one LEFT JOIN signup_registration g ON g."id" = a."registrationId") r ON true ${SCHOOL}
    WHERE l."removedAt" IS NULL AND c."deletedAt" IS NULL AND (a."prize" IS NOT NULL OR a."prizeName" IS NOT NULL)`
}

const REPORTS = sql`SELECT 'a:' || d."id", 'report', s."id", d."organisationId", NULL::bigint, d."competition", d."year", d."level", d."type", s."region", d."prize", d."name", d."college", d."major", d."teacher",
  d."people", (d."people" > 1)::integer, 1, d."updatedAt" AS "changedAt"
  FROM data_award d LEFT JOIN LATERAL (SELECT * FROM organisation_school s WHERE s."organisationId" = d."organisationId" ORDER BY s."id" LIMIT 1) s ON true WHERE d."state" = 'approved'`

/** Codes of a profile as the words that schools report by. */
function labelled(id: string, column: RawBuilder<unknown>, { platform }: Context): RawBuilder<unknown> {
  const labels = Object.fromEntries(platform.get('enum', id).values.map(({ code, label }) => [String(code), localName(label, 'zh')]))
  return sql`coalesce(${JSON.stringify(labels)}::jsonb ->> ${column}, ${column})`
}

/** @returns how many rows were added or changed */
async function bring(source: string, rows: RawBuilder<unknown>, { rows: door }: Context): Promise<number> {
  const { numAffectedRows = 0n } = await door.bulk('data.entry', WHY, (db) =>
    sql`INSERT INTO data_entry ("key", "source", "schoolId", "organisationId", "competitionId", "competition", "year", "level", "type", "region", "prize", "name", "college", "major", "teacher", "people", "teams", "awards", "changedAt")
      SELECT * FROM (${rows}) AS found WHERE "changedAt" >= coalesce((SELECT max("changedAt") FROM data_entry WHERE "source" = ${source}), '-infinity') - ${OVERLAP}::interval
      ORDER BY "changedAt" LIMIT ${MOST}
      ON CONFLICT ("key") DO UPDATE SET ${sql.join(CHANGED.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
      WHERE (${sql.join(CHANGED.map((name) => sql`data_entry.${sql.ref(name)}`))}) IS DISTINCT FROM (${sql.join(CHANGED.map((name) => sql`excluded.${sql.ref(name)}`))})`.execute(
      db,
    ),
  )
  return Number(numAffectedRows)
}

const CHANGED = [
  'schoolId',
  'organisationId',
  'competition',
  'year',
  'level',
  'type',
  'region',
  'prize',
  'name',
  'college',
  'major',
  'teacher',
  'people',
  'teams',
  'awards',
  'changedAt',
] as const

/** What no longer counts: withdrawn registrations, lines of earlier versions of a ranking, awards that are not approved any more. */
async function leave({ rows }: Context): Promise<void> {
  await rows.bulk('data.entry', WHY, (db) =>
    sql`DELETE FROM data_entry e WHERE NOT CASE e."source"
      WHEN 'registration' THEN EXISTS (SELECT 1 FROM signup_registration r JOIN competition_competition c ON c."id" = r."competitionId" WHERE r."id" = substr(e."key", 3)::bigint AND r."status" = 4 AND c."deletedAt" IS NULL)
      WHEN 'ranking' THEN EXISTS (SELECT 1 FROM ranking_award a JOIN ranking_list l ON l."id" = a."listId" AND l."publishedVersion" = a."version" WHERE a."id" = substr(e."key", 3)::bigint AND l."removedAt" IS NULL)
      ELSE EXISTS (SELECT 1 FROM data_award d WHERE d."id" = substr(e."key", 3)::bigint AND d."state" = 'approved') END`.execute(db),
  )
}
