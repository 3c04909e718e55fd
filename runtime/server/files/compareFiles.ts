/** Rows of files against the bytes of a store: what is named and gone, what is kept and named by nothing. */
import { sql } from 'kysely'
import type { Database } from '../../core/contracts.ts'
import type { FileStore } from './fileStore.ts'

/** Bytes of a row that is being written are not orphans yet, in ms. */
const YOUNG_MS = 60 * 60_000
/** Keys asked about in one statement. */
const TOGETHER = 500
const MAX_NAMED = 100

export interface FilesCompared {
  rows: number
  kept: number
  /** In bytes. */
  size: number
  /** Rows without bytes: how many, and the first keys. */
  missing: Counted
  /** Bytes of another size than their row says. */
  changed: Counted
  /** Bytes without a row. */
  orphans: Counted & { size: number }
}
export interface Counted {
  count: number
  keys: string[]
}

/** Reads; changes nothing. Memory does not grow with the number of files: rows are marked in a temporary table of the connection. */
export async function compareFiles(db: Database, store: FileStore, now: Date): Promise<FilesCompared> {
  return db.connection().execute(async (own) => {
    await sql`CREATE TEMP TABLE files_found (key text PRIMARY KEY, size bigint) ON COMMIT PRESERVE ROWS`.execute(own)
    try {
      const kept = await note(own, store, new Date(now.getTime() - YOUNG_MS))
      return { ...kept, ...(await compare(own)) }
    } finally {
      await sql`DROP TABLE files_found`.execute(own)
    }
  })
}

/** Orphans are found on the way: a list of a store has no bound. */
async function note(db: Database, store: FileStore, before: Date): Promise<Pick<FilesCompared, 'kept' | 'size' | 'orphans'>> {
  const found = { kept: 0, size: 0, orphans: { count: 0, keys: [] as string[], size: 0 } }
  let some: { key: string; size: number; at: Date }[] = []
  const flush = async () => {
    const keys = some.map(({ key }) => key)
    await sql`INSERT INTO files_found SELECT * FROM unnest(${keys}::text[], ${some.map(({ size }) => size)}::bigint[]) ON CONFLICT DO NOTHING`.execute(
      db,
    )
    const rows = await db.selectFrom('platform_file').select('key').where('key', 'in', keys).execute()
    const named = new Set(rows.map(({ key }) => key))
    for (const { key, size, at } of some) if (!named.has(key) && at < before) add(found.orphans, key, size)
    some = []
  }
  for await (const one of store.keys()) {
    found.kept += 1
    found.size += one.size
    some.push(one)
    if (some.length === TOGETHER) await flush()
  }
  if (some.length > 0) await flush()
  return found
}

function add(orphans: FilesCompared['orphans'], key: string, size: number): void {
  orphans.count += 1
  orphans.size += size
  if (orphans.keys.length < MAX_NAMED) orphans.keys.push(key)
}

async function compare(db: Database): Promise<Pick<FilesCompared, 'rows' | 'missing' | 'changed'>> {
  const { rows } = await sql<{
    rows: number
    missing: number
    changed: number
    missingKeys: string[] | null
    changedKeys: string[] | null
  }>`
    SELECT count(*)::int AS rows,
      count(*) FILTER (WHERE f.key IS NULL)::int AS missing, count(*) FILTER (WHERE f.size <> p.size)::int AS changed,
      (array_agg(p.key) FILTER (WHERE f.key IS NULL))[1:${sql.lit(MAX_NAMED)}] AS "missingKeys",
      (array_agg(p.key) FILTER (WHERE f.size <> p.size))[1:${sql.lit(MAX_NAMED)}] AS "changedKeys"
    FROM platform_file p LEFT JOIN files_found f ON f.key = p.key`.execute(db)
  const { missing = 0, changed = 0, missingKeys = [], changedKeys = [] } = rows[0] ?? {}
  return {
    rows: rows[0]?.rows ?? 0,
    missing: { count: missing, keys: missingKeys ?? [] },
    changed: { count: changed, keys: changedKeys ?? [] },
  }
}
