/** Which rows the demo consists of: all that there are when a new database has been filled. Called by the seed and by `npm run demo:remove`. */
import { sql } from 'kysely'
import { SUMS_FUNCTION } from '../../runtime/server/database/keepSums.ts'
import { LOG_TABLE } from '../../runtime/server/log/logEntry.ts'
import type { SeedDatabase as Database } from './SeedDatabase.ts'

/** Table -> ids. */
export type DemoRows = Record<string, string[]>

/** Never removed: the log is chained, and the keys that sign sessions and links are the platform's own. */
const KEPT_TABLES: readonly string[] = [LOG_TABLE, 'platform_secret']

/** Notes every row of every entity. In the transaction that filled the database. */
export async function noteDemoRows(db: Database): Promise<void> {
  const noted: DemoRows = {}
  for (const table of await entityTables(db)) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} order by id`.execute(db)
    if (rows.length > 0) noted[table] = rows.map(({ id }) => id)
  }
  await db
    .insertInto('platform_demonstration')
    .values({ rows: JSON.stringify(noted) })
    .execute()
}

/** The rows that the demo was filled in with; null when it was not filled in, or has been removed. A database that an earlier version filled has no note:
 *  there, the rows are those of the moment at which the demo's accounts were made, in one transaction. */
export async function readDemoRows(db: Database): Promise<DemoRows | null> {
  const note = await db.selectFrom('platform_demonstration').select(['rows', 'removedAt']).executeTakeFirst()
  if (note?.removedAt) return null
  const noted = note ? (note.rows as DemoRows) : await rowsOfTheMoment(db)
  return noted && Object.fromEntries(Object.entries(noted).filter(([table]) => !KEPT_TABLES.includes(table)))
}

async function rowsOfTheMoment(db: Database): Promise<DemoRows | null> {
  const moment = db.selectFrom('account_user').select('createdAt').where('secondFactorExempt', '=', true).orderBy('id').limit(1)
  if (!(await moment.executeTakeFirst())) return null
  const found: DemoRows = {}
  for (const table of await entityTables(db)) {
    const rows = await db.selectFrom(table).select('id').where('createdAt', '=', moment).execute()
    if (rows.length > 0) found[table] = rows.map(({ id }) => String(id))
  }
  return found
}

/** Tables of entities whose rows can come and go. Rows of sums follow from those of another table: the database keeps them when these go. */
export async function entityTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from platform_table t where name <> all(${[...KEPT_TABLES]}::text[])
    and not exists (select from pg_proc where starts_with(proname, ${SUMS_FUNCTION}) and strpos(prosrc, 'insert into "' || t.name || '" as t') > 0) order by name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
