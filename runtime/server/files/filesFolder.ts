/** Whether the folder of files is that of this database, and takes files. A mount that was forgotten looks like an empty folder, into which uploads would go
 *  unnoticed: so the folder holds the id of its database, and one without it is taken only while nothing is missed in it. */
import { mkdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'

const MARK = '.database'
/** Less free space counts as a full disk. */
const FREE_BYTES = 32 * 1_048_576
const PROBE_BYTES = 4_096
/** Newest files that must not all be missing in a folder without a mark. */
const LOOKED_FOR = 5
const OWN = { recursive: true, mode: 0o700 } as const
/** The system's codes for a folder that takes or gives nothing. */
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

export interface FilesFolder {
  /** Takes the folder for this database, or learns why not. @param place where the bytes of a key are */
  start(db: Database, place: (key: string) => string): Promise<void>
  /** @throws FILES_UNAVAILABLE when the folder is not the one of this database */
  assertOurs(): Promise<void>
  /** Null when a file can be written; else why not, for the operator. */
  problem(): Promise<string | null>
}

/** @param adopts  the operator says that this is the folder, whatever is missing in it */
export function createFilesFolder(folder: string, adopts: boolean): FilesFolder {
  let id: string | undefined
  const mark = join(folder, MARK)
  const readMark = async () => (await readFile(mark, 'utf8').catch(() => '')).trim()
  const assertOurs = async () => {
    if (id !== undefined && (await readMark()) !== id)
      throw unavailable(`${folder} is not the folder of this database: ${MARK} is missing or another`)
  }
  return {
    assertOurs,
    async start(db, place) {
      const { rows } = await sql<{ id: string }>`SELECT value #>> '{}' AS id FROM platform_state WHERE name = 'id'`.execute(db)
      id = rows[0]?.id
      if (id === undefined || (await readMark()) === id) return
      if (!adopts && (await missesAll(db, place))) return
      await mkdir(folder, OWN)
        .then(() => writeFile(mark, `${id}\n`, { mode: 0o600 }))
        .catch(() => {})
    },
    async problem() {
      try {
        await assertOurs()
        await probe(join(folder, 'draft'))
        return null
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
  }
}

/** Whether files are stored, and not one of the newest is in the folder. */
async function missesAll(db: Database, place: (key: string) => string): Promise<boolean> {
  const rows = await db.selectFrom('platform_file').select('key').orderBy('id', 'desc').limit(LOOKED_FOR).execute()
  const found = await Promise.all(rows.map(({ key }) => stat(place(key as string)).catch(() => null)))
  return rows.length > 0 && found.every((one) => one === null)
}

async function probe(drafts: string): Promise<void> {
  await mkdir(drafts, OWN)
  const file = join(drafts, `probe-${process.pid}`)
  await writeFile(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600 })
  await rm(file, { force: true })
  const { bavail, bsize } = await statfs(drafts)
  if (bavail * bsize < FREE_BYTES) throw new Error(`the disk of ${drafts} is full`)
}

function unavailable(reason: string): AgonError {
  return new AgonError('FILES_UNAVAILABLE', { reason })
}

/** The system's refusal of a file as an error with a code; any other error stays. */
export function asUnavailable(error: unknown): unknown {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return !(error instanceof AgonError) && UNAVAILABLE.has(code) ? unavailable(message) : error
}
