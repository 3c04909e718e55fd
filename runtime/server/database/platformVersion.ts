/** Which releases may use a database. A release is known by its tables: `releases.txt` holds a hash of the tables of every state of the documents, the last
 *  line being this one's. The database remembers which release prepared it, and which ones its changes left able to run beside it: those between
 *  which only something was added. A release that stands in no line of ours is newer; without being named we do not use its database. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from '../../core/platform.ts'
import { tableModels } from './tableModel.ts'

/** Written by `npm run generate`. Lines are never removed. */
export const RELEASES_FILE = 'runtime/server/database/releases.txt'

/** `beside`: a newer release prepared it, and lets this one use it as it is. */
export type VersionOf = 'ours' | 'beside' | 'newer'

interface Asked {
  // biome-ignore lint/suspicious/noExplicitAny: pools, clients and kysely's raw statements in one shape
  query(sql: string): Promise<{ rows: any[] }>
}

interface Writing {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  query(sql: string, values?: unknown[]): Promise<{ rows: any[] }>
}

interface Release {
  tables: string
  /** Those that may use the database as it is now, this one among them. */
  beside: string[]
}

const own = readReleases(readFileSync(join(import.meta.dirname, 'releases.txt'), 'utf8'))

/** Hashes of the tables, oldest first. */
export function readReleases(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

/** A hash of everything the database is made to hold for these documents. */
export function hashOfTables(platform: Platform): string {
  const models = [...tableModels(platform).values()].map(({ name, columns, constraints, indexes, steps }) => [
    name,
    [...columns.values()].map(({ name: column, type, notNull, default: given }) => [column, type, notNull, given]),
    constraints.map((constraint) => [constraint.name, constraint.definition]),
    indexes,
    steps,
  ])
  return createHash('sha256').update(JSON.stringify(models.sort())).digest('hex').slice(0, 16)
}

const STATE = `SELECT value FROM platform_state WHERE name = 'version'`

/** @throws when the database does not answer, or no release has prepared it. @param releases  what is known; tests pass others */
export async function readVersionOf(database: Asked, releases: readonly string[] = own): Promise<VersionOf> {
  const { rows } = await database.query(STATE)
  const found = rows[0]?.value as Release | undefined
  if (!found || releases.includes(found.tables)) return 'ours'
  return found.beside.includes(releases.at(-1)!) ? 'beside' : 'newer'
}

/** The same before the table is there: a database of before, or an empty one, is ours. */
export async function readVersionAtStart(database: Asked, releases: readonly string[] = own): Promise<VersionOf> {
  const { rows } = await database.query(`SELECT to_regclass('platform_state') IS NOT NULL AS known`)
  return rows[0]?.known ? readVersionOf(database, releases) : 'ours'
}

/** This release has prepared the database. @param onlyAdds  releases that could use it before still can */
export async function takeVersion(database: Writing, onlyAdds: boolean, releases: readonly string[] = own): Promise<void> {
  const { rows } = await database.query(STATE)
  const before = rows[0]?.value as Release | undefined
  const tables = releases.at(-1)!
  const beside = [...new Set([...(onlyAdds ? (before?.beside ?? []) : []), tables])]
  if (before?.tables === tables && before.beside.length === beside.length) return
  await database.query(
    `INSERT INTO platform_state (name, value) VALUES ('version', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, "updatedAt" = now()`,
    [JSON.stringify({ tables, beside } satisfies Release)],
  )
}
