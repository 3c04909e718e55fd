/** A PostgreSQL of a test's own with streaming replicas, from the programs of the embedded one: a replica begins as a copy of the files, made while the primary runs. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { readPostmaster } from '../../runtime/server/database/embeddedClaim.ts'
import { prepareEmbeddedPlace } from '../../runtime/server/database/embeddedPlace.ts'
import { fastDirectory } from './fastDirectory.ts'
import { freePort } from './freePort.ts'

const PATIENCE_MS = 20_000
/** A crash of the machine is no part of these tests. */
const FAST = { fsync: 'off', full_page_writes: 'off', max_connections: '120', wal_keep_size: '64MB' }

export interface ReplicaOfTest {
  url: string
  /** Holds its files. */
  directory: string
  /** Rows of a statement there. */
  query(sql: string): Promise<Record<string, unknown>[]>
  kill(): Promise<void>
  start(): Promise<void>
  /** Makes it the primary. */
  promote(): Promise<void>
}

export interface ReplicatedDatabase {
  url: string
  /** Of the primary. */
  directory: string
  query(sql: string): Promise<Record<string, unknown>[]>
  /** A replica that has all that the primary has now. The first is known to the primary as `replica1`. */
  addReplica(): Promise<ReplicaOfTest>
  /** SIGKILL to the primary, which is not started again. */
  killPrimary(): Promise<void>
  stop(): Promise<void>
}

export async function startReplicated(settings: Record<string, string> = {}): Promise<ReplicatedDatabase> {
  const directory = fastDirectory()
  const primary = await startEmbeddedDatabase({
    dataDirectory: join(directory, 'primary'),
    settings: { ...FAST, ...settings },
    restarts: { max: 0, minutes: 1 },
  })
  const stops: (() => Promise<void>)[] = []
  let isKilled = false
  let count = 0
  return {
    url: primary.url,
    directory: primary.directory,
    query: (sql) => ask(primary.url, sql),
    async addReplica() {
      const name = `replica${++count}`
      const { replica, stop } = await startReplica(primary, join(directory, name), { ...FAST, ...settings }, name)
      stops.push(stop)
      return replica
    },
    async killPrimary() {
      isKilled = true
      process.kill(readPostmaster(join(primary.directory, 'cluster'))!.pid, 'SIGKILL')
      await primary.ended
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
      if (!isKilled) await primary.stop()
      for (const left of new Set([directory, primary.directory])) rmSync(left, { recursive: true, force: true })
    },
  }
}

async function startReplica(primary: EmbeddedDatabase, wanted: string, settings: Record<string, string>, name: string) {
  const place = await prepareEmbeddedPlace(wanted, () => {})
  const cluster = join(place.directory, 'cluster')
  await copyCluster(primary, cluster)
  writeFileSync(join(cluster, 'standby.signal'), '')
  place.own(join(cluster, 'standby.signal'))
  const { hostname, port, username, password } = new URL(primary.url)
  const own = await freePort()
  const all = {
    ...settings,
    port: String(own),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    wal_receiver_status_interval: '1s',
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`,
  }
  const flags = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const address = new URL(primary.url)
  address.port = String(own)
  const url = address.href
  let child: ChildProcess | undefined
  const start = async () => {
    const log = openSync(join(place.directory, 'postgres.log'), 'a')
    const options = { ...place.identity, cwd: dirname(place.postgres), env: place.env, stdio: ['ignore', log, log] as const }
    child = spawn(place.postgres, ['-D', cluster, ...flags], { ...options, stdio: [...options.stdio] })
    closeSync(log)
    await until(
      async () => (await ask(url, 'SELECT pg_is_in_recovery() AS yes'))[0]?.yes === true,
      () => readFileSync(join(place.directory, 'postgres.log'), 'utf8').slice(-1_500),
    )
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child!.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  await start()
  const replica: ReplicaOfTest = {
    url,
    directory: place.directory,
    query: (sql) => ask(url, sql),
    kill: () => end('SIGKILL'),
    start,
    async promote() {
      await ask(url, 'SELECT pg_promote(true, 20)')
    },
  }
  return { replica, stop: () => end('SIGQUIT') }
}

/** The files of a running primary, with the label by which the copy knows where to begin. */
async function copyCluster(primary: EmbeddedDatabase, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('copy', true)`)
    mkdirSync(dirname(to), { recursive: true })
    // its owner stays that of the database
    const copied = spawnSync('cp', ['-a', join(primary.directory, 'cluster'), to], { encoding: 'utf8' })
    // files may go while they are copied; what is in the log makes them good
    if (copied.status !== 0 && !/No such file/.test(copied.stderr)) throw new Error(copied.stderr)
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to, name), { force: true })
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)')
    writeFileSync(join(to, 'backup_label'), rows[0].labelfile)
    spawnSync('chown', [`--reference=${join(to, 'PG_VERSION')}`, join(to, 'backup_label')])
  } finally {
    await client.end()
  }
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function until(isTrue: () => Promise<boolean>, why: () => string): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > end) throw new Error(`the replica did not start: ${why()}`)
    await pause(50)
  }
}
