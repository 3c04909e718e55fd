/** What else happens when a call writes a row (`do`): in its transaction, in the order written. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRoomsWorld, type Person, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
})
afterAll(() => world.close())

const booked = async (roomId: string, person: Person = world.guest, note?: string) =>
  (await world.call('nodeapi/room/book', { roomId, note }, person)).data.id as string
const rebook = (id: string, note: string, step?: string) => world.call('api/room/rebook', { id, note, step }, world.admin)
const roomOf = async (id: string) => (await world.rows('SELECT kind, seats FROM room_room WHERE id = $1', [id]))[0]
const bookingsOf = (roomId: string) =>
  world.rows('SELECT id::text, note, status FROM room_booking WHERE "roomId" = $1 ORDER BY id', [roomId])
const reported = (name: string) =>
  world.rows(`SELECT "userId"::text FROM platform_outbox WHERE variables ->> 'room' = $1`, [`North, ${name}`])

describe('[DO-1] what else happens after a write', () => {
  it('sees the written row and what its refs lead to, sends, and changes rows of another entity with an entry of their own', async () => {
    const roomId = await world.room({ name: 'Told' })
    expect(await rebook(await booked(roomId), 'told')).toMatchObject({ code: 0, data: { note: 'told' } })
    expect(await reported('Told')).toEqual([{ userId: world.guest.id }])
    expect(await roomOf(roomId)).toEqual({ kind: 'lab', seats: 4 })
    const log = await world.rows(
      `SELECT call, before, after FROM platform_log WHERE entity = 'room.room' AND "rowId" = $1 AND before IS NOT NULL`,
      [roomId],
    )
    expect(log).toEqual([{ call: 'room.rebook', before: { kind: 'hall', seats: 3 }, after: { kind: 'lab', seats: 4 } }])
  })

  it('adds, removes and moves other rows on where its condition holds', async () => {
    const roomId = await world.room()
    const id = await booked(roomId)
    await booked(roomId, world.guest, 'stale')
    await booked(roomId, world.keeper, 'stale')
    await rebook(id, 'first', 'again')
    expect((await bookingsOf(roomId)).map(({ note }) => note)).toEqual(['first', 'stale', 'first again'])
    await rebook(id, 'second', 'refuse')
    expect((await bookingsOf(roomId))[0]).toMatchObject({ id, status: 2 })
  })

  it('ends the sessions of a person', async () => {
    const person = await world.person('leaving')
    const id = await booked(await world.room(), person)
    await rebook(id, 'gone', 'end')
    expect(await world.call('nodeapi/room/book', { roomId: '1' }, person)).toMatchObject({ code: 401 })
  })

  it('[DO-2] answers the id of the job that it queued, null when it queued none, and nothing that is not declared', async () => {
    const id = await booked(await world.room())
    const { data } = await world.call('api/room/remind', { id, ms: 1 }, world.admin)
    const jobs = await world.rows(`SELECT key, handler, "ownerId"::text FROM platform_job WHERE key = $1`, [data.jobId])
    expect([data, jobs]).toEqual([
      { note: 'reminded', jobId: expect.any(String) },
      [{ key: data.jobId, handler: 'room.wait', ownerId: world.guest.id }],
    ])
    expect((await world.call('api/room/remind', { id }, world.admin)).data).toEqual({ note: 'reminded', jobId: null })
  })

  it('happens with the write or not at all, and not where the row already was so', async () => {
    const roomId = await world.room({ name: 'Whole' })
    const id = await booked(roomId)
    expect(await rebook(id, 'never', 'fail')).toMatchObject({ error: 'NOT_FOUND' })
    expect([await bookingsOf(roomId), await roomOf(roomId), await reported('Whole')]).toEqual([
      [{ id, note: null, status: 0 }],
      { kind: 'hall', seats: 3 },
      [],
    ])
    for (let time = 0; time < 2; time++) expect(await rebook(id, 'once')).toMatchObject({ code: 0 })
    expect([await roomOf(roomId), await reported('Whole')]).toEqual([{ kind: 'lab', seats: 4 }, [{ userId: world.guest.id }]])
  })
})
