/** Bench (b): declared calls against hand-written routes, on one table of one PostgreSQL. Each server is a process of its own: Agon as `npm start` starts
 *  it, the hand-written one with Node's own flags. They are loaded in turn, the median of the rounds counts. Prints throughput, 99th percentile, processor
 *  time of an answer, the ratios, and the peak memory of each process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { LEAN_ENVIRONMENT, LEAN_FLAGS } from '../start/lean.mjs'
import { clusterTime, postmasterOf, processorTime } from './processorTime.ts'
import { NEW_SIGNUP, type ServerReady } from './server/facts.ts'

const FIRST_PORT = Number(process.env.PORT ?? 8410)
const CONNECTIONS = 32
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6)
/** Until the just-in-time compiler has done most of its work. */
const WARM_UP_SECONDS = Number(process.env.BENCH_WARM_UP ?? 8)
/** To try other flags of Node than those of `npm start`: `BENCH_FLAGS="--max-semi-space-size=16"`. */
const AGON_FLAGS = process.env.BENCH_FLAGS?.split(' ') ?? LEAN_FLAGS
const AIMS = { create: 0.6, list: 1.0, get: 0.8 } as const
/** 99th percentile of Agon, as a multiple of the hand-written server's. */
const AIM_P99 = 2
const AIM_RSS_MB = 320
type Route = keyof typeof AIMS
/** `BENCH_ROUTES=create` for one of them. */
const ROUTES = (process.env.BENCH_ROUTES?.split(',') ?? ['get', 'list', 'create']) as Route[]

interface Subject {
  name: 'plain' | 'agon'
  process: ChildProcess
  port: number
  token: string
}
interface Measure {
  perSecond: number
  /** ms */
  p99: number
  /** Processor time of an answer, µs. */
  nodeTime: number
  postgresTime: number
}

/** Runs the bench on a fresh embedded PostgreSQL. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-pg-'))
  const embedded = await startEmbeddedDatabase({ dataDirectory: directory })
  const databaseUrl = await freshDatabase(embedded.url)
  const postmaster = postmasterOf(embedded.directory)
  const subjects: Subject[] = []
  try {
    subjects.push(await startSubject('agon', databaseUrl), await startSubject('plain', databaseUrl))
    const measures = await measure(subjects, await someIds(databaseUrl), postmaster)
    printReport(measures, subjects)
  } finally {
    await Promise.all(subjects.map(stopSubject))
    await embedded.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function freshDatabase(address: string): Promise<string> {
  const name = `bench_${Date.now()}`
  await query(address, `CREATE DATABASE ${name}`)
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

async function someIds(databaseUrl: string): Promise<string[]> {
  const { rows } = await query(databaseUrl, 'SELECT id FROM bench_signup ORDER BY random() LIMIT 50')
  return rows.map(({ id }) => String(id))
}

async function query(address: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

async function startSubject(name: Subject['name'], databaseUrl: string): Promise<Subject> {
  const port = FIRST_PORT + (name === 'agon' ? 0 : 1)
  const file = join(import.meta.dirname, 'server', `${name}.ts`)
  const profile = process.env.BENCH_PROFILE
    ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`, `--cpu-prof-name=${name}.cpuprofile`]
    : []
  const child = spawn(process.execPath, [...(name === 'agon' ? AGON_FLAGS : []), ...profile, file, databaseUrl, String(port)], {
    env: { ...process.env, ...(name === 'agon' ? LEAN_ENVIRONMENT : {}) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line.startsWith('{')) return { name, process: child, port, token: (JSON.parse(line) as ServerReady).token }
  }
  throw new Error(`the server "${name}" ended before it was ready`)
}

async function stopSubject({ process: child }: Subject): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

type Measures = Record<Route, Record<Subject['name'], Measure>>

async function measure(subjects: readonly Subject[], ids: readonly string[], postmaster: number): Promise<Measures> {
  const measures = {} as Measures
  for (const route of ROUTES) {
    const rounds: Record<Subject['name'], Measure[]> = { plain: [], agon: [] }
    const turn = (subject: Subject, seconds: number) => load(subject, { route, ids, seconds, postmaster })
    for (const subject of subjects) await turn(subject, WARM_UP_SECONDS)
    for (let round = 0; round < ROUNDS; round++) {
      for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) rounds[subject.name].push(await turn(subject, SECONDS))
    }
    measures[route] = { plain: median(rounds.plain), agon: median(rounds.agon) }
  }
  return measures
}

interface Load {
  route: Route
  ids: readonly string[]
  seconds: number
  postmaster: number
}

async function load({ port, token, name, process: child }: Subject, { route, ids, seconds, postmaster }: Load): Promise<Measure> {
  const headers = { authorization: `Bearer ${token}` }
  const requests: Record<Route, autocannon.Request[]> = {
    create: [
      {
        method: 'POST',
        path: '/api/bench/signup',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(NEW_SIGNUP),
      },
    ],
    list: [{ method: 'GET', path: '/api/bench/signups?status=3&pageSize=20', headers }],
    get: ids.map((id) => ({ method: 'GET', path: `/api/bench/signup/${id}`, headers })),
  }
  const before = { node: processorTime([child.pid!]), postgres: clusterTime(postmaster) }
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: requests[route],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${name} ${route}: ${result.non2xx} refused, ${result.errors} errors`)
  const each = (ms: number) => (ms * 1000) / result.requests.total
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    nodeTime: each(processorTime([child.pid!]) - before.node),
    postgresTime: each(clusterTime(postmaster) - before.postgres),
  }
}

function median(measures: readonly Measure[]): Measure {
  return measures.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(measures.length / 2)]!
}

/** Largest resident size so far, MB. */
function peakMegabytes({ process: child }: Subject): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

function printReport(measures: Measures, subjects: readonly Subject[]): void {
  console.log(
    `\nDeclared calls against hand-written Fastify + pg, ${CONNECTIONS} connections, median of ${ROUNDS} x ${SECONDS} s, ${new Date().toISOString().slice(0, 10)}\n`,
  )
  console.log(
    '| call | hand-written /s (p99 ms) | Agon /s (p99 ms) | ratio | aim | p99 | aim | µs of Node: hand-written, Agon | µs of PostgreSQL |\n|---|---|---|---|---|---|---|---|---|',
  )
  for (const [route, { plain, agon }] of Object.entries(measures) as [Route, Measures[Route]][]) {
    const ratio = agon.perSecond / plain.perSecond
    const p99 = agon.p99 / plain.p99
    const cells = [route, cell(plain), cell(agon), ratio.toFixed(2), verdict(ratio >= AIMS[route], AIMS[route])]
    const times = [plain.nodeTime, agon.nodeTime, plain.postgresTime, agon.postgresTime].map(Math.round)
    const more = [p99.toFixed(1), verdict(p99 <= AIM_P99, AIM_P99), `${times[0]}, ${times[1]}`, `${times[2]}, ${times[3]}`]
    console.log(`| ${[...cells, ...more].join(' | ')} |`)
  }
  const peaks = subjects.map((subject) => `${subject.name} ${peakMegabytes(subject)} MB`).join(', ')
  console.log(`\nPeak memory: ${peaks} (aim for Agon: ${AIM_RSS_MB} MB). Agon's create also writes the operation log.`)
}

function cell({ perSecond, p99 }: Measure): string {
  return `${Math.round(perSecond)} (${p99})`
}

function verdict(isReached: boolean, aim: number): string {
  return `${aim} ${isReached ? 'reached' : 'missed'}`
}
