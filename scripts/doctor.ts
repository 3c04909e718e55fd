/** `npm run doctor`: looks at a platform as its operator would - settings, database, files, what waits - beside the running server, and changes nothing. One line for each
 *  finding; `-- --json` prints them as JSON. Exit code 1 when something has failed. */
import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { readConnectionBudget } from '../runtime/server/database/connectionBudget.ts'
import { type DatabaseLimits, databaseLimits, maxConnections } from '../runtime/server/database/databaseLimits.ts'
import { leadsToPooler } from '../runtime/server/database/leadsToPooler.ts'
import { openDatabase } from '../runtime/server/database/openDatabase.ts'
import { readVersionOf } from '../runtime/server/database/platformVersion.ts'
import { openReplicas } from '../runtime/server/database/replicas/openReplicas.ts'
import { openFileStore } from '../runtime/server/files/fileStore.ts'
import { createPlatformSource } from '../runtime/server/loadPlatform.ts'
import { type Finding, findings, type Seen } from '../runtime/server/operate/findings.ts'
import { readBacklogs } from '../runtime/server/operate/readBacklogs.ts'
import { describeError } from './start/describeError.ts'
import { joinDatabase } from './start/joinDatabase.ts'
import { readSettings, type StartSettings } from './start/readSettings.ts'
import { unsafeSettings } from './start/unsafeSettings.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
/** Longer than a replica near by needs. */
const REPLAY_MS = 500
const silent = { warn() {} }
const asJson = process.argv.includes('--json')

try {
  const found = findings(await look())
  console.log(asJson ? JSON.stringify(found, null, 2) : found.map(line).join('\n'))
  if (found.some(({ state }) => state === 'failed')) process.exitCode = 1
} catch (error) {
  console.error(describeError(error))
  process.exitCode = 1
}

const WORDS = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ' } as const

function line({ what, state, found, fix }: Finding): string {
  return `${WORDS[state]} ${what}: ${found}${fix ? `\n        ${fix}` : ''}`
}

async function look(): Promise<Seen> {
  const settings = readSettings(project, process.env, [])
  const database = await joinDatabase(settings)
  const { pool } = openDatabase(database.url, { size: 2, name: 'agon doctor' })
  try {
    const version = (await pool.query('SHOW server_version')).rows[0].server_version as string
    const limits = databaseLimits((await createPlatformSource([project], process.env)).platform())
    return {
      unsafe: unsafeSettings(settings, process.env),
      database: { version, major: Number.parseInt(version, 10), release: await readVersionOf(pool) },
      backlogs: await readBacklogs(pool),
      connections: maxConnections(limits, settings.directDatabaseUrl !== null),
      budget: await readConnectionBudget(pool),
      isDirectPooled: settings.directDatabaseUrl !== null && (await leadsToPooler(settings.directDatabaseUrl)),
      replicas: await lookAtReplicas(pool, limits, settings),
      files: await lookAtFiles(pool, settings),
      disk: await lookAtDisk(settings),
    }
  } finally {
    await pool.end()
    await database.leave()
  }
}

async function lookAtReplicas(primary: Pool, limits: DatabaseLimits, { replicaUrls: urls }: StartSettings): Promise<Seen['replicas']> {
  const replicas = openReplicas({ urls, primary, limits, logger: silent })
  if (!replicas) return []
  try {
    // what is there by the second look was committed before the first
    await replicas.position()
    await pause(REPLAY_MS)
    await Promise.all(replicas.all.map((replica) => replica.look()))
    return replicas.states()
  } finally {
    await replicas.close()
  }
}

async function lookAtFiles(pool: Pool, { dataDirectory }: StartSettings): Promise<Seen['files']> {
  const store = openFileStore(dataDirectory, process.env)
  const { rows } = await pool.query(`SELECT value #>> '{}' AS id FROM platform_state WHERE name = 'id'`)
  try {
    const isOurs = (await store.readMark()) === rows[0]?.id
    if (!isOurs)
      return {
        name: store.name,
        problem: `${store.name} does not hold the files of this database: its mark .database is missing or another`,
      }
    await store.probe()
    return { name: store.name, problem: null }
  } catch (error) {
    return { name: store.name, problem: (error as Error).message }
  }
}

async function lookAtDisk({ dataDirectory }: StartSettings): Promise<Seen['disk']> {
  const { bavail, blocks, bsize } = await statfs(dataDirectory)
  return { free: bavail * bsize, size: blocks * bsize }
}
