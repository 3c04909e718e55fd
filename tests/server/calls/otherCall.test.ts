/** The operation `call`: another call under other names, one of several, or once for each of several ids. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
})
afterAll(() => world.close())

async function bookings(count: number, facts: { seats?: number } = {}): Promise<string[]> {
  const roomId = await world.room({ seats: facts.seats ?? 9 })
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const [{ id }] = await world.rows('INSERT INTO room_booking ("roomId", "userId", status) VALUES ($1, $2, 0) RETURNING id', [
      roomId,
      world.guest.id,
    ])
    ids.push(String(id))
  }
  return ids
}
const statuses = async (ids: readonly string[]) =>
  (await world.rows('SELECT status FROM room_booking WHERE id = ANY($1::bigint[]) ORDER BY id', [ids])).map(({ status }) => status)
const reported = async () =>
  (await world.rows(`SELECT variables ->> 'room' AS room FROM platform_outbox WHERE "userId" = $1 ORDER BY id`, [world.admin.id])).map(
    ({ room }) => room,
  )

it('[CALL-1] hands parameters on under other names and shapes the answer; its access is that of the other call', async () => {
  const room = await world.room({ name: 'Named' })
  expect(await world.call('api/room/renamed', { room }, world.admin)).toMatchObject({ code: 0, data: { called: 'Named', lang: 'zh' } })
  expect(await world.call('api/room/renamed', { room }, world.guest)).toMatchObject({ error: 'PERMISSION_DENIED' })
})

it('[CALL-2] makes the call that a parameter chooses, the first without it, and hands on what that one takes', async () => {
  const id = await world.room({ name: 'Chosen' })
  expect(await world.call('api/room/either', { id }, world.admin)).toMatchObject({ data: { name: 'Chosen' } })
  expect(await world.call('api/room/either', { way: 'counted', id }, world.admin)).toMatchObject({ data: { total: expect.any(Number) } })
})

it('[CALL-3] goes through ids in their order, each once, skips those that were decided, and tells of each that was done', async () => {
  const [first, second, third] = (await bookings(3)) as [string, string, string]
  await world.call('api/room/decide', { id: second, step: 'refuse' }, world.admin)
  const reply = await world.call('api/room/decideAll', { ids: `${third},${second},${first},${third}`, step: 'accept' }, world.admin)
  expect(reply.data).toMatchObject({ done: 2, skipped: 1, results: [{ id: first }, { id: second, error: 'FLOW_STATE' }, { id: third }] })
  expect(await statuses([first, second, third])).toEqual([1, 2, 1])
  expect(await reported()).toEqual([first, third])
})

it('[CALL-4] does all or nothing: one that is refused for another reason fails them all', async () => {
  const ids = await bookings(2)
  await world.rows(`UPDATE room_booking SET note = 'never' WHERE id = $1`, [ids[1]])
  const before = await reported()
  expect(await world.call('api/room/decideAll', { ids, step: 'accept' }, world.admin)).toMatchObject({ error: 'FLOW_CONDITION' })
  expect(await statuses(ids)).toEqual([0, 0])
  const unknown = [...ids.slice(0, 1), '999999999']
  expect(await world.call('api/room/decideAll', { ids: unknown, step: 'accept' }, world.admin)).toMatchObject({ error: 'NOT_FOUND' })
  expect(await statuses(ids)).toEqual([0, 0])
  expect(await reported()).toEqual(before)
})

it('[WITH-1] a call gives its handler values of its own, which nobody who makes it can change', async () => {
  expect(await world.call('api/room/given', {})).toMatchObject({ code: 0, data: 'of the call' })
  expect(await world.call('api/room/given', { answer: 'another' })).toMatchObject({ error: 'CALL_INPUT' })
})
