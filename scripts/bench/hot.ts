/** Bench (f): 1,500 people press for 200 places at the same moment, on one server process and on two, beside a hand-written server on the same tables.
 *  Prints answers a second, statements, and the processor time of Node and of PostgreSQL for each answer; and how long a full house takes to say so. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { type BenchProcess, startProcess, stopProcess } from './benchProcess.ts'
import { connectTo, postRequest } from './connectTo.ts'
import { CONNECTIONS, type HotReady, PEOPLE, type Person, PLACES } from './hot/facts.ts'
import { clusterTime, postmasterOf, processorTime } from './processorTime.ts'

const FIRST_PORT = Number(process.env.PORT ?? 8420)
/** People for each rush on Agon: to warm up, on one process, on two; and for a full house met alone. */
const WARM_UP = 300
const ALONE = 150
const AIM_PER_SECOND = 500
const AIM_FULL_MS = 3

interface Rush {
  seconds: number
  stored: number
  full: number
  other: Map<string, number>
  statements: number
  nodeMs: number
  postgresMs: number
}
interface Setting extends Omit<HotReady, 'people'> {
  db: pg.Client
  postmaster: number
}

/** Runs the bench on a fresh embedded PostgreSQL. `HOT_STATEMENTS=1` lists what was asked of the database. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-hot-'))
  const embedded = await startEmbeddedDatabase({ dataDirectory: directory, settings: { shared_preload_libraries: 'pg_stat_statements' } })
  const running: BenchProcess[] = []
  const db = new pg.Client({ connectionString: embedded.url })
  try {
    const wanted = 2 * WARM_UP + 2 * PEOPLE + 2 * ALONE
    const first = await start('agon', embedded.url, FIRST_PORT, wanted)
    running.push(first, await start('agon', embedded.url, FIRST_PORT + 1), await start('plain', embedded.url, FIRST_PORT + 2))
    running.push(await start('plain', embedded.url, FIRST_PORT + 3))
    await db.connect()
    await db.query('CREATE EXTENSION pg_stat_statements')
    const { people, ...facts } = first.ready as HotReady
    const setting: Setting = { ...facts, db, postmaster: postmasterOf(embedded.directory) }
    await measureAll(setting, running, people)
  } finally {
    await Promise.all(running.map(stopProcess))
    await db.end()
    await embedded.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function measureAll(setting: Setting, [one, two, plainOne, plainTwo]: readonly BenchProcess[], people: Person[]): Promise<void> {
  const next = (count: number) => people.splice(0, count)
  const [warmUp, single, double, alone] = [next(2 * WARM_UP), next(PEOPLE), next(PEOPLE), next(ALONE)]
  const rows: string[] = []
  const tell = (name: string, rush: Rush) => rows.push(line(name, rush))
  await rushFor(setting, [one!, two!], warmUp, 'token')
  tell('Agon, one process', await rushFor(setting, [one!], single, 'token'))
  await list(setting)
  tell('Agon, two processes', await rushFor(setting, [one!, two!], double, 'token'))
  const agonFull = await fullAlone(setting, one!, alone, 'token')
  await setting.db.query('DELETE FROM signup_registration WHERE "userId" IN (SELECT id FROM account_user WHERE "userName" LIKE \'bench%\')')
  await rushFor(setting, [plainOne!, plainTwo!], warmUp, 'plainToken')
  tell('hand-written, one process', await rushFor(setting, [plainOne!], single, 'plainToken'))
  tell('hand-written, two processes', await rushFor(setting, [plainOne!, plainTwo!], double, 'plainToken'))
  const plainFull = await fullAlone(setting, plainOne!, alone, 'plainToken')
  console.log(
    `\n${PEOPLE} people, ${PLACES} places, ${CONNECTIONS} connections, ${new Date().toISOString().slice(0, 10)}. Aim: ${AIM_PER_SECOND} answers a second.\n`,
  )
  console.log(
    '| server | answers /s | stored | FULL | statements each | Node ms each | PostgreSQL ms each |\n|---|---|---|---|---|---|---|',
  )
  console.log(rows.join('\n'))
  console.log(`\nFULL to one person at a time, p50 / p95 ms: Agon ${agonFull}, hand-written ${plainFull} (aim: ${AIM_FULL_MS})`)
}

function line(name: string, { seconds, stored, full, other, statements, nodeMs, postgresMs }: Rush): string {
  const answers = stored + full + [...other.values()].reduce((sum, count) => sum + count, 0)
  if (other.size > 0) console.log(`${name}: other answers`, Object.fromEntries(other))
  const each = (value: number) => (value / answers).toFixed(1)
  return `| ${name} | ${Math.round(answers / seconds)} | ${stored} | ${full} | ${each(statements)} | ${each(nodeMs)} | ${each(postgresMs)} |`
}

type Token = 'token' | 'plainToken'

async function rushFor(setting: Setting, servers: readonly BenchProcess[], people: readonly Person[], token: Token): Promise<Rush> {
  await openPlaces(setting, PLACES)
  const waiting = [...people]
  const answers = new Map<string, number>()
  await setting.db.query('SELECT pg_stat_statements_reset()')
  const before = { at: performance.now(), node: processorTime(servers.map(pid)), postgres: clusterTime(setting.postmaster) }
  await Promise.all(servers.map((server) => press(server, Math.floor(CONNECTIONS / servers.length), { setting, waiting, token, answers })))
  const seconds = (performance.now() - before.at) / 1000
  const [nodeMs, postgresMs] = [processorTime(servers.map(pid)) - before.node, clusterTime(setting.postmaster) - before.postgres]
  const { rows } = await setting.db.query('SELECT sum(calls)::int AS calls FROM pg_stat_statements WHERE toplevel')
  const taken = await setting.db.query('SELECT taken - $2::int AS taken FROM competition_event WHERE id = $1', [
    setting.eventId,
    takenBefore,
  ])
  const stored = answers.get('ok') ?? 0
  if (taken.rows[0].taken !== stored || stored > PLACES) throw new Error(`oversold: ${stored} stored, ${taken.rows[0].taken} counted`)
  const other = new Map([...answers].filter(([code]) => code !== 'ok' && code !== 'FULL'))
  return { seconds, stored, full: answers.get('FULL') ?? 0, other, statements: rows[0].calls, nodeMs, postgresMs }
}

let takenBefore = 0
async function openPlaces({ db, eventId, competitionId }: Setting, places: number): Promise<void> {
  await db.query('UPDATE competition_competition SET capacity = NULL WHERE id = $1', [competitionId])
  const { rows } = await db.query('UPDATE competition_event SET capacity = taken + $2, "updatedAt" = now() WHERE id = $1 RETURNING taken', [
    eventId,
    Math.max(places, 1),
  ])
  takenBefore = rows[0].taken
}

interface Load {
  setting: Setting
  waiting: Person[]
  token: Token
  answers: Map<string, number>
}

/** Everyone who waits presses once; a connection takes the next person as soon as it has an answer. */
async function press({ port }: BenchProcess, connections: number, { setting, waiting, token, answers }: Load): Promise<void> {
  const one = async (): Promise<void> => {
    const connection = await connectTo(port)
    for (let person = waiting.shift(); person; person = waiting.shift()) {
      const { code, error } = await connection.ask(signUp(setting, person, token))
      const name = code === 0 ? 'ok' : (error ?? String(code))
      answers.set(name, (answers.get(name) ?? 0) + 1)
    }
    connection.end()
  }
  await Promise.all(Array.from({ length: connections }, one))
}

/** Milliseconds until a person who comes too late gets the answer, one person at a time. */
async function fullAlone(setting: Setting, { port }: BenchProcess, people: readonly Person[], token: Token): Promise<string> {
  const connection = await connectTo(port)
  const times: number[] = []
  for (const person of people) {
    const before = performance.now()
    const { error } = await connection.ask(signUp(setting, person, token))
    if (error !== 'FULL') throw new Error(`expected FULL, not ${error}`)
    times.push(performance.now() - before)
  }
  connection.end()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1)
  return `${at(0.5)} / ${at(0.95)}`
}

function signUp({ competitionId, eventId, formHash }: Setting, person: Person, token: Token): string {
  const input = { competitionId, eventId, formHash, agreement: true, answers: person.answers }
  return postRequest('/api/web/competition/signup/personal', person[token], input)
}

const pid = ({ process: child }: BenchProcess): number => child.pid!

async function list({ db }: Setting): Promise<void> {
  if (!process.env.HOT_STATEMENTS) return
  const { rows } = await db.query(
    'SELECT calls, round(total_exec_time::numeric) AS ms, round(mean_exec_time::numeric, 2) AS mean, query FROM pg_stat_statements WHERE toplevel ORDER BY total_exec_time DESC LIMIT 60',
  )
  for (const { calls, ms, mean, query } of rows)
    console.log(`${calls} x ${mean} = ${ms} ms  ${query.replaceAll(/\s+/g, ' ').slice(0, 240)}`)
}

function start(name: 'agon' | 'plain', databaseUrl: string, port: number, people = 0): Promise<BenchProcess> {
  const flags = process.env.HOT_PROFILE && name === 'agon' ? ['--cpu-prof', `--cpu-prof-dir=${process.env.HOT_PROFILE}`] : []
  return startProcess(join(import.meta.dirname, 'hot', `${name}.ts`), { databaseUrl, port, more: String(people), flags })
}
