/** A database of its own for a test file, copied from a template that is made once per run on first demand. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { TemplateWanted } from './buildTemplate.ts'

/** `empty`: nothing in it. `tables`: all tables of the project's documents. `seeded`: tables and the demo data. */
export type Template = 'empty' | 'tables' | 'seeded'

export interface TestDatabase {
  url: string
  /** Closes what is still connected and removes the database. */
  drop(): Promise<void>
}

/** @returns the address of a fresh database; call `drop` in `afterAll` */
export async function createDatabase(template: Template = 'tables'): Promise<TestDatabase> {
  const admin = inject('postgresUrl')
  const build = async (wanted: TemplateWanted) => (await import('./buildTemplate.ts')).buildTemplate(wanted)
  if (template !== 'empty') await ensureTemplate({ admin, template, dataDirectory: inject('seededFiles'), build })
  return copyTemplate(admin, template)
}

export async function copyTemplate(admin: string, template: Template): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const source = template === 'empty' ? 'template1' : `agon_${template}`
  // in memory, copying its files costs half of what copying it through the write-ahead log does
  await query(admin, `create database ${name} template ${source} strategy file_copy`)
  return { url: withDatabase(admin, name), drop: () => query(admin, `drop database if exists ${name} with (force)`) }
}

const TEMPLATE_LOCK = 20_261_121

interface Ensured {
  /** Address of the maintenance database. */
  admin: string
  template: Exclude<Template, 'empty'>
  /** For the files of the demo data. */
  dataDirectory: string
  build(wanted: TemplateWanted): Promise<void>
}

/** Workers ask at the same time; the first builds under a lock, under another name until it is complete. */
export async function ensureTemplate({ admin, template, dataDirectory, build }: Ensured): Promise<void> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const found = await client.query('select 1 from pg_database where datname = $1', [`agon_${template}`])
    if (found.rowCount) return
    const draft = `agon_${template}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft}`)
    await build({ databaseUrl: withDatabase(admin, draft), template, dataDirectory })
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [draft])
    await client.query(`alter database ${draft} rename to agon_${template}`)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
