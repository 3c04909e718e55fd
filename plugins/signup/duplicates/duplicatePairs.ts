/** Pairs of registrations of one competition that name the same: a name at a school, a phone number, an email or an ID number. Values stay in the database. */
import { type RawBuilder, sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export type DuplicateKind = 'name' | 'phone' | 'email' | 'idNumber'
export interface DuplicatePair {
  firstId: string
  secondId: string
  kinds: DuplicateKind[]
}

/** What more registrations than this share (a teacher's phone number) says nothing about who they are. */
const MAX_OF_ONE = 10
const MAX_PAIRS = 1_000
/** Keyword of a question -> what its answers are compared as. */
const KEYWORDS: readonly [keyword: string, kinds: DuplicateKind[]][] = [
  ['phone', ['phone']],
  ['email', ['email']],
  ['phoneOrEmail', ['phone', 'email']],
  ['idNumber', ['idNumber']],
]
/** Controls that ask for a phone number, whatever the schema says. */
const PHONES: readonly unknown[] = ['phoneCode']
/** Suspended, and not approved: they take no part. */
const ENDED = [5, 9, 10]

/** In a stable order; those that someone has decided about are left out. */
export async function duplicatePairs(competitionId: string, context: HandlerContext): Promise<DuplicatePair[]> {
  const { db } = context
  const parts = [...NAMES, ...(await questionKeys(competitionId, context))]
  const { rows } = await sql<{ firstId: string; secondId: string; kinds: DuplicateKind[] }>`
    WITH people AS MATERIALIZED (
      SELECT r.id, r."displayName" AS name, r.school, r."formHash", r.answers, r."isTeam" FROM signup_registration r
        WHERE r."competitionId" = ${competitionId}::bigint AND r.status <> ALL (${ENDED}::integer[])
      UNION ALL
      SELECT r.id, m.name, r.school, m."formHash", m.answers, false FROM signup_registration r JOIN team_member m ON m."registrationId" = r.id
        WHERE r."competitionId" = ${competitionId}::bigint AND r.status <> ALL (${ENDED}::integer[]) AND m.state = 'active'
    ), named AS (SELECT DISTINCT id, kind, key FROM (${sql.join(parts, sql` UNION ALL `)}) AS found WHERE key <> ''),
    shared AS (SELECT kind, key FROM named GROUP BY kind, key HAVING count(*) BETWEEN 2 AND ${MAX_OF_ONE}),
    keys AS (SELECT named.* FROM named JOIN shared USING (kind, key))
    SELECT a.id::text AS "firstId", b.id::text AS "secondId", array_agg(DISTINCT a.kind) AS kinds
    FROM keys a JOIN keys b ON b.kind = a.kind AND b.key = a.key AND a.id < b.id
    WHERE NOT EXISTS (SELECT 1 FROM signup_duplicate d WHERE d."firstId" = a.id AND d."secondId" = b.id)
    GROUP BY a.id, b.id ORDER BY a.id, b.id LIMIT ${MAX_PAIRS}`.execute(db)
  return rows
}

/** A name alone is that of many people. */
const NAMES = [
  sql`SELECT id, 'name' AS kind, lower(regexp_replace(name, '\\s', '', 'g')) || '|' || lower(regexp_replace(school, '\\s', '', 'g')) AS key
    FROM people WHERE NOT "isTeam" AND school <> '' AND name <> ''`,
]

/** Answers to questions for phone numbers, emails and ID numbers, of every form version that the registrations have. */
async function questionKeys(competitionId: string, { db, documents }: HandlerContext): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ hash: string }>`
    SELECT DISTINCT "formHash" AS hash FROM signup_registration WHERE "competitionId" = ${competitionId}::bigint
    UNION SELECT DISTINCT m."formHash" FROM team_member m JOIN signup_registration r ON r.id = m."registrationId"
      WHERE r."competitionId" = ${competitionId}::bigint AND m."formHash" IS NOT NULL`.execute(db)
  const keys: RawBuilder<unknown>[] = []
  for (const { hash } of rows) {
    const { form } = await documents.forms.screen({ hash })
    for (const [name, field] of Object.entries(form.schema.properties))
      for (const [keyword, kinds] of KEYWORDS)
        if (Object.hasOwn(field, keyword) || (keyword === 'phone' && PHONES.includes(field['x-widget'])))
          for (const kind of kinds) keys.push(answerKey(hash, name, kind))
  }
  return keys
}

/** A phone number by its last eleven digits: with and without the code of the country it is the same. */
function answerKey(hash: string, name: string, kind: DuplicateKind): RawBuilder<unknown> {
  // a phone number that was proved is kept with how
  const answer = sql`coalesce(answers -> ${name}::text ->> 'phone', answers ->> ${name}::text)`
  if (kind === 'phone')
    return sql`SELECT id, ${kind}::text AS kind, right(regexp_replace(${answer}, '\\D', '', 'g'), 11) AS key FROM people
      WHERE "formHash" = ${hash} AND ${answer} !~ '@'`
  const email = kind === 'email' ? sql`AND ${answer} ~ '@'` : sql``
  return sql`SELECT id, ${kind}::text AS kind, lower(btrim(${answer})) AS key FROM people WHERE "formHash" = ${hash} ${email}`
}
