/** Brings the database to what the documents say, once per start, in one transaction under one advisory lock: kernel migrations, product
 *  migrations, then the additive changes of entities' tables. Two processes starting at the same time do it one after the other; the second finds nothing
 *  to do. Anything that would lose data stops it, with all such changes in one list, and nothing is changed. A database that a newer release prepared is
 *  left as it is. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Renames } from '../../core/documents/renameIds.ts'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import { connectClient } from './connectClient.ts'
import { keepFinal } from './keepFinal.ts'
import { keepSums } from './keepSums.ts'
import { planTables, type TableStep } from './planTables.ts'
import { readVersionAtStart, takeVersion } from './platformVersion.ts'
import { readCatalog } from './readCatalog.ts'
import { renameRows } from './renameRows.ts'
import { isBlocked, tryStep } from './runStep.ts'
import { tableModels } from './tableModel.ts'

/** Any number, the same in every process. */
const MIGRATION_LOCK = 7_046_029_254
const KERNEL_MIGRATIONS = join(import.meta.dirname, 'migrations')
const AFTER_TABLES = join(import.meta.dirname, 'afterTables.sql')
const PRODUCT_MIGRATIONS = 'plugins/migrations'

export interface MigrateOptions {
  databaseUrl: string
  projectDirectory: string
  platform: Platform
  /** Ids that documents had in earlier releases; none when left out. */
  renames?: Renames
  /** Tables and fields that no document has any more are dropped when they are empty. Without it they stop the start. */
  allowDrop?: boolean
  /** Nothing is kept: what would be done is answered. Takes the locks of the real thing, so it is for a copy. */
  isTrial?: boolean
  /** Called, in words for the operator, with what is waited for. */
  note?: (line: string) => void
  /** Looks at what is there before it is kept. */
  beforeCommit?: (client: pg.Client) => Promise<void>
}

/** A change of documents that conflicts with rows in the database. */
export interface LossyChange {
  table: string
  change: string
  /** SQL to put into the migration. */
  migration: string
  /** Nothing is in it: `allowDrop` is enough. */
  isEmpty: boolean
}

/** A change waits no longer than this for the sessions that use a table: everyone else who wants the table waits behind it. Then all is undone, and
 *  begins again. */
const LOCK_WAIT_MS = 2_000
const PAUSE_MS = 3_000
const ATTEMPTS = 24
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Answers what was done, for the log; empty when the database was up to date, or when a newer release lets this one run beside it.
 * @throws DATABASE_NEWER; TABLE_CHANGE_LOSSY with details.changes: LossyChange[]; MIGRATION_CHANGED when an applied file differs from what ran;
 *         TABLE_LOCKED when others kept a table for more than a minute
 */
export async function migrateDatabase(options: MigrateOptions): Promise<string[]> {
  const client = await connectClient(options.databaseUrl, { application_name: 'agon upgrade', options: '-c TimeZone=UTC' })
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptOnce(client, options)
      } catch (error) {
        if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
        const sessions = (await readBlockers(client)).join('; ')
        if (attempt === ATTEMPTS) throw new AgonError('TABLE_LOCKED', { sessions, seconds: (ATTEMPTS * (LOCK_WAIT_MS + PAUSE_MS)) / 1000 })
        options.note?.(`changes of tables wait for other sessions (attempt ${attempt} of ${ATTEMPTS}): ${sessions}`)
        await setTimeout(PAUSE_MS)
      }
    }
  } finally {
    await client.end()
  }
}

async function attemptOnce(client: pg.Client, options: MigrateOptions): Promise<string[]> {
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`)
    const done = await migrate(client, options)
    await options.beforeCommit?.(client)
    await client.query(options.isTrial ? 'ROLLBACK' : 'COMMIT')
    return done
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** Sessions with a transaction that is open for longer than a change waits, the oldest first. */
async function readBlockers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ said: string }>(
    `SELECT format('session %s (%s, %s for %s s): %s', pid, coalesce(nullif(application_name, ''), usename), state,
       round(extract(epoch FROM now() - xact_start)), left(regexp_replace(query, '\\s+', ' ', 'g'), 80)) AS said
     FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < now() - make_interval(secs => $1)
     ORDER BY xact_start LIMIT 3`,
    [LOCK_WAIT_MS / 1000],
  )
  return rows.length > 0 ? rows.map(({ said }) => said) : ['busy tables']
}

async function migrate(client: pg.Client, options: MigrateOptions): Promise<string[]> {
  const { projectDirectory, platform } = options
  await client.query(`CREATE TABLE IF NOT EXISTS platform_migration (
    source text NOT NULL, name text NOT NULL, hash text NOT NULL, "appliedAt" timestamptz(3) NOT NULL DEFAULT now(), PRIMARY KEY (source, name))`)
  const folder = join(projectDirectory, PRODUCT_MIGRATIONS)
  const version = await readVersionAtStart(client)
  if (version === 'newer') throw new AgonError('DATABASE_NEWER', { found: 'its tables are unknown here' })
  if (version === 'beside') return assertUsable(client, platform)
  await refuseUnknownMigrations(client, { kernel: KERNEL_MIGRATIONS, product: folder })
  const kernel = await applyMigrations(client, 'kernel', KERNEL_MIGRATIONS, true)
  // The tables of a new database are made as the documents say: migrations of older databases are recorded, not run.
  const fresh = (await client.query('SELECT FROM platform_table LIMIT 1')).rowCount === 0
  const product = await applyMigrations(client, 'product', folder, !fresh)
  const models = [...tableModels(platform).values()]
  const steps = planTables(models, await readCatalog(client))
  const waiting = await refuseLosses(client, steps, { folder, allowDrop: options.allowDrop === true })
  await client.query(await readFile(AFTER_TABLES, 'utf8'))
  const final = await keepFinal(client, platform)
  const sums = await keepSums(client, platform)
  const renamed = await renameRows(client, platform, options.renames ?? {})
  // what staff made and a release now has as a file
  await client.query('UPDATE platform_table SET "atRuntime" = false WHERE "atRuntime" AND name = ANY ($1)', [
    models.map(({ name }) => name),
  ])
  await takeVersion(client, kernel.length + product.length + renamed.length === 0 && onlyAdds(steps))
  const lines = steps.map(
    (step) => `${step.table}: ${step.change}${waiting.has(step) ? ' is not held yet: rows break it. Correct them and start again' : ''}`,
  )
  return [...kernel, ...product, ...lines, ...final, ...sums, ...renamed]
}

/** Whether a release without these changes still writes what the tables take, and finds what it reads. */
function onlyAdds(steps: readonly TableStep[]): boolean {
  const made = new Set(steps.filter(({ isTable }) => isTable).map(({ table }) => table))
  return steps.every(({ table, drops, migration }) => made.has(table) || (!drops && !migration))
}

/** Beside a newer release nothing is changed: what it added is left alone, and what we need must be there. @throws DATABASE_NEWER */
async function assertUsable(client: pg.Client, platform: Platform): Promise<string[]> {
  const missing = planTables([...tableModels(platform).values()], await readCatalog(client)).find(
    ({ drops, isRecord, waits }) => !drops && !isRecord && !waits,
  )
  if (missing) throw new AgonError('DATABASE_NEWER', { found: `${missing.table}: ${missing.change}` })
  return []
}

/** Names that no file of ours has were applied by a newer release. @throws DATABASE_NEWER */
async function refuseUnknownMigrations(client: pg.Client, folders: Readonly<Record<string, string>>): Promise<void> {
  for (const [source, folder] of Object.entries(folders)) {
    const known = await migrationFiles(folder)
    const { rows } = await client.query<{ name: string }>('SELECT name FROM platform_migration WHERE source = $1 AND name <> ALL ($2)', [
      source,
      known,
    ])
    if (rows[0]) throw new AgonError('DATABASE_NEWER', { found: `migration ${rows[0].name}` })
  }
}

async function applyMigrations(client: pg.Client, source: string, folder: string, run: boolean): Promise<string[]> {
  const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM platform_migration WHERE source = $1', [
    source,
  ])
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
  const done: string[] = []
  for (const name of await migrationFiles(folder)) {
    const sql = await readFile(join(folder, name), 'utf8')
    const hash = createHash('sha256').update(sql).digest('hex')
    const before = applied.get(name)
    if (before === hash) continue
    if (before !== undefined) throw new AgonError('MIGRATION_CHANGED', { file: join(folder, name) })
    if (run) await client.query(sql)
    await client.query('INSERT INTO platform_migration (source, name, hash) VALUES ($1, $2, $3)', [source, name, hash])
    done.push(`migration ${name}`)
  }
  return done
}

async function migrationFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name)).sort()
}

interface Losses {
  folder: string
  allowDrop: boolean
}

/** @returns the steps that wait for rows to be corrected */
async function refuseLosses(
  client: pg.Client,
  steps: readonly TableStep[],
  { folder, allowDrop }: Losses,
): Promise<ReadonlySet<TableStep>> {
  const changes: LossyChange[] = []
  const waiting = new Set<TableStep>()
  for (const step of steps) {
    const refused = await runStep(client, step, allowDrop)
    if (refused && step.waits) waiting.add(step)
    else if (refused) changes.push(refused)
  }
  if (changes.length === 0) return waiting
  const file = join(PRODUCT_MIGRATIONS, `${String((await migrationFiles(folder)).length + 1).padStart(4, '0')}-<what-changes>.sql`)
  throw new AgonError('TABLE_CHANGE_LOSSY', { changes, file }, refusalText(changes, file))
}

/** Which of them lose data, which are empty, and what to do about each. */
function refusalText(changes: readonly LossyChange[], file: string): string {
  const losing = changes.filter(({ isEmpty }) => !isEmpty)
  const empty = changes.filter(({ isEmpty }) => isEmpty)
  const list = losing.map(({ table, change, migration }) => `-- ${table}: ${change}\n${migration}`).join('\n\n')
  const lossText = `the documents ask for changes that would lose data. Write ${file}, for example:\n\n${list}\n`
  const emptyText = `no document has these any more, and nothing is in them:\n${empty.map(({ table, change }) => `  ${table}: ${change}`).join('\n')}
When a newer release has made them, start that one. Else write ${file}, or drop them: npm start -- --allow-drop\n`
  return [...(losing.length > 0 ? [lossText] : []), ...(empty.length > 0 ? [emptyText] : [])].join('\n')
}

async function runStep(client: pg.Client, step: TableStep, allowDrop: boolean): Promise<LossyChange | null> {
  const refusal = (change: string, isEmpty = false) => ({ table: step.table, change, migration: step.migration ?? step.sql, isEmpty })
  if (await isBlocked(client, step)) return refusal(step.change)
  if (step.drops === 'shape' && !allowDrop) return refusal(step.change, true)
  const error = await tryStep(client, step)
  if ((error as { code?: string } | null)?.code === LOCK_NOT_AVAILABLE) throw error
  return error && refusal(`${step.change} (${error.message})`)
}
