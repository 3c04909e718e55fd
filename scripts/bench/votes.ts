/** Bench (f): everyone votes for one work at the same moment, over HTTP, beside a hand-written server that counts in one row. Prints votes a second, that none
 *  is lost and none counts twice, and how long the public page of the work takes to come while nothing happens and during the rush. `VOTES` is the number of
 *  voters; one in ten presses twice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { type BenchProcess, startProcess, stopProcess } from './benchProcess.ts'
import { type Connection, connectTo, getRequest, postRequest } from './connectTo.ts'
import { CONNECTIONS, VOTER, type Voter, type VotesReady } from './votes/facts.ts'

const FIRST_PORT = Number(process.env.PORT ?? 8184)
const VOTES = Number(process.env.VOTES ?? 10_000)
const WARM_UP = Math.min(300, VOTES)
const TWICE_EVERY = 10
const QUIET_PAGES = 200
/** Pause of a reader who loads the page again and again. */
const LOOK_EVERY_MS = 20

interface Side {
  name: string
  server: BenchProcess
  workId: string
  token: keyof Voter
}
interface Rush {
  seconds: number
  answers: Map<string, number>
}
interface Setting {
  db: pg.Client
  competitionId: string
}

/** Runs the bench on a fresh embedded PostgreSQL. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-votes-'))
  const embedded = await startEmbeddedDatabase({ dataDirectory: directory })
  const running: BenchProcess[] = []
  const db = new pg.Client({ connectionString: embedded.url })
  try {
    running.push(await start('agon', embedded.url, FIRST_PORT, WARM_UP + VOTES), await start('plain', embedded.url, FIRST_PORT + 1))
    await db.connect()
    const { competitionId, workId, plainWorkId, voters } = running[0]!.ready as VotesReady
    const setting = { db, competitionId }
    const sides: Side[] = [
      { name: 'Agon', server: running[0]!, workId, token: 'token' },
      { name: 'one counter row', server: running[1]!, workId: plainWorkId, token: 'plainToken' },
    ]
    const lines: string[] = []
    for (const side of sides) lines.push(await measured(side, voters, setting))
    console.log(`\n${VOTES} votes of ${VOTES} voters on one work, ${CONNECTIONS} connections, ${new Date().toISOString().slice(0, 10)}.\n`)
    console.log('| server | votes /s | stored | counted | refused twice | page, quiet p50 / p95 ms | page, in the rush p50 / p95 ms |')
    console.log(`|---|---|---|---|---|---|---|\n${lines.join('\n')}`)
  } finally {
    await Promise.all(running.map(stopProcess))
    await db.end()
    await embedded.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function measured(side: Side, voters: readonly Voter[], setting: Setting): Promise<string> {
  await rush(side, voters.slice(0, WARM_UP), setting)
  const reader = await connectTo(side.server.port)
  const quiet: number[] = []
  for (let at = 0; at < QUIET_PAGES; at++) quiet.push(await look(reader, side))
  const before = { stored: await stored(side, setting), counted: await counted(reader, side) }
  const busy: number[] = []
  const looking = { until: false }
  const watched = watch(reader, side, busy, looking)
  const pressing = voters.slice(WARM_UP).flatMap((voter, at) => (at % TWICE_EVERY === 0 ? [voter, voter] : [voter]))
  const { seconds, answers } = await rush(side, pressing, setting)
  looking.until = true
  await watched
  const found = { stored: (await stored(side, setting)) - before.stored, counted: (await counted(reader, side)) - before.counted }
  reader.end()
  assertWhole(side, answers, found, pressing.length - VOTES)
  const cells = [
    side.name,
    Math.round(found.stored / seconds),
    found.stored,
    found.counted,
    answers.get('VOTE_GIVEN'),
    pair(quiet),
    pair(busy),
  ]
  return `| ${cells.join(' | ')} |`
}

/** @throws Error when a vote is lost or counts twice */
function assertWhole({ name }: Side, answers: Rush['answers'], found: { stored: number; counted: number }, twice: number): void {
  const outcome = { ok: answers.get('ok') ?? 0, given: answers.get('VOTE_GIVEN') ?? 0 }
  const isWhole = outcome.ok === VOTES && outcome.given === twice && found.stored === VOTES && found.counted === VOTES
  if (!isWhole)
    throw new Error(`${name}: of ${VOTES} votes ${found.stored} stored, ${found.counted} counted; answers ${JSON.stringify([...answers])}`)
}

/** Everyone who waits presses once; a connection takes the next voter as soon as it has an answer. */
async function rush({ server, workId, token }: Side, voters: readonly Voter[], { competitionId }: Setting): Promise<Rush> {
  const waiting = [...voters]
  const answers: Rush['answers'] = new Map()
  const began = performance.now()
  const press = async (): Promise<void> => {
    const connection = await connectTo(server.port)
    for (let voter = waiting.shift(); voter; voter = waiting.shift()) {
      const { code, error } = await connection.ask(postRequest('/api/web/vote/pool', voter[token], { competitionId, workId }))
      const name = code === 0 ? 'ok' : (error ?? String(code))
      answers.set(name, (answers.get(name) ?? 0) + 1)
    }
    connection.end()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, press))
  return { seconds: (performance.now() - began) / 1000, answers }
}

async function watch(reader: Connection, side: Side, times: number[], looking: { until: boolean }): Promise<void> {
  while (!looking.until) {
    times.push(await look(reader, side))
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** What the page of a work asks for: the work, and its votes. @returns milliseconds */
async function look(reader: Connection, side: Side): Promise<number> {
  const before = performance.now()
  const { code } = await reader.ask(getRequest(`/api/web/competition/work/${side.workId}`))
  if (code !== 0) throw new Error(`${side.name}: the page of the work answers ${code}`)
  await counted(reader, side)
  return performance.now() - before
}

async function counted(reader: Connection, { workId }: Side): Promise<number> {
  const { data } = await reader.ask<{ votes: Record<string, number> }>(getRequest(`/api/web/vote/counts?workIds=${workId}`))
  return data.votes[workId] ?? 0
}

/** Voters of the bench whose vote is there, each counted once. */
async function stored({ workId }: Side, { db }: Setting): Promise<number> {
  const { rows } = await db.query(
    `SELECT count(*)::int AS votes, count(DISTINCT b."userId")::int AS voters FROM vote_ballot b JOIN account_user u ON u.id = b."userId"
     WHERE b."workId" = $1 AND b.state = 'counted' AND u."userName" LIKE $2 || '%'`,
    [workId, VOTER],
  )
  if (rows[0].votes !== rows[0].voters) throw new Error(`${rows[0].votes} votes of ${rows[0].voters} voters`)
  return rows[0].votes
}

function pair(times: number[]): string {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1)
  return `${at(0.5)} / ${at(0.95)}`
}

function start(name: 'agon' | 'plain', databaseUrl: string, port: number, voters = 0): Promise<BenchProcess> {
  return startProcess(join(import.meta.dirname, 'votes', `${name}.ts`), { databaseUrl, port, more: String(voters) })
}
