/** `npm run files -- check` compares the rows of files with the store; `npm run files -- move <where>` brings all files to another store: a bucket
 *  (`s3://...`, as in the setting FILES) or a data folder. Both run beside a running server. Exit code 1 when something is missing or damaged. */
import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from '../runtime/core/contracts.ts'
import { openDatabase } from '../runtime/server/database/openDatabase.ts'
import { type Counted, compareFiles } from '../runtime/server/files/compareFiles.ts'
import { type FileStore, openFileStore } from '../runtime/server/files/fileStore.ts'
import { moveFiles } from '../runtime/server/files/moveFiles.ts'
import { describeError } from './start/describeError.ts'
import { joinDatabase } from './start/joinDatabase.ts'
import { readSettings } from './start/readSettings.ts'

const USAGE =
  'Usage: npm run files -- check | npm run files -- move s3://bucket/prefix?region=... | npm run files -- move /absolute/data/folder'
const SHOWN = 20

try {
  await run(process.argv.slice(2))
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}

async function run([command, target]: string[]): Promise<void> {
  if (command !== 'check' && !(command === 'move' && target)) throw new Error(USAGE)
  const settings = readSettings(fileURLToPath(new URL('..', import.meta.url)), process.env, [])
  const store = openFileStore(settings.dataDirectory, process.env)
  const database = await joinDatabase(settings)
  const { pool, db } = openDatabase(database.url, { size: 2, name: 'agon files' })
  try {
    if (command === 'check') await check(db, store)
    else await move(db, store, otherStore(target!, settings.dataDirectory))
  } finally {
    await pool.end()
    await database.leave()
  }
}

function otherStore(target: string, dataDirectory: string): FileStore {
  if (target.startsWith('s3:')) return openFileStore(dataDirectory, { ...process.env, FILES: target })
  if (isAbsolute(target)) return openFileStore(target, {})
  throw new Error(`"${target}" is neither an s3:// address nor an absolute path.\n${USAGE}`)
}

async function check(db: Database, store: FileStore): Promise<void> {
  const { rows, kept, size, missing, changed, orphans } = await compareFiles(db, store, new Date())
  console.log(`${rows} files in the database; ${kept} in ${store.name}, ${megabytes(size)}`)
  report('missing: in the database, not in the store', missing)
  report('changed: of another size than the database says', changed)
  report(`orphans: in the store for an hour, in no row (${megabytes(orphans.size)})`, orphans)
  if (missing.count + changed.count > 0) process.exitCode = 1
}

async function move(db: Database, from: FileStore, to: FileStore): Promise<void> {
  const done = await moveFiles(db, from, to, ({ moved, there }) => console.log(`${moved} brought, ${there} were there`))
  console.log(`${done.moved} files brought from ${from.name} to ${to.name}; ${done.there} were there before`)
  report('missing in the first store', { count: done.missing.length, keys: done.missing })
  report('damaged, not brought', { count: done.damaged.length, keys: done.damaged })
  console.log('Files uploaded meanwhile are brought by running it once more. Then start the server with the new setting.')
  if (done.missing.length + done.damaged.length > 0) process.exitCode = 1
}

function report(what: string, { count, keys }: Counted): void {
  if (count === 0) return
  console.log(`${count} ${what}`)
  for (const key of keys.slice(0, SHOWN)) console.log(`  ${key}`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}
