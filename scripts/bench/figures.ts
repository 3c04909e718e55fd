/** Bench (l): the figures of schools over ten years. How long the first refresh takes, and one after changes; what overviews take over HTTP, warm and after a
 *  start of the database, beside the same questions in SQL over the tables that figures come from; each answer is compared with it. The sizes are
 *  `FIGURES_ROWS` (registrations), `FIGURES_COMPETITIONS` and `FIGURES_SCHOOLS`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { MAX_GROUPS } from '../../runtime/server/calls/operations/countGroups.ts'
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { COMPETITIONS, fillFigures, SCHOOLS } from './figures/fillFigures.ts'
import { type Question, questions, RULE, ruledQuestion, type Study, slices } from './figures/questions.ts'
import { clusterTime, processorTime } from './processorTime.ts'

const ROWS = Number(process.env.FIGURES_ROWS ?? 5_000_000)
const ROUNDS = 30
const CHANGES = 10_000
const YEAR = 2024
/** What a database of this size is given; the rest is as PostgreSQL comes. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB' }
/** Slices by chance that are compared with plain SQL. */
const SLICES = 40

/** Runs the bench on an embedded PostgreSQL of its own, which is removed. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-figures-'))
  const embedded = await startEmbeddedDatabase({ dataDirectory: join(directory, 'pg'), settings: SETTINGS })
  const server = await start(embedded.url, directory)
  try {
    console.log(
      `filled ${ROWS} registrations of ${COMPETITIONS} competitions and ${SCHOOLS} schools in ten years in ${seconds(await timed(() => fillFigures(server, embedded.url, ROWS)))} s`,
    )
    console.log(`first refresh: ${await worked(server, () => refresh(server))}`)
    // as autovacuum does within minutes
    await server.deps.background.pool.query('VACUUM ANALYZE')
    const changed = `UPDATE signup_registration SET status = 9 - status, "updatedAt" = now() WHERE id IN (SELECT id FROM signup_registration ORDER BY id DESC LIMIT ${CHANGES})`
    await server.deps.pool.query(changed)
    console.log(`refresh after ${CHANGES} changes: ${await worked(server, () => refresh(server))}`)
    await beginCold(server)
    await report(server)
  } finally {
    await server.close()
    await embedded.stop()
    for (const folder of [directory, embedded.directory]) rmSync(folder, { recursive: true, force: true })
  }
}

/** PostgreSQL ends and is started again: its cache is empty then, that of the system is not. */
async function beginCold({ deps }: Server): Promise<void> {
  process.kill(await postmasterOf({ deps }), 'SIGINT')
  for (let tries = 0; tries < 300; tries += 1) {
    await setTimeout(200)
    if (
      await deps.pool.query('SELECT 1').then(
        () => true,
        () => false,
      )
    )
      break
  }
  await setTimeout(3_000)
}

/** What took how long, of the processor too: other work on the machine makes the first longer. */
async function worked(server: Server, work: () => Promise<unknown>): Promise<string> {
  const postmaster = await postmasterOf(server)
  const spent = () => processorTime([process.pid]) + clusterTime(postmaster)
  const before = spent()
  const took = await timed(work)
  return `${seconds(took)} s, ${seconds(spent() - before)} s of processor, load ${load()}`
}

async function postmasterOf({ deps }: Pick<Server, 'deps'>): Promise<number> {
  const { rows } = await deps.pool.query<{ pid: string }>(`SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`)
  return Number(rows[0]!.pid)
}

async function report(server: Server): Promise<void> {
  const token = await tokenOf(server)
  console.log(
    '| question | cold, ms | warm p50 | warm p95 | ms of processor | SQL over the sources p50 | same answer |\n|---|---:|---:|---:|---:|---:|---|',
  )
  const postmaster = await postmasterOf(server)
  // the school and the competition with the most registrations
  const tell = (question: Question) =>
    measure(server, question, { token, postmaster }).catch((error: unknown) => console.log(`| ${question.name} | ${error} |`))
  for (const question of questions('1', YEAR, '竞赛0', studyOf(server))) await tell(question)
  await server.deps.pool.query(RULE)
  await tell(ruledQuestion('1'))
  await compareSlices(server, token)
}

/** Prints one line of the table. */
async function measure(server: Server, question: Question, { token, postmaster }: { token: string; postmaster: number }): Promise<void> {
  const cold = await timed(() => ask(server, question, token))
  const warm: number[] = []
  const before = processorTime([process.pid]) + clusterTime(postmaster)
  for (let round = 0; round < ROUNDS; round += 1) warm.push(await timed(() => ask(server, question, token)))
  const each = (processorTime([process.pid]) + clusterTime(postmaster) - before) / ROUNDS
  const plain: number[] = []
  let rows: Row[] = []
  for (let round = 0; round < 3; round += 1)
    plain.push(
      await timed(async () => {
        rows = (await server.deps.background.pool.query<Row>(question.control)).rows
      }),
    )
  const same = isSame(await ask(server, question, token), rows)
  const figures = [cold, at(warm, 0.5), at(warm, 0.95), each, at(plain, 0.5)].map((figure) => figure.toFixed(1))
  console.log(`| ${question.name} | ${figures.join(' | ')} | ${same ? 'yes' : 'NO'} |`)
}

/** Every group of a slice is compared, empty slices too. */
async function compareSlices(server: Server, token: string): Promise<void> {
  const wrong: string[] = []
  let groups = 0
  for (const question of slices(SLICES, SCHOOLS, studyOf(server))) {
    const { rows } = await server.deps.background.pool.query<Row>(question.control)
    const asked = (await ask(server, question, token)).filter(({ people }) => people > 0)
    groups += asked.length
    if (asked.length !== Math.min(rows.length, MAX_GROUPS) || !(rows.length === 0 || isSame(asked, rows))) wrong.push(question.name)
  }
  console.log(
    `${SLICES - wrong.length} of ${SLICES} slices by chance (${groups} groups) are as plain SQL counts them${wrong.map((name) => `\nNOT ${name}`).join('')}`,
  )
}

/** Profiles hold codes, figures hold words. */
function studyOf({ deps }: Server): Study {
  const worded = (id: string, column: string) => {
    const { values } = deps.platform().get('enum', id)
    const words = Object.fromEntries(values.map(({ code, label }) => [code, (label as { zh: string }).zh]))
    return `coalesce('${JSON.stringify(words).replaceAll("'", "''")}'::jsonb ->> ${column}, ${column})`
  }
  return { college: worded('profile.academy', 'p.academy'), major: worded('profile.major', 'p.major') }
}

type Row = { of: unknown; people: number }

/** Groups that are withheld, or behind the most that are answered, are not compared. */
function isSame(groups: readonly Row[], rows: readonly Row[]): boolean {
  const plain = new Map(rows.map(({ of, people }) => [JSON.stringify(of), people]))
  return groups.length > 0 && groups.every(({ of, people }) => plain.get(JSON.stringify(of)) === people)
}

async function ask({ app }: Server, { path, input }: Question, token: string): Promise<Row[]> {
  const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const reply = await app.inject({ method: 'GET', url: `/api/dataService/${path}`, query, headers: { authorization: `Bearer ${token}` } })
  const { data, message } = reply.json() as { data?: { groups?: Row[]; list?: (Row & { id: string })[] }; message?: string }
  if (!data) throw new Error(`${path}: ${message}`)
  return data.groups ?? data.list!.map(({ id, people }) => ({ of: id, people }))
}

async function refresh({ deps }: Server): Promise<void> {
  const caller = { session: deps.services.sessions.visitor(), lang: 'zh' as const, background: true }
  for (;;) {
    // the server's own refresh of the minute may hold the lock
    const done = await deps.calls.runHandler('data.refresh', {}, caller).catch(() => ({ isDone: false }))
    if ((done as { isDone: boolean }).isDone) return
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

/** Of the last minute: what else runs here takes time from both. */
function load(): string {
  return loadavg()[0]!.toFixed(1)
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1)
}

function start(databaseUrl: string, directory: string): Promise<Server> {
  return createServer({
    databaseUrl,
    projectDirectory: join(import.meta.dirname, '../..'),
    dataDirectory: join(directory, 'data'),
    logLevel: 'error',
    pretending: true,
  })
}

async function tokenOf({ deps }: Server): Promise<string> {
  const { rows } = await deps.pool.query<{ id: string }>(`SELECT id FROM account_user WHERE "userName" = 'bench'`)
  const request = { id: 'bench', ip: '127.0.0.1', headers: {} }
  const scope = { db: deps.db, session: deps.services.sessions.visitor(), now: new Date(), lang: 'zh' as const, request }
  const tokens = await deps.services.sessions.bind(scope).open(rows[0]!.id, { secondFactor: true })
  return (tokens as { access_token: string }).access_token
}
