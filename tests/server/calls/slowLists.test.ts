/** Slow lists keep nobody waiting but slow lists. A list is made slow by a table that somebody holds. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createListLanes } from '../../../runtime/server/database/createListLanes.ts'
import { type OpenedDatabase, openDatabase } from '../../../runtime/server/database/openDatabase.ts'
import { createRoomsWorld, type Reply, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
let roomId: string
beforeAll(async () => {
  world = await createRoomsWorld()
  roomId = await world.room({ name: 'Plain' })
})
afterAll(() => world?.close())

/** Nobody else reads bookings until the answer is called. */
async function holdBookings(): Promise<() => Promise<void>> {
  const holder = await world.db.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE room_booking IN ACCESS EXCLUSIVE MODE')
  return async () => {
    await holder.query('ROLLBACK')
    holder.release()
  }
}

const slowList = () => world.call('api/room/bookingsByDay', {}, world.admin)
const plainRead = () => world.call(`api/room/${roomId}`, undefined, world.admin, { method: 'GET', payload: '' })

/** Fourteen slow lists, then twenty plain reads. @returns how many lists had ended when all reads had */
async function race(): Promise<{ endedBefore: number; lists: Reply[]; reads: Reply[] }> {
  await plainRead()
  const release = await holdBookings()
  let ended = 0
  const lists = Array.from({ length: 14 }, () =>
    slowList().finally(() => {
      ended += 1
    }),
  )
  const waiting = `SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(async () => (await world.rows(waiting))[0].n, { interval: 10 }).toBeGreaterThan(5)
  const reads = await Promise.all(Array.from({ length: 20 }, plainRead))
  const endedBefore = ended
  await release()
  return { endedBefore, lists: await Promise.all(lists), reads }
}

describe('slow lists', () => {
  let own: OpenedDatabase[] = []
  afterEach(async () => {
    for (const { pool } of own) await pool.end()
    own = []
  })
  /** Lanes with other limits than the settings say. */
  const lanes = (quickSeconds: number, slowSeconds: number) => {
    own = [
      openDatabase(world.databaseUrl, { name: 'quick', size: 2, statementSeconds: quickSeconds }),
      openDatabase(world.databaseUrl, { name: 'slow', size: 1, statementSeconds: slowSeconds }),
    ]
    return createListLanes({ quick: own[0]!.pool, slow: own[1]!.pool, quickMs: () => quickSeconds * 1000 })
  }

  it('[LIST-1] keep no plain read waiting, however many there are', async () => {
    const { endedBefore, lists, reads } = await race()
    expect(reads.map(({ code }) => code)).toEqual(Array(20).fill(0))
    expect(endedBefore).toBe(0)
    expect(lists.filter(({ code, error }) => code !== 0 && error !== 'BUSY')).toEqual([])
  })

  it('[LIST-2] keep plain reads waiting when they take the same connections (control)', async () => {
    const { deps } = world.server
    const { lists, reads } = deps
    deps.lists = { query: (statement) => deps.pool.query(statement) }
    deps.reads = { ...reads, query: (statement) => deps.pool.query(statement) }
    try {
      expect((await race()).endedBefore).toBeGreaterThan(0)
    } finally {
      Object.assign(deps, { lists, reads })
    }
  })

  it('[LIST-3] begin again in the slow lane, and are known there for a while', async () => {
    const { query } = lanes(0.3, 60)
    const lane = `SELECT current_setting('application_name') AS lane`
    expect((await query({ text: lane }, 'a')).rows).toEqual([{ lane: 'quick' }])
    expect((await query({ text: `${lane}, pg_sleep(1)` }, 'a')).rows).toMatchObject([{ lane: 'slow' }])
    expect((await query({ text: `${lane}, pg_sleep(0.2)` }, 'a')).rows).toMatchObject([{ lane: 'slow' }])
    expect((await query({ text: lane }, 'b')).rows).toEqual([{ lane: 'quick' }])
    // quick again: it leaves the slow lane
    await query({ text: lane }, 'a')
    expect((await query({ text: lane }, 'a')).rows).toEqual([{ lane: 'quick' }])
  })

  it('[LIST-4] that take too long end with an answer that says what to do', async () => {
    const before = world.server.deps.lists
    world.server.deps.lists = lanes(0.2, 0.5)
    const release = await holdBookings()
    try {
      const headers = { authorization: `Bearer ${world.admin.token}`, 'accept-language': 'en' }
      const reply = await world.app.inject({ method: 'POST', url: '/api/room/bookingsByDay', payload: {}, headers })
      expect(reply.statusCode).toBe(503)
      expect(reply.json()).toMatchObject({ code: 503, error: 'TOO_LONG', message: expect.stringContaining('narrow it down') })
    } finally {
      await release()
      world.server.deps.lists = before
    }
  })
})
