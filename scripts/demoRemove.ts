/** `npm run demo:remove`: removes the demonstration - its accounts, competitions, forms and files, and everything that people added and that depends on
 *  them. Lists what will be removed and asks first; `-- --yes` does not ask. Works beside a running server; the audit log stays as it is, and records
 *  the removal. */
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Platform } from '../runtime/core/platform.ts'
import { openDatabase } from '../runtime/server/database/openDatabase.ts'
import { tableName } from '../runtime/server/database/tableNames.ts'
import { openFileStore } from '../runtime/server/files/fileStore.ts'
import { createPlatformSource } from '../runtime/server/loadPlatform.ts'
import { type Doomed, findDoomed } from './demo/findDoomed.ts'
import { removeDoomed } from './demo/removeDoomed.ts'
import { type DemoRows, entityTables, readDemoRows } from './seed/demoRows.ts'
import type { SeedDatabase as Database } from './seed/SeedDatabase.ts'
import { describeError } from './start/describeError.ts'
import { joinDatabase } from './start/joinDatabase.ts'
import { readSettings } from './start/readSettings.ts'

const project = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const LOCK_PATIENCE = '10s'

try {
  await run()
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}

async function run(): Promise<void> {
  const settings = readSettings(project, process.env, [])
  const database = await joinDatabase(settings)
  const { pool, db } = openDatabase(database.url, { size: 2, name: 'agon demo:remove' })
  try {
    const noted = await readDemoRows(db)
    if (!noted) return console.log('There is no demonstration in this database.')
    const platform = (await createPlatformSource([project], process.env)).platform()
    console.log(report(await findDoomed(db, noted, scopeTables(platform)), noted, platform))
    if (!(await isWanted())) return console.log('Nothing was removed.')
    const files = await remove(db, noted, platform)
    const store = openFileStore(settings.dataDirectory, process.env)
    for (const key of files) await store.remove(key)
    console.log('The demonstration is gone. A start without an administrator prints a link that makes one; so does npm run admin:invite.')
  } finally {
    await pool.end()
    await database.leave()
  }
}

/** Searches again, with all tables locked against writing, so that rows added meanwhile are removed too. */
function remove(db: Database, noted: DemoRows, platform: Platform): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('lock_timeout', ${LOCK_PATIENCE}, true)`.execute(transaction)
    for (const table of await entityTables(transaction))
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(transaction)
    const doomed = await findDoomed(transaction, noted, scopeTables(platform))
    await tellLog(transaction, doomed)
    const files = await removeDoomed(transaction, doomed)
    const values = { removedAt: sql`now()`, rows: '{}' }
    await transaction
      .insertInto('platform_demonstration')
      .values(values)
      .onConflict((conflict) => conflict.column('single').doUpdateSet(values))
      .execute()
    return files
  })
}

/** One entry for each account that someone could sign in to. */
async function tellLog(db: Database, doomed: Doomed): Promise<void> {
  const title = JSON.stringify({ zh: '移除演示数据', en: 'Removed the demonstration' })
  const ids = [...doomed.get('account_user')!]
  await sql`insert into platform_log (title, "actorName", ip, entity, "rowId", before)
    select ${title}::jsonb, 'console', 'console', 'account.user', id::text, jsonb_build_object('userName', "userName", 'name', name)
    from account_user where id = any(${ids}::bigint[]) and "passwordHash" is not null order by id`.execute(db)
}

function scopeTables({ app }: Platform): Map<string, string> {
  return new Map(Object.entries(app.scopes ?? {}).map(([scope, { entity }]) => [scope, tableName(entity)]))
}

function report(doomed: Doomed, noted: DemoRows, platform: Platform): string {
  const titles = new Map([...platform.documents.entity.values()].map(({ id, title }) => [tableName(id), inEnglish(title, id)]))
  const lines = [...doomed]
    .filter(([, ids]) => ids.size > 0)
    .map(([table, ids]) => {
      const shipped = new Set(noted[table])
      const added = [...ids].filter((id) => !shipped.has(id)).length
      return `  ${String(ids.size).padStart(6)}  ${titles.get(table) ?? table}${added > 0 ? ` (${added} of them added since)` : ''}`
    })
  return `This is removed, for good:\n${lines.join('\n')}\nWhat was added since goes where it cannot be without the demonstration, such as a registration for one of its competitions.`
}

function inEnglish(title: unknown, id: string): string {
  return typeof title === 'object' && title !== null && 'en' in title ? String(title.en) : id
}

async function isWanted(): Promise<boolean> {
  if (process.argv.includes('--yes')) return true
  if (!process.stdin.isTTY) throw new Error('Nobody can be asked here. To remove it without being asked: npm run demo:remove -- --yes')
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await asking.question('Remove it? Type yes: ')).trim().toLowerCase() === 'yes'
  } finally {
    asking.close()
  }
}
