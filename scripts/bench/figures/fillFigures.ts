/** Fills a database with ten years of a country: competitions, schools, people with profiles, registrations, rankings. A few schools and competitions have
 *  many registrations and most have few, as everywhere. */
import type { Client } from 'pg'
import type { Server } from '../../../runtime/server/createServer.ts'
import { connectClient } from '../../../runtime/server/database/connectClient.ts'

export const SCHOOLS = Number(process.env.FIGURES_SCHOOLS ?? 2_000)
export const COMPETITIONS = Number(process.env.FIGURES_COMPETITIONS ?? 10_000)
const PEOPLE = 200_000
const SLICE = 250_000
/** One registration of so many has an award. */
const AWARDED = 10

/** @param url  its address: a connection of its own has no time limit */
export async function fillFigures({ deps }: Server, url: string, rows: number): Promise<void> {
  const { db } = deps
  const user = await db.insertInto('account_user').values({ userName: 'bench', name: 'Bench' }).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('account_grant').values({ userId: user.id, role: 'account.platformAdmin' }).execute()
  const client = await connectClient(url)
  try {
    // references are right by construction: nothing is checked while it is filled
    await client.query(`SET statement_timeout = 0`)
    await client.query(`SET session_replication_role = replica`)
    await client.query(`SET synchronous_commit = off`)
    await client.query(`SET maintenance_work_mem = '512MB'`)
    for (const statement of BASE) await client.query(statement)
    const codes = ['profile.academy', 'profile.major'].map((id) =>
      deps
        .platform()
        .get('enum', id)
        .values.map(({ code }) => code),
    )
    await client.query(PROFILES, codes)
    const indexes = await withoutIndexes(client)
    for (let from = 1; from <= rows; from += SLICE) await client.query(REGISTRATIONS, [from, Math.min(rows, from + SLICE - 1)])
    await client.query(AWARDS)
    for (const statement of indexes) await client.query(statement)
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

/** @returns the statements that make those again which the refresh reads by; the others serve lists, which this bench does not ask */
async function withoutIndexes(client: Client): Promise<string[]> {
  const { rows: constraints } = await client.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = 'signup_registration'::regclass AND contype = 'u'`,
  )
  for (const { name } of constraints) await client.query(`ALTER TABLE signup_registration DROP CONSTRAINT "${name}"`)
  const { rows } = await client.query<{ name: string; made: string }>(
    `SELECT indexname AS name, indexdef AS made FROM pg_indexes WHERE tablename = 'signup_registration' AND indexname NOT LIKE '%pkey'`,
  )
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`)
  return rows.flatMap(({ made }) => (/"updatedAt"|\("competitionId", status, id\)|\("userId"/.test(made) ? [made] : []))
}

const NAMES = `jsonb_build_object('zh', '学校' || n, 'en', 'School ' || n)`
const PLACES = `(ARRAY['11', '12', '13', '14', '21', '22', '31', '32', '33', '34', '35', '36', '37', '41', '42', '43', '44', '50', '51', '61'])`

const BASE = [
  `INSERT INTO organisation_organisation (id, name, kind) OVERRIDING SYSTEM VALUE SELECT n, ${NAMES}, 'school' FROM generate_series(1, ${SCHOOLS}) n`,
  `INSERT INTO organisation_school (id, code, name, region, "organisationId") OVERRIDING SYSTEM VALUE
   SELECT n, (40000 + n)::text, ${NAMES}, ${PLACES}[1 + n % 20], n FROM generate_series(1, ${SCHOOLS}) n
   ON CONFLICT (id) DO UPDATE SET code = excluded.code, name = excluded.name, region = excluded.region, "organisationId" = excluded."organisationId"`,
  `INSERT INTO account_user (id, "userName", name) OVERRIDING SYSTEM VALUE SELECT 1000 + n, 'p' || n, 'Person ' || n FROM generate_series(1, ${PEOPLE}) n`,
  `INSERT INTO competition_competition (id, title, summary, introduction, organisers, level, type, mode, "organisationId", "competitionStart", "competitionEnd")
   OVERRIDING SYSTEM VALUE SELECT n, jsonb_build_object('zh', '竞赛' || n / 10, 'en', 'Competition ' || n / 10), '{"zh": "", "en": ""}', '{"zh": "", "en": ""}', '{"zh": "", "en": ""}',
     (ARRAY['international', 'national', 'regional', 'provincial', 'other'])[1 + n / 10 % 5], (ARRAY['A', 'B', 'C', 'D', 'E'])[1 + n / 50 % 5], 'individual', 1 + n % ${SCHOOLS},
     make_date(2017 + n % 10, 5, 1), make_date(2017 + n % 10, 5, 2) FROM generate_series(1, ${COMPETITIONS}) n`,
  `INSERT INTO package_allowance ("termId", "organisationId", feature, amount, "startsAt", "endsAt")
   SELECT 1, n, 'package.figures', 1, now() - interval '1 day', now() + interval '1 year' FROM generate_series(1, ${SCHOOLS}) n`,
  `INSERT INTO ranking_list (id, "competitionId", title, "publishedVersion", version, position) OVERRIDING SYSTEM VALUE
   SELECT n, n, '{"zh": "榜单", "en": "Ranking"}', 1, 1, 0 FROM generate_series(1, ${COMPETITIONS}) n`,
]

const PROFILES = `
  INSERT INTO profile_profile ("userId", school, academy, major, "updatedAt")
  SELECT 1000 + n, (40001 + floor(${SCHOOLS} * power(random(), 2)))::int::text, ($1::text[])[1 + n % cardinality($1::text[])], ($2::text[])[1 + n % cardinality($2::text[])], now() - interval '1 day'
  FROM generate_series(1, ${PEOPLE}) n`

const REGISTRATIONS = `
  INSERT INTO signup_registration ("competitionId", "eventId", "organisationId", "userId", status, "formHash", answers, "displayName", "createdAt", "updatedAt")
  SELECT 1 + floor(${COMPETITIONS} * power(random(), 2)), 1, 1, 1000 + 1 + floor(${PEOPLE} * random()), CASE WHEN n % 10 = 0 THEN 5 ELSE 4 END, 'none', '{}', 'Person ' || n,
    now() - interval '1 day' + n * interval '1 ms', now() - interval '1 day' + n * interval '1 ms' FROM generate_series($1::int, $2::int) n`

const AWARDS = `
  INSERT INTO ranking_award ("listId", "competitionId", position, version, "registrationId", prize, name, "updatedAt")
  SELECT "competitionId", "competitionId", id, 1, id, (ARRAY['first', 'second', 'third', 'excellent'])[1 + id % 4], "displayName", "updatedAt"
  FROM signup_registration WHERE status = 4 AND id % ${AWARDED} = 1`
