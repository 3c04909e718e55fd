/** Bench: a list of 20 of 5,000 rows and a create, answered with the primary alone and with a replica, in turns on the same rows. Prints answers a second, the processor time
 *  of the primary and of the replica for each answer, and how long the primary answers someone who has just written. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tokens } from '../../runtime/core/contracts.ts'
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { PROJECT_DIRECTORY } from '../../tests/harness/projectDirectory.ts'
import { type ReplicaOfTest, type ReplicatedDatabase, startReplicated } from '../../tests/harness/replicatedDatabase.ts'
import { roomsOverlays } from '../../tests/harness/roomsOverlays.ts'
import { clusterTime, postmasterOf } from './processorTime.ts'

const ROWS = 5_000
const AT_ONCE = 16
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const WRITES = 30
const MS = 1000

interface Setting {
  database: ReplicatedDatabase
  replica: ReplicaOfTest
  token: string
  houseId: string
}

interface Measured {
  perSecond: number
  p99: number
  /** Microseconds of processor time for each answer. */
  primary: number
  replica: number
}

/** Runs the bench on a PostgreSQL of its own. */
export async function run(): Promise<void> {
  const database = await startReplicated()
  const dataDirectory = mkdtempSync(join(tmpdir(), 'agon-bench-replicas-'))
  const servers: Server[] = []
  try {
    const replica = await database.addReplica()
    const open = async (replicaUrls: string[]) => {
      const server = await createServer({
        databaseUrl: database.url,
        replicaUrls,
        projectDirectory: PROJECT_DIRECTORY,
        overlays: roomsOverlays(),
        dataDirectory,
        logLevel: 'silent',
        pretending: true,
        environment: { ...process.env, ROLE: 'web' },
      })
      servers.push(server)
      return server
    }
    const alone = await open([])
    const beside = await open([replica.url])
    const setting = { database, replica, ...(await fill(database, alone)) }
    await measureAll(setting, alone, beside)
    await measureOwnWrites(setting, beside)
  } finally {
    for (const server of servers) await server.close()
    await database.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

async function fill({ query }: ReplicatedDatabase, { deps }: Server): Promise<Pick<Setting, 'token' | 'houseId'>> {
  const [house] = await query(`INSERT INTO room_house (name) VALUES ('North') RETURNING id`)
  const [user] = await query(`INSERT INTO account_user ("userName", name) VALUES ('bench', 'bench') RETURNING id`)
  await query(`INSERT INTO account_grant ("userId", role) VALUES (${user!.id}, 'account.platformAdmin')`)
  await query(`INSERT INTO room_room ("houseId", name, seats) SELECT ${house!.id}, 'room ' || n, n % 90 FROM generate_series(1, ${ROWS}) n`)
  await query('VACUUM ANALYZE room_room')
  const request = { id: 'bench', ip: '127.0.0.1', headers: {} }
  const scope = { db: deps.db, session: deps.services.sessions.visitor(), now: new Date(), lang: 'zh' as const, request }
  const tokens = (await deps.services.sessions.bind(scope).open(String(user!.id), { secondFactor: true })) as Tokens
  return { token: tokens.access_token, houseId: String(house!.id) }
}

/** A browser: its cookie goes with each request. */
function browser({ app }: Server, token: string) {
  let cookie = ''
  return async (path: string, payload: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(cookie ? { cookie } : {}) }
    const reply = await app.inject({ method: 'POST', url: `/${path}`, payload, headers })
    for (const { name, value } of reply.cookies) cookie = `${name}=${value}`
    const { code, error } = reply.json()
    if (code !== 0) throw new Error(`${path}: ${error}`)
  }
}

async function measureAll(setting: Setting, alone: Server, beside: Server): Promise<void> {
  let made = 0
  const kinds = {
    list: (send: ReturnType<typeof browser>) => send('api/room/list', { houseId: setting.houseId, pageSize: 20 }),
    create: (send: ReturnType<typeof browser>) => send('api/room/create', { houseId: setting.houseId, name: `made ${++made}`, seats: 1 }),
  }
  console.log('| call | database | answers/s | p99 ms | µs of the primary | µs of the replica |\n|---|---|---|---|---|---|')
  for (const [kind, ask] of Object.entries(kinds)) {
    const found = { alone: [] as Measured[], beside: [] as Measured[] }
    for (let round = -1; round < ROUNDS; round++)
      for (const [name, server] of [
        ['alone', alone],
        ['beside', beside],
      ] as const) {
        const measured = await measure(setting, server, ask)
        // the first round warms up
        if (round >= 0) found[name].push(measured)
      }
    print(kind, 'primary alone', found.alone)
    print(kind, 'with a replica', found.beside)
  }
  console.log(JSON.stringify(beside.deps.replicas!.counts()))
}

async function measure(setting: Setting, server: Server, ask: (send: ReturnType<typeof browser>) => Promise<void>): Promise<Measured> {
  const { database, replica, token } = setting
  const pids = [database, replica].map(({ directory }) => postmasterOf(directory))
  const senders = Array.from({ length: AT_ONCE }, () => browser(server, token))
  // the first list gets a browser its cookie
  for (const send of senders) await ask(send)
  const before = pids.map(clusterTime)
  const begun = performance.now()
  const times: number[] = []
  await Promise.all(
    senders.map(async (send) => {
      while (performance.now() - begun < SECONDS * MS) {
        const asked = performance.now()
        await ask(send)
        times.push(performance.now() - asked)
      }
    }),
  )
  const seconds = (performance.now() - begun) / MS
  const used = pids.map((pid, at) => ((clusterTime(pid) - before[at]!) * MS) / times.length)
  times.sort((one, other) => one - other)
  return { perSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)]!, primary: used[0]!, replica: used[1]! }
}

function print(kind: string, name: string, rounds: readonly Measured[]): void {
  const middle = (of: (each: Measured) => number) => Math.round(rounds.map(of).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)]!)
  const figures = [
    middle((each) => each.perSecond),
    middle((each) => each.p99),
    middle((each) => each.primary),
    middle((each) => each.replica),
  ]
  console.log(`| ${kind} | ${name} | ${figures.join(' | ')} |`)
}

/** From the answer to a write to the first list of the same person that a replica answers. */
async function measureOwnWrites({ token, houseId }: Setting, server: Server): Promise<void> {
  const send = browser(server, token)
  const counts = () => server.deps.replicas!.counts().replica
  const times: number[] = []
  for (let at = 0; at < WRITES; at++) {
    await send('api/room/create', { houseId, name: `written ${at}`, seats: 1 })
    const begun = performance.now()
    for (const before = counts(); counts() === before; ) await send('api/room/list', { houseId, pageSize: 1 })
    times.push(performance.now() - begun)
  }
  times.sort((one, other) => one - other)
  console.log(
    `after an own write the primary answers for ${Math.round(times[WRITES / 2]!)} ms (median), ${Math.round(times.at(-1)!)} ms at most`,
  )
}
