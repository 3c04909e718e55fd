/** Brings all files of a database from one store into another, beside a running server. What is there already is left, so an interrupted move continues where it was;
 *  every file is verified by its SHA-256 while it is written. Nothing is removed from the first store. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../core/contracts.ts'
import type { FileStore } from './fileStore.ts'

const TOGETHER = 200

export interface FilesMoved {
  moved: number
  /** Were there before. */
  there: number
  /** Rows whose bytes the first store does not have. */
  missing: string[]
  /** Bytes that are not those of the row: they are not taken over. */
  damaged: string[]
}

interface FileRow {
  id: string
  key: string
  size: number
  sha256: string
}

export async function moveFiles(
  db: Database,
  from: FileStore,
  to: FileStore,
  progress: (done: FilesMoved) => void = () => {},
): Promise<FilesMoved> {
  const done: FilesMoved = { moved: 0, there: 0, missing: [], damaged: [] }
  let after = '0'
  for (;;) {
    const rows = (await db
      .selectFrom('platform_file')
      .select(['id', 'key', 'size', 'sha256'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(TOGETHER)
      .execute()) as FileRow[]
    if (rows.length === 0) break
    for (const row of rows) await moveOne(row, from, to, done)
    after = rows.at(-1)!.id
    progress(done)
  }
  const mark = await from.readMark()
  if (mark) await to.writeMark(`${mark}\n`)
  return done
}

async function moveOne(row: FileRow, from: FileStore, to: FileStore, done: FilesMoved): Promise<void> {
  if (await to.has(row.key)) return void done.there++
  const source = await from.open(row.key).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!source) return void done.missing.push(row.key)
  const found = await write(source, await to.draft(row.key))
  if (Number(row.size) !== found.size || (row.sha256 !== '' && row.sha256 !== found.sha256)) {
    await to.remove(row.key)
    return void done.damaged.push(row.key)
  }
  await to.keep(row.key)
  done.moved++
}

async function write(source: NodeJS.ReadableStream, path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const look = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length
      hash.update(chunk)
      next(null, chunk)
    },
  })
  await pipeline(source, look, createWriteStream(path, { mode: 0o600 }))
  return { size, sha256: hash.digest('hex') }
}
