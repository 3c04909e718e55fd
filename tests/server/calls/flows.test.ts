/** Transitions, locks, idempotency: what may happen once happens once, whoever races. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRoomsWorld, type Person, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
})
afterAll(() => world.close())

async function booking(roomId: string, person: Person = world.guest): Promise<string> {
  return (await world.call('nodeapi/room/book', { roomId }, person)).data.id
}

describe('a transition', () => {
  it('changes the state, applies set and add, sends and logs, in one transaction', async () => {
    const roomId = await world.room()
    const id = await booking(roomId)
    const reply = await world.call('api/room/decide', { id, step: 'accept' }, world.admin)
    expect(reply).toMatchObject({ code: 0, data: { id, status: 1 } })
    expect(reply.data.decidedAt).toMatch(/Z$/)
    expect(await world.rows('SELECT taken FROM room_room WHERE id = $1', [roomId])).toEqual([{ taken: 1 }])
    expect(await world.rows('SELECT template, "userId", variables FROM platform_outbox WHERE variables @> $1', [{ room: roomId }])).toEqual(
      [{ template: 'room.decided', userId: world.guest.id, variables: { room: roomId } }],
    )
    const [entry] = await world.rows(
      `SELECT before, after, "actorId", title FROM platform_log WHERE entity = 'room.booking' AND "rowId" = $1 AND before IS NOT NULL`,
      [id],
    )
    expect(entry).toMatchObject({
      before: { status: 0 },
      after: { status: 1 },
      actorId: world.admin.id,
      title: { zh: 'accept', en: 'accept' },
    })
  })

  it('refuses a second time with FLOW_STATE, an unmet condition with FLOW_CONDITION, a missing permission', async () => {
    const roomId = await world.room()
    const id = await booking(roomId)
    await world.call('api/room/decide', { id, step: 'accept' }, world.admin)
    expect(await world.call('api/room/decide', { id, step: 'accept' }, world.admin)).toMatchObject({
      code: 409,
      error: 'FLOW_STATE',
      details: { state: 1 },
    })
    const never = (await world.call('nodeapi/room/book', { roomId, note: 'never' }, world.guest)).data.id
    expect(await world.call('api/room/decide', { id: never, step: 'accept' }, world.admin)).toMatchObject({ error: 'FLOW_CONDITION' })
    expect(await world.call('api/room/decide', { id: never, step: 'accept' }, world.guest)).toMatchObject({
      code: 403,
      error: 'PERMISSION_DENIED',
    })
    expect(await world.rows('SELECT status FROM room_booking WHERE id = $1', [never])).toEqual([{ status: 0 }])
  })

  it('runs a handler as an effect, with the row and the input', async () => {
    const id = await booking(await world.room())
    await world.call('api/room/decide', { id, step: 'refuse', reason: 'closed' }, world.guest)
    expect(await world.rows('SELECT note, status FROM room_booking WHERE id = $1', [id])).toEqual([{ note: 'refused: closed', status: 2 }])
    const [entry] = await world.rows(
      `SELECT reason FROM platform_log WHERE "rowId" = $1 AND entity = 'room.booking' AND before IS NOT NULL`,
      [id],
    )
    expect(entry.reason).toBe('closed')
  })

  it('of many at once takes one; the others see the new state', async () => {
    const id = await booking(await world.room())
    const replies = await Promise.all(Array.from({ length: 10 }, () => world.call('api/room/decide', { id, step: 'accept' }, world.admin)))
    expect(replies.map(({ error }) => error ?? 'done').sort()).toEqual([...Array(9).fill('FLOW_STATE'), 'done'])
  })

  it('never passes the limit of what it adds to, and rolls the loser back whole', async () => {
    const roomId = await world.room({ seats: 3 })
    const ids = await Promise.all(Array.from({ length: 12 }, () => booking(roomId)))
    const replies = await Promise.all(ids.map((id) => world.call('api/room/decide', { id, step: 'accept' }, world.admin)))
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(3)
    expect(new Set(replies.filter(({ code }) => code !== 0).map(({ error }) => error))).toEqual(new Set(['ROOM_FULL']))
    expect(await world.rows('SELECT taken FROM room_room WHERE id = $1', [roomId])).toEqual([{ taken: 3 }])
    expect(await world.rows('SELECT count(*)::int AS n FROM room_booking WHERE "roomId" = $1 AND status = 1', [roomId])).toEqual([{ n: 3 }])
  })

  it('is the only way a status changes: a row is born in an initial state', async () => {
    const id = await booking(await world.room())
    expect(await world.rows('SELECT status FROM room_booking WHERE id = $1', [id])).toEqual([{ status: 0 }])
  })
})

describe('a declared lock', () => {
  const race = async (path: string) => {
    const roomId = await world.room({ seats: 2 })
    const replies = await Promise.all(Array.from({ length: 10 }, () => world.call(path, { roomId }, world.guest)))
    const [{ n }] = await world.rows('SELECT count(*)::int AS n FROM room_booking WHERE "roomId" = $1', [roomId])
    return {
      stored: n,
      succeeded: replies.filter(({ code }) => code === 0).length,
      errors: new Set(replies.flatMap(({ error }) => error ?? [])),
    }
  }

  it('(control) without it, the check before the write oversells', async () => {
    const { stored } = await race('api/room/grabUnlocked')
    expect(stored).toBeGreaterThan(2)
  })

  it.each([
    ['by the input', 'grab'],
    ['by an answer of requires', 'grabAnswered'],
  ])('[LOCK-1] with one %s, exactly as many as there are seats succeed', async (_, call) => {
    const { stored, succeeded, errors } = await race(`api/room/${call}`)
    expect({ stored, succeeded }).toEqual({ stored: 2, succeeded: 2 })
    expect(errors).toEqual(new Set(['ROOM_FULL']))
  })
})

describe('Idempotency-Key', () => {
  let key = ''
  beforeEach(() => {
    key = `key-${Math.random()}`
  })
  const book = (roomId: string, person: Person, note?: string) =>
    world.call('nodeapi/room/book', { roomId, ...(note ? { note } : {}) }, person, { headers: { 'idempotency-key': key } })

  it('of 20 posts at once one writes, and all get its reply', async () => {
    const roomId = await world.room()
    const replies = await Promise.all(Array.from({ length: 20 }, () => book(roomId, world.guest)))
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    expect(replies.every(({ code }) => code === 20000)).toBe(true)
    expect(await world.rows('SELECT count(*)::int AS n FROM room_booking WHERE "roomId" = $1', [roomId])).toEqual([{ n: 1 }])
  })

  it('refuses another request under the same key, and writes nothing for it', async () => {
    const roomId = await world.room()
    await book(roomId, world.guest, 'one')
    expect(await book(roomId, world.guest, 'two')).toMatchObject({ code: 422, error: 'IDEMPOTENCY_MISMATCH' })
    expect(await world.rows('SELECT note FROM room_booking WHERE "roomId" = $1', [roomId])).toEqual([{ note: 'one' }])
  })

  it('belongs to a person: the same key of somebody else is another key', async () => {
    const roomId = await world.room()
    const [one, two] = [await book(roomId, world.guest), await book(roomId, world.admin)]
    expect(one.data.id).not.toBe(two.data.id)
  })

  it('keeps nothing of a request that failed: the next attempt runs', async () => {
    expect(await book('999999', world.guest)).toMatchObject({ error: 'REFERENCE' })
    const roomId = await world.room()
    expect((await book(roomId, world.guest)).code).toBe(20000)
  })

  it('is taken over after its time', async () => {
    const roomId = await world.room()
    const first = await book(roomId, world.guest)
    await world.rows(`UPDATE platform_reply SET "createdAt" = now() - interval '25 hours' WHERE key = $1`, [key])
    expect((await book(roomId, world.guest)).data.id).not.toBe(first.data.id)
  })
})

describe('a call inside a call', () => {
  it('shares the transaction and logs under its own name', async () => {
    const reply = await world.call('api/room/nested', { houseId: world.houses[0] }, world.admin)
    expect(reply).toMatchObject({ code: 0, data: { status: 1 } })
    const entries = await world.rows(
      `SELECT call, entity, after FROM platform_log WHERE after ->> 'name' = 'nested' OR call = 'room.nested' ORDER BY id`,
    )
    expect(entries.map(({ call, entity }) => [call, entity])).toEqual([
      ['room.create', 'room.room'],
      ['room.nested', 'room.booking'],
      ['room.nested', 'room.room'],
    ])
    expect(entries[2]?.after).toEqual({ keeperPhone: '[redacted]', facts: { password: '[redacted]' } })
  })

  it('leaves nothing behind when the outer call fails', async () => {
    await world.rows(`DELETE FROM room_booking; DELETE FROM room_room WHERE name = 'nested'`)
    expect(await world.call('api/room/nested', { houseId: world.houses[0], fail: true }, world.admin)).toMatchObject({ error: 'ROOM_FULL' })
    expect(await world.rows(`SELECT 1 FROM room_room WHERE name = 'nested'`)).toEqual([])
  })

  it('checks the access of the inner call', async () => {
    expect(await world.call('api/room/nested', { houseId: world.houses[0] }, world.guest)).toMatchObject({ error: 'PERMISSION_DENIED' })
  })
})
