/** Brings the whole set up on this machine, looks at it, and takes it down. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { makeBucket, makeRings, SWIFT_PARTS, swiftCommand } from '../objectStore/swift.ts'
import { buildClient } from '../start/buildClient.ts'
import { installPackages } from '../test/installPackages.ts'
import { configure, databaseOwner, environmentOf, secrets, store } from './configure.ts'
import { at, BUCKET, DATABASE_HOSTS, FRONT, FRONT_ADDRESS, JOBS_HOST, PACKAGES, PROGRAMS, PROJECT, WEB_HOSTS } from './layout.ts'
import { halt, kill, launch, pidOf, postmasterOf, until } from './processes.ts'
import { fillDemonstration } from './world.ts'

const PATIENCE_S = 240
export const NODES = [...WEB_HOSTS.map((host, index) => [`web${index + 1}`, host] as const), ['jobs', JOBS_HOST] as const]
const numbers = DATABASE_HOSTS.map((_, index) => index + 1)

export async function up(): Promise<void> {
  if (!PROGRAMS.every((program) => existsSync(program)) && !installPackages(PACKAGES))
    throw new Error(`the cluster needs Debian 12 with the packages ${PACKAGES.join(' ')}`)
  configure(databaseOwner())
  await startDatabases()
  startFront()
  await startStore()
  const isNew = await makeDatabase()
  await buildClient(PROJECT)
  if (isNew) console.log(`accounts of the demonstration:\n${await fillDemonstration()}`)
  startNode('jobs')
  await ready('the job node', () => answers(`http://${JOBS_HOST}:8080/health/ready`))
  for (const [name] of NODES) startNode(name)
  for (const [name, host] of NODES) await ready(name, () => answers(`http://${host}:8080/health/ready`))
  const prometheus = [
    '--config.file',
    at('conf/prometheus.yml'),
    '--storage.tsdb.path',
    at('prometheus'),
    '--storage.tsdb.retention.time',
    '2d',
  ]
  launch({
    name: 'prometheus',
    command: ['/usr/bin/prometheus', ...prometheus, '--web.listen-address', `${FRONT}:9090`],
    owner: databaseOwner(),
  })
  await ready('HAProxy', () => answers(`${FRONT_ADDRESS}/health/ready`))
}

/** Those that do not run. */
export function startDatabasesAgain(): void {
  const owner = databaseOwner()
  for (const number of numbers) {
    const [etcd, patroni] = [environmentOf(`etcd${number}.env`), environmentOf(`patroni${number}.env`)]
    launch({ name: `etcd${number}`, command: ['/usr/bin/etcd'], env: etcd, owner })
    launch({ name: `patroni${number}`, command: ['/usr/bin/patroni', at('conf/patroni.yml')], env: patroni, owner })
  }
}

async function startDatabases(): Promise<void> {
  startDatabasesAgain()
  await ready('etcd', () => answers(`http://${DATABASE_HOSTS[0]}:2379/health`))
  await ready('PostgreSQL', async () => (await roles()).filter((role) => role === 'replica' || role === 'sync_standby').length === 2)
}

function startFront(): void {
  launch({ name: 'haproxy', command: ['/usr/sbin/haproxy', '-db', '-f', at('conf/haproxy.cfg')] })
  launch({ name: 'pgbouncer', command: ['/usr/sbin/pgbouncer', at('conf/pgbouncer.ini')], owner: databaseOwner() })
}

async function startStore(): Promise<void> {
  makeRings(store())
  for (const part of SWIFT_PARTS) launch({ name: `swift-${part}`, command: swiftCommand(at('store'), part) })
  await ready('the object store', () =>
    makeBucket(store(), BUCKET).then(
      () => true,
      () => false,
    ),
  )
}

export function startNode(name: string): void {
  const command = [process.execPath, join(PROJECT, 'scripts/run.mjs'), '--lean', join(PROJECT, 'scripts/start.ts')] as const
  launch({ name, command, env: environmentOf(`${name}.env`), directory: PROJECT })
}

/** @throws Error for a name that no node has */
export function hostOf(node: string): string {
  const found = NODES.find(([name]) => name === node)
  if (!found) throw new Error(`no node is named ${node}`)
  return found[1]
}

/** The address that follows the primary. @param database  default the platform's */
export function primaryUrl(user: 'postgres' | 'agon' = 'agon', database = 'agon'): string {
  const password = secrets()[user === 'agon' ? 'AGON' : 'POSTGRES']
  return `postgresql://${user}:${password}@${FRONT}:5432/${database}`
}

/** @returns whether there was none */
async function makeDatabase(): Promise<boolean> {
  const found: pg.Client[] = []
  await ready('the primary behind HAProxy', async () => {
    const client = await primary()
    if (client) found.push(client)
    return client !== null
  })
  const [client] = found as [pg.Client]
  try {
    if ((await client.query(`SELECT 1 FROM pg_roles WHERE rolname = 'agon'`)).rowCount === 0)
      await client.query(`CREATE ROLE agon LOGIN PASSWORD '${secrets().AGON}'`)
    const isNew = (await client.query(`SELECT 1 FROM pg_database WHERE datname = 'agon'`)).rowCount === 0
    if (isNew) await client.query('CREATE DATABASE agon OWNER agon')
    return isNew
  } finally {
    await client.end()
  }
}

/** A connection of the superuser; null when no one answers, or a replica does: HAProxy takes every server for the primary until it has asked each. */
async function primary(): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString: primaryUrl('postgres', 'postgres'), connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS replica')
    if (rows[0].replica === false) return client
  } catch {
    // asked again
  }
  await client.end().catch(() => {})
  return null
}

/** What each PostgreSQL is, as its Patroni says: `leader`, `sync_standby`, `replica`; `gone` without an answer. */
export async function roles(): Promise<string[]> {
  for (const host of DATABASE_HOSTS) {
    const members = await fetch(`http://${host}:8008/cluster`, { signal: AbortSignal.timeout(1_500) })
      .then((reply) => reply.json() as Promise<{ members: { name: string; role: string; state: string }[] }>)
      .then(({ members }) => members)
      .catch(() => null)
    if (!members) continue
    const roleOf = (number: number) => members.find(({ name }) => name === `pg${number}`)
    return numbers.map((number) => {
      const member = roleOf(number)
      return member && ['running', 'streaming'].includes(member.state) ? member.role : 'gone'
    })
  }
  return numbers.map(() => 'gone')
}

export async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

export async function ready(what: string, isReady: () => boolean | Promise<boolean>): Promise<void> {
  const begun = performance.now()
  if (!(await until(isReady, PATIENCE_S))) throw new Error(`${what} did not come up in ${PATIENCE_S} s: see ${at('logs')}`)
  console.log(`${what}: ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

/** People first, the database last. */
export async function down(): Promise<void> {
  await Promise.all(NODES.map(([name]) => halt(name, 40)))
  for (const name of ['prometheus', 'haproxy', 'pgbouncer']) await halt(name, 10)
  await Promise.all(SWIFT_PARTS.map((part) => halt(`swift-${part}`, 10)))
  await Promise.all(numbers.map((number) => halt(`patroni${number}`, 30)))
  for (const number of numbers) {
    const left = postmasterOf(number)
    if (left === null) continue
    kill(left, 'SIGCONT')
    kill(left, 'SIGINT')
    if (!(await until(() => postmasterOf(number) === null, 15))) kill(left, 'SIGQUIT')
  }
  await Promise.all(numbers.map((number) => halt(`etcd${number}`, 10)))
}

export async function status(): Promise<string[]> {
  const all = [
    ...numbers.map((number) => `etcd${number}`),
    ...numbers.map((number) => `patroni${number}`),
    'haproxy',
    'pgbouncer',
    'prometheus',
    ...SWIFT_PARTS.map((part) => `swift-${part}`),
  ]
  const found = await roles()
  const lines = [...all, ...NODES.map(([name]) => name)].map((name) => `${name.padEnd(12)} ${pidOf(name) ?? 'does not run'}`)
  const health = await Promise.all(NODES.map(([, host]) => answers(`http://${host}:8080/health/ready`)))
  return [
    ...lines,
    ...DATABASE_HOSTS.map((host, index) => `PostgreSQL ${host}: ${found[index]}`),
    ...NODES.map(([name, host], index) => `${name} http://${host}:8080: ${health[index] ? 'ready' : 'not ready'}`),
  ]
}
