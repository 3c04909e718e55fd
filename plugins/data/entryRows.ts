/** The rows behind all figures, as they follow from registrations, published rankings and approved reported awards: SELECTs over the ids of sources. What
 *  an id no longer gives is no row. */
import { type RawBuilder, sql } from 'kysely'
import { localName } from '../account/grants/identityOptions.ts'
import { NAMES } from './feeds.ts'
import type { Bringing } from './places.ts'

/** Keys of sources by their prefix: `r:12` is registration 12, `w:7` line 7 of a ranking, `a:3` reported award 3. */
export const PREFIXES = { registration: 'r:', ranking: 'w:', report: 'a:' } as const
export type Source = keyof typeof PREFIXES

/** Columns in the order of the SELECTs. */
export const COLUMNS = [
  ...(['key', 'source', 'schoolId', 'organisationId', 'competitionId', 'competition', 'year', 'level', 'type', 'region', 'prize'] as const),
  ...(['name', 'college', 'major', 'teacher', 'people', 'teams', 'awards', 'changedAt'] as const),
]

/** @returns the SELECT of all rows that these keys give */
export function entryRows(keys: readonly string[], context: Bringing): RawBuilder<unknown> {
  const idsOf = (source: Source) => keys.flatMap((key) => (key.startsWith(PREFIXES[source]) ? [key.slice(2)] : []))
  const zone = sql.lit(context.platform.app.timeZone)
  const year = sql`extract(year FROM coalesce(c."competitionEnd", c."competitionStart", r."createdAt") AT TIME ZONE ${zone})::integer`
  const here = sql`c."id", coalesce(n."of", c."title" ->> 'zh'), ${year}, c."level", c."type"`
  const study = sql`${labelled('profile.academy', sql`p."academy"`, context)}, ${labelled('profile.major', sql`p."major"`, context)}`
  return sql`WITH named AS MATERIALIZED (SELECT DISTINCT ON ("name") "name", "id" FROM (
      SELECT "name" ->> 'zh' AS "name", "id" FROM organisation_school UNION ALL SELECT "name" ->> 'en', "id" FROM organisation_school) spelled ORDER BY "name", "id"),
      names AS MATERIALIZED ${NAMES}
    ${registrations(idsOf('registration'), here, study)} UNION ALL ${rankings(idsOf('ranking'), here, study)} UNION ALL ${reports(idsOf('report'))}`
}

/** The school of a person: their profile, else the school that the registration names. */
const SCHOOL = sql`LEFT JOIN profile_profile p ON p."userId" = r."userId"
  LEFT JOIN named ON p."school" IS NULL AND named."name" = btrim(r."school")
  LEFT JOIN organisation_school coded ON coded."code" = p."school"
  LEFT JOIN organisation_school s ON s."id" = coalesce(coded."id", named."id")
  LEFT JOIN names n ON n."name" = c."title" ->> 'zh'`

function registrations(ids: readonly string[], here: RawBuilder<unknown>, study: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT 'r:' || r."id", 'registration', s."id", s."organisationId", ${here}, s."region", NULL, r."displayName", ${study}, NULL::text,
    CASE WHEN r."isTeam" THEN greatest(r."memberCount", 1) ELSE 1 END, r."isTeam"::integer, 0, r."updatedAt"
    FROM signup_registration r JOIN competition_competition c ON c."id" = r."competitionId" ${SCHOOL}
    WHERE r."id" = ANY(${ids}::bigint[]) AND r."status" = 4 AND c."deletedAt" IS NULL`
}

function rankings(ids: readonly string[], here: RawBuilder<unknown>, study: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT 'w:' || a."id", 'ranking', s."id", s."organisationId", ${here}, s."region", coalesce(a."prize", 'other'), a."name", ${study}, nullif(a."instructors", ''),
    0, 0, 1, a."updatedAt"
    FROM ranking_award a JOIN ranking_list l ON l."id" = a."listId" AND l."publishedVersion" = a."version" JOIN competition_competition c ON c."id" = a."competitionId"
    JOIN LATERAL (SELECT g."userId", coalesce(nullif(a."school", ''), g."school") AS "school", a."createdAt" FROM (SELECT 1) one LEFT JOIN signup_registration g ON g."id" = a."registrationId") r ON true ${SCHOOL}
    WHERE a."id" = ANY(${ids}::bigint[]) AND l."removedAt" IS NULL AND c."deletedAt" IS NULL AND (a."prize" IS NOT NULL OR a."prizeName" IS NOT NULL)`
}

function reports(ids: readonly string[]): RawBuilder<unknown> {
  return sql`SELECT 'a:' || d."id", 'report', s."id", d."organisationId", NULL::bigint, coalesce(n."of", d."competition"), d."year", d."level", d."type", s."region", d."prize", d."name", d."college", d."major", d."teacher",
    d."people", (d."people" > 1)::integer, 1, d."updatedAt"
    FROM data_award d LEFT JOIN names n ON n."name" = d."competition"
    LEFT JOIN LATERAL (SELECT * FROM organisation_school s WHERE s."organisationId" = d."organisationId" ORDER BY s."id" LIMIT 1) s ON true
    WHERE d."id" = ANY(${ids}::bigint[]) AND d."state" = 'approved'`
}

/** Codes of a profile as the words that schools report by. */
function labelled(id: string, column: RawBuilder<unknown>, { platform }: Bringing): RawBuilder<unknown> {
  const labels = Object.fromEntries(platform.get('enum', id).values.map(({ code, label }) => [String(code), localName(label, 'zh')]))
  return sql`coalesce(${JSON.stringify(labels)}::jsonb ->> ${column}, ${column})`
}
