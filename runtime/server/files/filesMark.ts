/** Whether the place of files is that of this database, and takes files. A mount that was forgotten looks like an empty folder, into which uploads would go
 *  unnoticed: so the place holds the id of its database, and one without it is taken only while nothing is missed in it. */
import { sql } from 'kysely'
import type { Database } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import type { FileStore } from './fileStore.ts'

/** Newest files that must not all be missing in a place without a mark. */
const LOOKED_FOR = 5
/** The system's codes for a place that takes or gives nothing. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'ENOENT',
  'ENOTDIR',
  'EEXIST',
  'ENOTCONN',
  'ESTALE',
  'EMFILE',
  'ENFILE',
])

export interface FilesMark {
  /** Takes the place for this database, or learns why not. */
  start(db: Database): Promise<void>
  /** @throws FILES_UNAVAILABLE when the place is not the one of this database */
  assertOurs(): Promise<void>
  /** Null when a file can be written; else why not, for the operator. */
  problem(): Promise<string | null>
}

/** @param adopts  the operator says that this is the place, whatever is missing in it */
export function createFilesMark(store: FileStore, adopts: boolean): FilesMark {
  let id: string | undefined
  const assertOurs = async () => {
    if (id !== undefined && (await store.readMark()) !== id)
      throw unavailable(`${store.name} does not hold the files of this database: its mark .database is missing or another`)
  }
  return {
    assertOurs,
    async start(db) {
      const { rows } = await sql<{ id: string }>`SELECT value #>> '{}' AS id FROM platform_state WHERE name = 'id'`.execute(db)
      id = rows[0]?.id
      const mark = await store.readMark().catch(() => null)
      if (id === undefined || mark === null || mark === id) return
      if (!adopts && (await missesAll(db, store))) return
      await store.writeMark(`${id}\n`).catch(() => {})
    },
    async problem() {
      try {
        await assertOurs()
        await store.probe()
        return null
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
  }
}

/** Whether files are stored, and not one of the newest is in the place. */
async function missesAll(db: Database, store: FileStore): Promise<boolean> {
  const rows = await db.selectFrom('platform_file').select('key').orderBy('id', 'desc').limit(LOOKED_FOR).execute()
  const found = await Promise.all(rows.map(({ key }) => store.has(key as string)))
  return rows.length > 0 && !found.includes(true)
}

function unavailable(reason: string): AgonError {
  return new AgonError('FILES_UNAVAILABLE', { reason })
}

/** The system's refusal of a file as an error with a code; any other error stays. */
export function asUnavailable(error: unknown): unknown {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return !(error instanceof AgonError) && UNAVAILABLE.has(code) ? unavailable(message) : error
}
