/** What a database and a folder of files hold, as hashes: of each table over all its rows, of each file. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { asking } from './machine.ts'

/** Name -> number of rows and hash. */
export type Tables = ReadonlyMap<string, { rows: number; hash: string }>

const ATTEMPTS = 10
/** What is written meanwhile is committed after the moment, by more than clocks and formats could blur. */
const MARGIN_S = 1

/** All tables at one moment while others write: they are held for as long as it takes, so that no transaction of before is missing and none of after is in it. */
export async function tablesOfNow(url: string): Promise<{ moment: string; tables: Tables }> {
  return asking(url, async (client) => {
    const names = await tableNames(client)
    for (let attempt = 1; ; attempt++)
      try {
        await client.query('BEGIN')
        await client.query(`LOCK TABLE ${names.join(', ')} IN SHARE MODE`)
        const { rows } = await client.query(`SELECT clock_timestamp()::text AS moment, pg_sleep(${MARGIN_S})`)
        const tables = await hashes(client, names)
        await client.query('COMMIT')
        return { moment: rows[0].moment, tables }
      } catch (error) {
        await client.query('ROLLBACK')
        // two transactions that waited for each other: one of them is asked to begin anew
        if ((error as { code?: string }).code !== '40P01' || attempt === ATTEMPTS) throw error
      }
  })
}

export const tablesOf = (url: string): Promise<Tables> => asking(url, async (client) => hashes(client, await tableNames(client)))

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%' ORDER BY 1`)
  return rows.map(({ name }) => name)
}

async function hashes(client: pg.Client, names: readonly string[]): Promise<Tables> {
  const tables = new Map<string, { rows: number; hash: string }>()
  for (const name of names) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS rows, COALESCE(md5(string_agg(each, '' ORDER BY each)), '') AS hash FROM (SELECT md5(t::text) AS each FROM ${name} t) all_rows`,
    )
    tables.set(name, rows[0])
  }
  return tables
}

const DRAFTS = 'draft/'

/** Path below the folder -> SHA-256, without what is just being uploaded. */
export async function filesOf(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    if (name.startsWith(DRAFTS)) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    found.set(name, hash.digest('hex'))
  }
  return found
}

/** Names of what differs or is missing. */
export function differences<T>(wanted: ReadonlyMap<string, T>, found: ReadonlyMap<string, T>): string[] {
  return [...wanted].filter(([name, value]) => JSON.stringify(found.get(name)) !== JSON.stringify(value)).map(([name]) => name)
}
