/** Brings the database to what the documents say, once per start, in one transaction under one advisory lock: kernel migrations, product
 *  migrations, then the additive changes of entities' tables. Two processes starting at the same time do it one after the other; the second finds nothing
 *  to do. Anything that would lose data stops it, with all such changes in one list, and nothing is changed. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { AgonError } from '../../core/errors.ts'
import type { Platform } from '../../core/platform.ts'
import { connectClient } from './connectClient.ts'
import { keepFinal } from './keepFinal.ts'
import { planTables, type TableStep } from './planTables.ts'
import { readCatalog } from './readCatalog.ts'
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
}

/** A change of documents that conflicts with rows in the database. */
export interface LossyChange {
  table: string
  change: string
  /** SQL to put into the migration. */
  migration: string
}

/**
 * Answers what was done, for the log; empty when the database was up to date.
 * @throws TABLE_CHANGE_LOSSY with details.changes: LossyChange[]; MIGRATION_CHANGED when an applied file differs from what ran
 */
export async function migrateDatabase({ databaseUrl, projectDirectory, platform }: MigrateOptions): Promise<string[]> {
  const client = await connectClient(databaseUrl, { options: '-c TimeZone=UTC' })
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const done = await migrate(client, projectDirectory, platform)
    await client.query('COMMIT')
    return done
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

async function migrate(client: pg.Client, projectDirectory: string, platform: Platform): Promise<string[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS platform_migration (
    source text NOT NULL, name text NOT NULL, hash text NOT NULL, "appliedAt" timestamptz(3) NOT NULL DEFAULT now(), PRIMARY KEY (source, name))`)
  const kernel = await applyMigrations(client, 'kernel', KERNEL_MIGRATIONS, true)
  // The tables of a new database are made as the documents say: migrations of older databases are recorded, not run.
  const fresh = (await client.query('SELECT FROM platform_table LIMIT 1')).rowCount === 0
  const folder = join(projectDirectory, PRODUCT_MIGRATIONS)
  const product = await applyMigrations(client, 'product', folder, !fresh)
  const steps = planTables([...tableModels(platform).values()], await readCatalog(client))
  await refuseLosses(client, steps, folder)
  await client.query(await readFile(AFTER_TABLES, 'utf8'))
  const final = await keepFinal(client, platform)
  return [...kernel, ...product, ...steps.map(({ table, change }) => `${table}: ${change}`), ...final]
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

async function refuseLosses(client: pg.Client, steps: readonly TableStep[], folder: string): Promise<void> {
  const changes: LossyChange[] = []
  for (const step of steps) {
    const refused = await runStep(client, step)
    if (refused) changes.push(refused)
  }
  if (changes.length === 0) return
  const file = join(PRODUCT_MIGRATIONS, `${String((await migrationFiles(folder)).length + 1).padStart(4, '0')}-<what-changes>.sql`)
  const list = changes.map(({ table, change, migration }) => `-- ${table}: ${change}\n${migration}`).join('\n\n')
  throw new AgonError(
    'TABLE_CHANGE_LOSSY',
    { changes, file },
    `the documents ask for changes that would lose data. Write ${file}, for example:\n\n${list}\n`,
  )
}

async function runStep(client: pg.Client, step: TableStep): Promise<LossyChange | null> {
  const refusal = (reason: string) => ({ table: step.table, change: reason, migration: step.migration ?? step.sql })
  if (step.blockedBy && (await client.query(`${step.blockedBy} LIMIT 1`)).rowCount) return refusal(step.change)
  if (!step.migration) {
    await client.query(step.sql)
    return null
  }
  await client.query('SAVEPOINT step')
  try {
    await client.query(step.sql)
    return null
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT step')
    return refusal(`${step.change} (${error instanceof Error ? error.message : String(error)})`)
  }
}
