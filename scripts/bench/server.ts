/** Bench (b): declared calls against hand-written routes, on one table of one PostgreSQL. Each server is a process of its own, started as `npm start`
 *  starts it; they are loaded in turn, the median of the rounds counts. Prints throughput, 99th percentile, the ratio, and the peak memory of each process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { LEAN_ENVIRONMENT, LEAN_FLAGS } from '../start/lean.mjs'
import { NEW_SIGNUP, type ServerReady } from './server/facts.ts'

const CONNECTIONS = 32
const ROUNDS = 3
const SECONDS = 6
/** Until the just-in-time compiler has done most of its work. */
const WARM_UP_SECONDS = 8
const AIMS = { create: 0.5, list: 0.7, get: 0.7 } as const
const AIM_RSS_MB = 200
type Route = keyof typeof AIMS

interface Subject {
  name: 'plain' | 'agon'
  process: ChildProcess
  port: number
  token: string
}
interface Measure {
  perSecond: number
  p99: number
}

/** Runs the bench; `DATABASE_URL` names another server than a fresh embedded one. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-pg-'))
  const embedded = process.env.DATABASE_URL ? null : await startEmbeddedDatabase({ dataDirectory: directory })
  const databaseUrl = await freshDatabase(process.env.DATABASE_URL ?? embedded!.url)
  const subjects: Subject[] = []
  try {
    subjects.push(await startSubject('agon', databaseUrl), await startSubject('plain', databaseUrl))
    const measures = await measure(subjects, await someIds(databaseUrl))
    printReport(measures, subjects)
  } finally {
    await Promise.all(subjects.map(stopSubject))
    await embedded?.stop()
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
  const port = 8410 + (name === 'agon' ? 0 : 1)
  const child = spawn(process.execPath, [...LEAN_FLAGS, join(import.meta.dirname, 'server', `${name}.ts`), databaseUrl, String(port)], {
    env: { ...process.env, ...LEAN_ENVIRONMENT },
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

async function measure(subjects: readonly Subject[], ids: readonly string[]): Promise<Measures> {
  const measures = {} as Measures
  for (const route of ['get', 'list', 'create'] as const) {
    const rounds: Record<Subject['name'], Measure[]> = { plain: [], agon: [] }
    for (const subject of subjects) await load(subject, route, ids, WARM_UP_SECONDS)
    for (let round = 0; round < ROUNDS; round++) {
      for (const subject of round % 2 === 0 ? subjects : subjects.toReversed())
        rounds[subject.name].push(await load(subject, route, ids, SECONDS))
    }
    measures[route] = { plain: median(rounds.plain), agon: median(rounds.agon) }
  }
  return measures
}

async function load({ port, token, name }: Subject, route: Route, ids: readonly string[], duration: number): Promise<Measure> {
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
  const result = await autocannon({ url: `http://127.0.0.1:${port}`, connections: CONNECTIONS, duration, requests: requests[route] })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${name} ${route}: ${result.non2xx} refused, ${result.errors} errors`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
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
  console.log('| call | hand-written /s (p99 ms) | Agon /s (p99 ms) | ratio | aim |\n|---|---|---|---|---|')
  for (const [route, { plain, agon }] of Object.entries(measures) as [Route, Measures[Route]][]) {
    const ratio = agon.perSecond / plain.perSecond
    console.log(
      `| ${route} | ${cell(plain)} | ${cell(agon)} | ${ratio.toFixed(2)} | ${AIMS[route]} ${ratio >= AIMS[route] ? 'reached' : 'missed'} |`,
    )
  }
  const peaks = subjects.map((subject) => `${subject.name} ${peakMegabytes(subject)} MB`).join(', ')
  console.log(`\nPeak memory: ${peaks} (aim for Agon: ${AIM_RSS_MB} MB). Agon's create also writes the operation log.`)
}

function cell({ perSecond, p99 }: Measure): string {
  return `${Math.round(perSecond)} (${p99})`
}
