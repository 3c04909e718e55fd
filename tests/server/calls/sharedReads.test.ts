/** Short reads share a few connections. One of them is made slow by a table that somebody holds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSharedReads } from '../../../runtime/server/database/createSharedReads.ts'
import { openDatabase } from '../../../runtime/server/database/openDatabase.ts'
import { endSessions } from '../../harness/endSessions.ts'
import { persistently } from '../../harness/persistently.ts'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
let roomId: string
beforeAll(async () => {
  world = await createRoomsWorld()
  roomId = await world.room({ name: 'Shared' })
})
afterAll(() => world?.close())

const BOOKINGS = { text: 'SELECT count(*) FROM room_booking' }
const read = () => world.call(`api/room/${roomId}`, undefined, world.admin, { method: 'GET', payload: '' })
const count = async (which: string) =>
  (await world.rows(`SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database() AND ${which}`))[0].n as number

/** All lines wait for a table, then others read. @returns whether those were answered before the table was free */
async function readBesideHeldUp(): Promise<boolean> {
  const { reads } = world.server.deps
  await read()
  const holder = await world.db.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE room_booking IN ACCESS EXCLUSIVE MODE')
  const waiting = [reads.query(BOOKINGS), reads.query(BOOKINGS)]
  await expect.poll(() => count(`wait_event_type = 'Lock'`), { interval: 20 }).toBe(2)
  let isFree = false
  const before = Array.from({ length: 20 }, async () => (await read()).code === 0 && !isFree)
  const release = setTimeout(() => void free(), 1_000)
  const free = async () => {
    isFree = true
    await holder.query('ROLLBACK')
  }
  const answers = await Promise.all(before)
  clearTimeout(release)
  if (!isFree) await free()
  holder.release()
  await Promise.all(waiting)
  return answers.every(Boolean)
}

describe('short reads', () => {
  it('[READ-1] of many callers at once take two connections', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => persistently(read)))
    expect(answers.map(({ code, data }) => [code, data.id])).toEqual(Array(60).fill([0, roomId]))
    expect(await count(`application_name = 'agon reads'`)).toBe(2)
  })

  it('[READ-2] do not wait behind one that takes long', async () => {
    expect(await readBesideHeldUp()).toBe(true)
  })

  it('[READ-3] wait behind one that takes long when no line counts as held up (control)', async () => {
    const { deps } = world.server
    const before = deps.reads
    const lines = openDatabase(world.databaseUrl, { size: 2 })
    deps.reads = createSharedReads(lines.pool, deps.pool, Number.POSITIVE_INFINITY)
    try {
      expect(await readBesideHeldUp()).toBe(false)
    } finally {
      await deps.reads.close()
      await lines.pool.end()
      deps.reads = before
    }
  })

  it('[READ-4] are answered after their connections were ended, and one that fails leaves the others alone', async () => {
    await read()
    const sessions = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'agon reads'`
    const [{ pids }] = await world.rows(`SELECT array_agg(pid) AS pids ${sessions}`)
    expect(await endSessions((sql) => world.rows(sql), `application_name = 'agon reads'`)).toBeGreaterThan(0)
    // the server is asked to end them, and a busy machine takes its time
    await expect.poll(async () => (await world.rows(`SELECT 1 ${sessions} AND pid = ANY($1)`, [pids])).length).toBe(0)
    const { reads } = world.server.deps
    const answers = await Promise.all([
      read(),
      reads.query({ text: 'SELECT 1 / 0' }).catch((error: Error) => error.message),
      read(),
      read(),
    ])
    expect(answers).toMatchObject([{ code: 0 }, expect.stringMatching(/division by zero|terminat/), { code: 0 }, { code: 0 }])
    await expect(reads.query({ text: 'SELECT 1 / 0' })).rejects.toThrow('division by zero')
    expect((await read()).code).toBe(0)
  })
})
