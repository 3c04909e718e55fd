/** Which rows the demo consists of: all that there are when a new database has been filled. */
import { sql } from 'kysely'
import type { Database } from '../../runtime/core/contracts.ts'
import { LOG_TABLE } from '../../runtime/server/log/logEntry.ts'

/** Table -> ids. */
export type DemoRows = Record<string, string[]>

/** Notes every row of every entity but the log's, which stays whatever happens. In the transaction that filled the database. */
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

export async function entityTables(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('platform_table').select('name').where('name', '!=', LOG_TABLE).orderBy('name').execute()
  return rows.map(({ name }) => name as string)
}
