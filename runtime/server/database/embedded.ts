/** Runs PostgreSQL from the npm package beside the server: initialises, starts and stops one cluster in one directory. Called by
 *  `scripts/start.ts` when no DATABASE_URL is given, and by the tests. Started again when it ends by itself, a few times. Never outlives its process:
 *  a watchdog stops it when our end of a pipe closes, however we die. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { connectClient } from './connectClient.ts'
import { claimCluster, endBackends, readPostmaster, releaseCluster } from './embeddedClaim.ts'
import { type EmbeddedPlace, prepareEmbeddedPlace } from './embeddedPlace.ts'
import { keepRunning, type RestartLimit } from './keepRunning.ts'

export interface EmbeddedDatabaseOptions {
  /** Ours alone: holds the cluster, its log and how to connect. Made when missing. */
  dataDirectory: string
  /** Default: the port of last time when still free, else any free one. */
  port?: number
  /** Server settings by name. Durability stays at PostgreSQL's safe defaults unless switched off here (tests only). */
  settings?: Record<string, string>
  /** How often it is started again when it ends by itself; default `RESTART_LIMIT`. */
  restarts?: RestartLimit
  /** Called with where things are kept when that is not `dataDirectory`, what had to be cleaned up, and when it had to be started again. */
  note?: (line: string) => void
}

export interface EmbeddedDatabase {
  url: string
  /** Where the data really is. */
  directory: string
  /** Settles when the database has ended and is not restarted: it was stopped, or crashed too often. */
  ended: Promise<void>
  stop(): Promise<void>
}

interface Connection {
  port: number
  password: string
}

const USER = 'agon'
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000

/**
 * Starts the database of one data directory.
 * @returns  its address (a database `agon`, UTF-8) and the way to stop it
 * @throws   Error in one readable line: directory in use by a living server, no reachable place, no start (with the end of the log)
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const note = options.note ?? (() => {})
  const place = await prepareEmbeddedPlace(options.dataDirectory, note)
  const cluster = join(place.directory, 'cluster')
  await claimCluster(place.directory, cluster, note)
  try {
    const connection = await prepareCluster(place, cluster, options)
    const settings = options.settings ?? {}
    const running = await launch(place, cluster, connection, { settings, log: 'w' })
    await createDatabaseOnce(connection)
    const start = async () => {
      endBackends(cluster)
      return launch(place, cluster, connection, { settings, log: 'a' })
    }
    const kept = keepRunning(running, { start, stop: stopProcess, note, limit: options.restarts })
    return {
      url: addressOf(connection, USER),
      directory: place.directory,
      ended: kept.ended,
      stop: async () => {
        await kept.stop()
        releaseCluster(place.directory)
      },
    }
  } catch (error) {
    releaseCluster(place.directory)
    throw error
  }
}

/** Address of the database that a living process runs in this directory. @throws when its facts cannot be read */
export function runningAddress(directory: string): string {
  return addressOf(JSON.parse(readFileSync(join(directory, 'connection.json'), 'utf8')) as Connection, USER)
}

function addressOf(connection: Connection, database: string): string {
  return `postgresql://${USER}:${connection.password}@127.0.0.1:${connection.port}/${database}`
}

async function prepareCluster(place: EmbeddedPlace, cluster: string, options: EmbeddedDatabaseOptions): Promise<Connection> {
  const file = join(place.directory, 'connection.json')
  const known = existsSync(file) && existsSync(cluster) ? (JSON.parse(readFileSync(file, 'utf8')) as Connection) : null
  const password = known?.password ?? randomBytes(18).toString('hex')
  if (!known) await initialise(place, cluster, password, options.settings?.fsync === 'off')
  const connection = { port: await choosePort(options.port, known?.port), password }
  writeFileSync(file, `${JSON.stringify(connection)}\n`, { mode: 0o600 })
  return connection
}

/** Into a folder beside it, renamed when done: an interrupted initdb leaves nothing that looks like a cluster. */
async function initialise(place: EmbeddedPlace, cluster: string, password: string, unsafe: boolean): Promise<void> {
  const fresh = `${cluster}.new`
  const secret = join(place.directory, 'password.tmp')
  if (existsSync(cluster))
    throw new Error(`${cluster} exists but ${join(place.directory, 'connection.json')} is missing; move the folder away`)
  rmSync(fresh, { recursive: true, force: true })
  writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  place.own(secret)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const flags = [`--pgdata=${fresh}`, `--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${secret}`, '--no-instructions', ...locale]
  try {
    await runToEnd(place, place.initdb, unsafe ? [...flags, '--no-sync'] : flags)
    renameSync(fresh, cluster)
  } finally {
    rmSync(secret, { force: true })
  }
}

function runToEnd(place: EmbeddedPlace, file: string, flags: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, flags, { ...place.identity, cwd: '/', env: place.env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${file} failed: ${output.trim()}`))))
  })
}

async function choosePort(wanted: number | undefined, remembered: number | undefined): Promise<number> {
  if (wanted) return wanted
  if (remembered && (await listenOnce(remembered))) return remembered
  const free = await listenOnce(0)
  if (!free) throw new Error('no free port on 127.0.0.1 for the embedded database')
  return free
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(null))
    probe.listen(port, '127.0.0.1', () => {
      const { port: found } = probe.address() as { port: number }
      probe.close(() => resolve(found))
    })
  })
}

interface RunningPostgres {
  child: ChildProcess
  ended: Promise<void>
}

/** `exec` keeps the shell's pid for PostgreSQL. The doubly forked reader sees end-of-file on descriptor 3 when our process ends (SIGKILL included) and
 *  stops PostgreSQL; one line on the pipe ends the reader. A separate process group keeps the terminal's Ctrl-C away from the database. */
const WATCHED = `
( ( if read -r _ <&3; then exit 0; fi
    kill -INT $$; i=0
    while kill -0 $$ 2>/dev/null; do i=$((i+1)); [ $i -eq 15 ] && kill -QUIT $$; sleep 1; done
  ) & )
exec "$@" 3<&-`

async function launch(
  place: EmbeddedPlace,
  cluster: string,
  connection: Connection,
  { settings, log: mode }: { settings: Record<string, string>; log: 'w' | 'a' },
): Promise<RunningPostgres> {
  // its tables lie in memory or on a solid-state disk, where a page found by an index costs hardly more than the next one
  const fixed = {
    port: String(connection.port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    random_page_cost: '1.1',
  }
  const flags = Object.entries({ ...fixed, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logFile = join(place.directory, 'postgres.log')
  const log = openSync(logFile, mode, 0o600)
  const child = spawn('/bin/sh', ['-c', WATCHED, 'sh', place.postgres, '-D', cluster, ...flags], {
    ...place.identity,
    cwd: dirname(place.postgres),
    env: place.env,
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  ended.then(() => watchdogPipe(child).end('\n'))
  watchdogPipe(child).on('error', () => {})
  child.unref()
  ;(watchdogPipe(child) as Writable & { unref?: () => void }).unref?.()
  await becomeReady(child, cluster, logFile)
  return { child, ended }
}

function watchdogPipe(child: ChildProcess): Writable {
  return child.stdio[3] as Writable
}

async function becomeReady(child: ChildProcess, cluster: string, logFile: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const postmaster = readPostmaster(cluster)
    if (postmaster?.pid === child.pid && postmaster?.state === 'ready') return
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  child.kill('SIGQUIT')
  const tail = readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join(' | ')
  throw new Error(`the embedded database did not start: ${tail || 'no output'} (log: ${logFile})`)
}

async function stopProcess({ child, ended }: RunningPostgres): Promise<void> {
  child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(impatience)
}

async function createDatabaseOnce(connection: Connection): Promise<void> {
  const client = await connectClient(addressOf(connection, 'postgres'))
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [USER])
    if (found.rowCount === 0) await client.query(`create database ${USER}`)
  } finally {
    await client.end()
  }
}
