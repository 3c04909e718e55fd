/** PostgreSQL is stopped and killed under load, again and again, while two processes serve on it. Writers keep what they were told was done; afterwards
 *  the tables are asked. `npm run test:faults` takes many more rounds. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../../runtime/server/database/embedded.ts'
import { sealLog } from '../../../runtime/server/log/sealLog.ts'
import { verifyLog } from '../../../runtime/server/log/verifyLog.ts'
import { fastDirectory } from '../../harness/fastDirectory.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)
/** How PostgreSQL is made to stop: in order, at once, and without a chance to do anything. */
const SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const
const WRITERS = 8
const READERS = 2
/** Writes that are done between two rounds. */
const WRITES_BETWEEN = 40

let directory: string
let files: string
let database: EmbeddedDatabase
let world: RoomsWorld
let second: ChildProcess
let addresses: [string, string]
const notes: string[] = []

beforeAll(async () => {
  directory = fastDirectory()
  files = mkdtempSync(join(tmpdir(), 'agon-restart-'))
  const restarts = { max: 1_000_000, minutes: 10 }
  database = await startEmbeddedDatabase({
    dataDirectory: directory,
    settings: { fsync: 'off' },
    restarts,
    note: (line) => notes.push(line),
  })
  world = await createRoomsWorld({ database: { url: database.url, drop: async () => {} } })
  const first = await world.app.listen({ port: 0, host: '127.0.0.1' })
  second = spawn(process.execPath, [join(PROJECT_DIRECTORY, 'tests/harness/serveRooms.ts'), database.url, files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(second.stdout!, 'data')) as [Buffer]
  addresses = [first, line.toString().trim()]
})
afterAll(async () => {
  if (second?.exitCode === null) {
    second.kill('SIGTERM')
    await once(second, 'exit')
  }
  await world?.close()
  await database?.stop()
  for (const folder of [directory, files, database?.directory]) if (folder) rmSync(folder, { recursive: true, force: true })
})

interface Told {
  status: number
  code: number
  error?: string
  retryAfter: string | null
}

async function post(address: string, path: string, body: object, key?: string): Promise<Told> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${world.admin.token}`,
    ...(key ? { 'idempotency-key': key } : {}),
  }
  const reply = await fetch(`${address}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code, error } = (await reply.json()) as { code: number; error?: string }
  return { status: reply.status, code, ...(error ? { error } : {}), retryAfter: reply.headers.get('retry-after') }
}

interface Load {
  /** Names of rooms that were told to be made. */
  made: Set<string>
  /** Replies that are neither done nor BUSY. */
  wrong: unknown[]
  busy: number
  stop(): Promise<void>
}

/** People who write, one after the other, and people who look. Every second writer has keys, and repeats what was not told to be done. */
function startLoad(prefix: string): Load {
  const load: Load = { made: new Set(), wrong: [], busy: 0, stop: async () => {} }
  let over = false
  const isDone = (reported: Told) => {
    if (reported.status === 200 && reported.code === 0) return true
    load.busy++
    if (reported.status !== 503 || reported.error !== 'BUSY' || !(Number(reported.retryAfter) > 0)) load.wrong.push(reported)
    return false
  }
  const write = async (address: string, name: string, key?: string) => {
    const body = { houseId: world.houses[0], name, seats: 1 }
    for (let isTold = false; !isTold; ) {
      isTold = isDone(await post(address, 'api/room/create', body, key))
      if (isTold) load.made.add(name)
      else await pause(100)
      if (!key) return
    }
  }
  const writer = async (index: number) => {
    for (let round = 0; !over; round++) {
      const name = `${prefix}-${index}-${round}`
      await write(addresses[index % 2]!, name, (index >> 1) % 2 ? `key-${name}` : undefined)
    }
  }
  const reader = async (index: number) => {
    while (!over) isDone(await post(addresses[index % 2]!, 'api/room/list', { search: prefix, sort: '-name' }))
  }
  const work = [
    ...Array.from({ length: WRITERS }, (_, index) => writer(index)),
    ...Array.from({ length: READERS }, (_, index) => reader(index)),
  ].map((person) => person.catch((error: unknown) => load.wrong.push(String(error))))
  load.stop = async () => {
    over = true
    await Promise.all(work)
  }
  return load
}

async function endPostgres(signal: NodeJS.Signals): Promise<void> {
  const postmaster = Number(readFileSync(join(database.directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  const before = notes.length
  process.kill(postmaster, signal)
  await expect.poll(() => notes.slice(before)).toContain('the database runs again')
}

async function bothReady(): Promise<void> {
  for (const address of addresses) await expect.poll(async () => (await fetch(`${address}/health/ready`)).status).toBe(200)
}

async function missing(made: Set<string>): Promise<string[]> {
  const stored = new Set((await world.rows('SELECT name FROM room_room')).map(({ name }) => name))
  return [...made].filter((name) => !stored.has(name))
}

describe('PostgreSQL that is stopped and killed under load', { timeout: 240_000 + ROUNDS * 120_000 }, () => {
  it('[FAULT-11] is survived by every process, callers are told BUSY, and no write that was told done is lost', async () => {
    const load = startLoad(`K${Date.now()}`)
    for (let round = 0; round < ROUNDS; round++) {
      const before = load.made.size
      await expect.poll(() => load.made.size).toBeGreaterThan(before + WRITES_BETWEEN)
      await endPostgres(SIGNALS[round % SIGNALS.length]!)
      await bothReady()
    }
    const before = load.made.size
    await expect.poll(() => load.made.size).toBeGreaterThan(before + WRITES_BETWEEN)
    await load.stop()
    expect(load.wrong).toEqual([])
    expect(second.exitCode).toBe(null)
    expect(await missing(load.made)).toEqual([])
    const verdict = async () => {
      await sealLog(world.server.deps.pool)
      return verifyLog(world.server.deps.pool)
    }
    await expect.poll(verdict).toMatchObject({ breaks: [], unsealed: 0 })
    if (process.env.FAULT_ROUNDS) console.log(`${ROUNDS} restarts, ${load.made.size} writes told done, none lost; ${load.busy} times BUSY`)
  })

  it('[FAULT-12] loses writes that were told done when commits do not wait for the disk (control)', async () => {
    await world.rows('ALTER ROLE agon SET synchronous_commit = off')
    await world.rows(`ALTER SYSTEM SET wal_writer_delay = '10s'`)
    await endPostgres('SIGINT')
    await bothReady()
    const load = startLoad(`C${Date.now()}`)
    await expect.poll(() => load.made.size).toBeGreaterThan(WRITES_BETWEEN)
    await endPostgres('SIGKILL')
    await load.stop()
    await bothReady()
    expect((await missing(load.made)).length).toBeGreaterThan(0)
  })
})
