/** PostgreSQL ends sessions: an administrator does, a crash of another session does, a restart does. Sessions are ended here by `pg_terminate_backend`,
 *  or by a proxy that cuts the line between COMMIT and its answer. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { inTransaction } from '../../../runtime/server/calls/transaction.ts'
import { sealLog } from '../../../runtime/server/log/sealLog.ts'
import { verifyLog } from '../../../runtime/server/log/verifyLog.ts'
import { createDatabaseProxy, type DatabaseProxy } from '../../harness/databaseProxy.ts'
import { endSessions as endSessionsOf } from '../../harness/endSessions.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

/** `npm run test:faults` takes many more. */
const KILLS = Number(process.env.FAULT_KILLS ?? 60)
/** Between looks at what was made. */
const PAUSE_MS = 10
/** Before the next kill, although nothing was made. */
const MAX_MS = 1_000

let proxy: DatabaseProxy
let world: RoomsWorld
beforeAll(async () => {
  proxy = await createDatabaseProxy(inject('postgresUrl'))
  world = await createRoomsWorld({ reach: proxy.address })
})
afterAll(async () => {
  await world?.close()
  await proxy?.close()
})

/** Ends sessions of the server under test. @param which  condition on `pg_stat_activity` */
async function endSessions(which = 'TRUE'): Promise<number> {
  return endSessionsOf((sql) => world.rows(sql), `application_name LIKE 'agon%' AND ${which}`)
}

/** Ends the first session that is like this, once there is one. */
async function endOnceThere(which: string): Promise<void> {
  await expect.poll(() => endSessions(which), { interval: 10, timeout: 120_000 }).toBeGreaterThan(0)
}

const ask = async (url: string, payload: object, key?: string) => {
  const headers = { authorization: `Bearer ${world.admin.token}`, ...(key ? { 'idempotency-key': key } : {}) }
  const reply = await world.app.inject({ method: 'POST', url, payload, headers })
  return { status: reply.statusCode, retryAfter: reply.headers['retry-after'], ...reply.json() }
}
const makeRoom = (name: string, key?: string) => ask('/api/room/create', { houseId: world.houses[0], name, seats: 1 }, key)
const roomsCalled = async (name: string) => (await world.rows('SELECT id FROM room_room WHERE name = $1', [name])).length

describe('a lost session', () => {
  it('[FAULT-1] of a transaction that waits for its handler harms nobody: the write runs again', async () => {
    const reply = ask('/api/room/wait', { ms: 500 })
    await endOnceThere(`state = 'idle in transaction' AND application_name = 'agon'`)
    expect(await reply).toMatchObject({ status: 200, code: 0, data: { waited: 500 } })
  })

  it('[FAULT-2] ends the process when nobody watches the client (control), and does not when it is checked out as the server does', async () => {
    const exitCode = async (...flags: string[]) => {
      const file = join(PROJECT_DIRECTORY, 'tests/harness/loseSession.ts')
      const child = spawn(process.execPath, [file, world.databaseUrl, ...flags], { stdio: 'ignore' })
      return (await once(child, 'exit'))[0]
    }
    expect(await Promise.all([exitCode('unwatched'), exitCode()])).toEqual([1, 0])
  })

  it('[FAULT-3] at any moment of reads and writes: every reply is done or BUSY with Retry-After, what was told done is stored, and nothing twice', {
    timeout: 240_000 + KILLS * 200,
  }, async () => {
    let over = false
    onTestFinished(() => {
      over = true
    })
    const wrong: unknown[] = []
    const made: string[] = []
    const run = randomBytes(3).toString('hex')
    let busy = 0
    const note = (reply: Awaited<ReturnType<typeof ask>>, done: () => void) => {
      if (reply.status === 200 && reply.code === 0) done()
      else if (reply.status === 503 && reply.error === 'BUSY' && Number(reply.retryAfter) > 0) busy++
      else wrong.push(reply)
    }
    const writer = async (writer: number) => {
      for (let round = 0; !over; round++) {
        const name = `W${run}-${writer}-${round}`
        const reply = await makeRoom(name, writer % 2 ? `key-${name}` : undefined)
        note(reply, () => made.push(name))
      }
    }
    const reader = async () => {
      while (!over) note(await ask('/api/room/list', { search: run, sort: '-name' }), () => {})
    }
    const room = await world.room({ name: 'Read' })
    const lookUp = async () => {
      const headers = { authorization: `Bearer ${world.admin.token}` }
      while (!over) {
        const reply = await world.app.inject({ url: `/api/room/${room}`, headers })
        note({ status: reply.statusCode, retryAfter: reply.headers['retry-after'], ...reply.json() }, () => {})
      }
    }
    const work = [...[0, 1, 2, 3, 4, 5].map(writer), reader(), reader(), lookUp()]
    let ended = 0
    // a machine that is slow makes nothing between kills that follow a clock
    const somethingIsMade = async (before: number) => {
      for (let waited = 0; !over && made.length === before && waited < MAX_MS; waited += PAUSE_MS)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    for (let kill = 0; !over && kill < KILLS; kill++) {
      await somethingIsMade(made.length)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * PAUSE_MS))
      ended += await endSessions(kill % 6 === 0 ? 'TRUE' : `application_name IN ('agon', 'agon reads') AND state <> 'idle'`)
    }
    over = true
    await Promise.all(work)
    expect(wrong).toEqual([])
    expect(ended).toBeGreaterThan(KILLS)
    expect(made.length).toBeGreaterThan(KILLS / 2)
    const stored = (await world.rows(`SELECT name FROM room_room WHERE name LIKE 'W${run}-%'`)).map(({ name }) => name)
    expect(made.filter((name) => !stored.includes(name))).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)
    // a reply that nobody got may have been stored; no more than that
    expect(stored.length - made.length).toBeLessThanOrEqual(busy)
  })

  it('[FAULT-4] between COMMIT and its answer: with an Idempotency-Key the write is told done and done once', async () => {
    const cut = proxy.swallowCommitAfter('Unheard')
    const reply = await makeRoom('Unheard', 'unheard-1')
    await cut
    expect(reply).toMatchObject({ status: 200, code: 0, data: { name: 'Unheard' } })
    expect(await roomsCalled('Unheard')).toBe(1)
    expect(await makeRoom('Unheard', 'unheard-1')).toMatchObject({ code: 0, data: reply.data })
  })

  it('[FAULT-5] between COMMIT and its answer: without a key it is not done again, and the caller is told BUSY', async () => {
    const roomId = await world.room({ seats: 5 })
    const cut = proxy.swallowCommitAfter('insert into "room_booking"')
    const reply = await ask('/api/room/grab', { roomId })
    await cut
    expect(reply).toMatchObject({ status: 503, code: 503, error: 'BUSY', retryAfter: '1' })
    expect((await world.rows('SELECT id FROM room_booking WHERE "roomId" = $1', [roomId])).length).toBe(1)
  })

  it('[FAULT-6] between COMMIT and its answer is done twice when that is not minded (control)', async () => {
    const cut = proxy.swallowCommitAfter('Twice')
    await inTransaction(world.server.deps.pool, ({ client }) => client.query(`INSERT INTO room_house (name) VALUES ('Twice')`), {
      findsItself: true,
    })
    await cut
    expect((await world.rows(`SELECT id FROM room_house WHERE name = 'Twice'`)).length).toBe(2)
  })

  it('[FAULT-7] of the sealer leaves the log whole: what it was sealing is sealed later', async () => {
    await makeRoom('Sealed')
    const holder = await world.db.connect()
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE platform_seal IN ACCESS EXCLUSIVE MODE')
    const sealing = sealLog(world.server.deps.pool).catch((error: unknown) => error)
    try {
      await endOnceThere(`wait_event_type = 'Lock' AND query LIKE '%platform_seal%'`)
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    expect(await sealing).toMatchObject({ code: '57P01' })
    // what committed after the oldest transaction that still runs anywhere is sealed when that has ended
    const verdict = async () => {
      await sealLog(world.server.deps.pool)
      return verifyLog(world.server.deps.pool)
    }
    await expect.poll(verdict).toMatchObject({ breaks: [], unsealed: 0 })
  })

  it('[FAULT-8] of the line for notices comes back by itself, and what was published meanwhile is read', async () => {
    const { notices } = world.server.deps.services
    let reloads = 0
    const remove = notices.onGap(() => {
      if (notices.connected) reloads += 1
    })
    await endOnceThere(`application_name = 'agon notices'`)
    await expect.poll(() => notices.connected && reloads > 0).toBe(true)
    const heard = new Promise((resolve) => notices.listen('fault-8', resolve))
    await notices.publish(world.server.deps.db, 'fault-8', 'again')
    expect(await heard).toBe('again')
    remove()
  })
})
