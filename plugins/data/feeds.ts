/** What changed since the last time, as keys of sources. A stream is walked by time of change from where it stands; a changed fact (of a competition, a school,
 *  another name) is found by comparison with what the figures know of it, and all sources that it concerns are walked. */
import { type RawBuilder, sql } from 'kysely'
import type { Position } from './places.ts'

export interface Stream {
  name: string
  /** Where it begins: with the first row, or with what changes from now on because another stream brings the rest. */
  from: 'first' | 'now'
  /** Table `p` with `updatedAt` and the index on it, and what it joins. */
  rows: RawBuilder<unknown>
  key: RawBuilder<unknown>
}

export const STREAMS: readonly Stream[] = [
  { name: 'registrations', from: 'first', rows: sql`signup_registration p`, key: sql`'r:' || p."id"` },
  { name: 'lines', from: 'first', rows: sql`ranking_award p`, key: sql`'w:' || p."id"` },
  { name: 'reports', from: 'first', rows: sql`data_award p`, key: sql`'a:' || p."id"` },
  { name: 'rankings', from: 'now', rows: sql`ranking_list p JOIN ranking_award a ON a."listId" = p."id"`, key: sql`'w:' || a."id"` },
  {
    name: 'ranked',
    from: 'now',
    rows: sql`signup_registration p JOIN ranking_award a ON a."registrationId" = p."id"`,
    key: sql`'w:' || a."id"`,
  },
  {
    name: 'profiles',
    from: 'now',
    rows: sql`profile_profile p JOIN signup_registration r ON r."userId" = p."userId" LEFT JOIN ranking_award a ON a."registrationId" = r."id"
      CROSS JOIN LATERAL (SELECT 'r:' || r."id" AS "key" UNION ALL SELECT 'w:' || a."id" WHERE a."id" IS NOT NULL) k`,
    key: sql`k."key"`,
  },
]

/** The next keys of a stream, in order. */
export function nextOf({ rows, key }: Stream, { at, parent, key: last }: Position, max: number): RawBuilder<Position> {
  return sql<Position>`SELECT to_char(p."updatedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "at", p."id"::text AS "parent", ${key} AS "key" FROM ${rows}
    WHERE (p."updatedAt", p."id") >= (${at}::timestamptz, ${parent}::bigint) AND ((p."updatedAt", p."id") > (${at}::timestamptz, ${parent}::bigint) OR (${key}) COLLATE "C" > ${last})
    ORDER BY p."updatedAt", p."id", (${key}) COLLATE "C" LIMIT ${max}`
}

/** Other names of competitions: those that are merged, then those that stand in the list of the latest year. */
export const NAMES = sql`(SELECT DISTINCT ON ("name") "name", "of" FROM (SELECT "name", "of", 0 AS "turn" FROM data_alias
  UNION ALL SELECT btrim(a), l."name", 3000 - l."year" FROM data_listed l, regexp_split_to_table(l."aliases", '[;；]') a WHERE btrim(a) NOT IN ('', l."name")) spelled ORDER BY "name", "turn", "of")`

export interface Fact {
  kind: string
  /** SELECT of "ref" and "facts": what the figures take from each. */
  now: RawBuilder<unknown>
  /** SELECT of the keys that one concerns. @param facts  what the figures knew of it */
  keys(ref: string, facts: string): RawBuilder<unknown>
}

export const FACTS: readonly Fact[] = [
  {
    kind: 'competition',
    now: sql`SELECT "id"::text AS "ref", md5(row("title" ->> 'zh', "level", "type", "competitionStart", "competitionEnd", "deletedAt" IS NULL)::text) AS "facts" FROM competition_competition`,
    keys: (ref) => sql`SELECT 'r:' || "id" AS "key" FROM signup_registration WHERE "competitionId" = ${ref}::bigint AND "status" = 4
      UNION SELECT 'w:' || "id" FROM ranking_award WHERE "competitionId" = ${ref}::bigint
      UNION SELECT "key" FROM data_entry WHERE "competitionId" = ${ref}::bigint`,
  },
  {
    kind: 'school',
    now: sql`SELECT "id"::text AS "ref", md5(row("code", "name", "region", "organisationId")::text) AS "facts" FROM organisation_school`,
    keys: (ref) =>
      sql`SELECT "key" FROM data_entry WHERE "schoolId" = ${ref}::bigint UNION SELECT "key" FROM data_entry WHERE "schoolId" IS NULL`,
  },
  {
    kind: 'alias',
    now: sql`SELECT "name" AS "ref", "of" AS "facts" FROM ${NAMES} names`,
    keys: (ref, facts) => sql`SELECT "key" FROM data_entry WHERE "competition" IN (${ref}, ${facts})`,
  },
]
