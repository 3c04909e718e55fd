/** `unless` and `already` of changes: the row is looked at under its lock before anything is written. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
})
afterAll(() => world.close())

const book = (roomId: string) =>
  world.rows('INSERT INTO room_booking ("roomId", "userId", status) VALUES ($1, $2, 0)', [roomId, world.guest.id])
const strike = (id: string, person = world.admin) => world.call('api/room/strike', { id }, person)
const exists = async (id: string) => (await world.rows('SELECT 1 FROM room_room WHERE id = $1', [id])).length === 1

it('[UNLESS-1] refuses with the error of the first condition that holds, with its details, and writes nothing', async () => {
  const lab = await world.room({ name: 'Lab', kind: 'lab' })
  await book(lab)
  expect(await strike(lab)).toMatchObject({ error: 'ROOM_NAME_TAKEN', details: { name: 'Lab' } })
  expect(await exists(lab)).toBe(true)
  expect(await world.rows(`SELECT 1 FROM platform_log WHERE call = 'room.strike'`)).toEqual([])
})

it('[UNLESS-2] refuses while rows of another entity use it and counts them; unused, it goes', async () => {
  const hall = await world.room()
  await book(hall)
  await book(hall)
  expect(await strike(hall)).toMatchObject({ error: 'ROOM_FULL', details: { count: 2 } })
  await world.rows('DELETE FROM room_booking WHERE "roomId" = $1', [hall])
  expect(await strike(hall)).toMatchObject({ code: 0, data: { id: hall } })
  expect(await exists(hall)).toBe(false)
})

it('[UNLESS-3] says nothing of rows out of reach or of none: they do not exist', async () => {
  const [, south] = world.houses
  const lab = await world.room({ name: 'Far', kind: 'lab', houseId: south })
  expect(await strike(lab, world.keeper)).toMatchObject({ error: 'NOT_FOUND', details: { id: lab } })
  expect(await strike('999999999')).toMatchObject({ error: 'NOT_FOUND', details: { id: '999999999' } })
})

it('[ALREADY-1] answers a row that is so already, without a write and without an entry in the log', async () => {
  const [house] = world.houses
  const rename = (name: string) => world.call('api/room/renameHouse', { house, name }, world.keeper)
  expect(await rename('Tower')).toMatchObject({ code: 0, data: { id: house, name: 'Tower', forms: 1 } })
  expect(await rename('Tower')).toMatchObject({ code: 0, data: { id: house, name: 'Tower', forms: 1 } })
  expect(await world.rows(`SELECT before ->> 'name' AS name FROM platform_log WHERE call = 'room.renameHouse'`)).toEqual([
    { name: 'North' },
  ])
})

it('[ALREADY-2] holds the object that the input names against the reach, where the entity has no such field', async () => {
  const [, house] = world.houses
  const reply = await world.call('api/room/renameHouse', { house, name: 'Mine' }, world.keeper)
  expect(reply).toMatchObject({ error: 'PERMISSION_DENIED' })
  expect(await world.rows('SELECT name FROM room_house WHERE id = $1', [house])).toEqual([{ name: 'South' }])
})

const reserve = (roomId: string) => world.call('api/room/reserve', { roomId }, world.guest)
const bookings = async (roomId: string) => (await world.rows('SELECT 1 FROM room_booking WHERE "roomId" = $1', [roomId])).length

it('[REQUIRE-1] reads the answer of a required call by the name that it is given, in conditions, values and output', async () => {
  const hall = await world.room({ name: 'Reading hall' })
  expect(await reserve(hall)).toMatchObject({ code: 0, data: { note: 'Reading hall', room: 'Reading hall' } })
  const lab = await world.room({ name: 'Chemistry', kind: 'lab' })
  expect(await reserve(lab)).toMatchObject({ error: 'ROOM_NAME_TAKEN', details: { name: 'Chemistry' } })
  expect(await reserve('999999999')).toMatchObject({ error: 'NOT_FOUND' })
  expect(await bookings(lab)).toBe(0)
})

it('[UNLESS-4] refuses a new row by rows that are there; of many at once under its lock only those that fit are added', async () => {
  const hall = await world.room()
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => reserve(hall)))
  expect(replies.filter(({ code }) => code === 0)).toHaveLength(2)
  expect(replies.filter(({ error }) => error === 'ROOM_FULL')).toHaveLength(3)
  expect(await bookings(hall)).toBe(2)
})

it('[UNLESS-5] refuses a transition by what the row refers to, and a row that is there already is told to nobody twice', async () => {
  const turnDown = (id: string) => world.call('api/room/turnDown', { id }, world.admin)
  const bookingOf = async (roomId: string) => {
    await book(roomId)
    return String((await world.rows('SELECT id FROM room_booking WHERE "roomId" = $1', [roomId]))[0]!.id)
  }
  const closed = await bookingOf(await world.room({ kind: 'lab' }))
  expect(await turnDown(closed)).toMatchObject({ error: 'ROOM_NAME_TAKEN' })
  const open = await bookingOf(await world.room())
  expect(await turnDown(open)).toMatchObject({ code: 0, data: { id: open, status: 2 } })
  expect(await turnDown(open)).toMatchObject({ code: 0, data: { id: open, status: 2 } })
  const entries = await world.rows(`SELECT 1 FROM platform_log WHERE call = 'room.turnDown' AND "rowId" = $1`, [open])
  expect(entries).toHaveLength(1)
  expect(await turnDown('999999999')).toMatchObject({ error: 'NOT_FOUND', details: { id: '999999999' } })
})

it('[THEN-1] a new row takes its first transition at once: of many who want the last places, those who are refused leave no row behind', async () => {
  const hall = await world.room({ seats: 2 })
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => world.call('api/room/take', { roomId: hall }, world.admin)))
  const taken = replies.filter(({ code }) => code === 0)
  expect(taken).toHaveLength(2)
  expect(taken[0]!.data).toMatchObject({ status: 1, decidedAt: expect.any(String) })
  expect(replies.filter(({ error }) => error === 'ROOM_FULL')).toHaveLength(3)
  expect(await bookings(hall)).toBe(2)
  expect(await world.rows('SELECT taken FROM room_room WHERE id = $1', [hall])).toEqual([{ taken: 2 }])
})

it('[THEN-1] (control) in two calls the losers leave their rows', async () => {
  const hall = await world.room({ seats: 1 })
  for (const _ of [1, 2]) {
    const { data } = await world.call('nodeapi/room/book', { roomId: hall }, world.admin)
    await world.call('api/room/decide', { id: data.id, step: 'accept' }, world.admin)
  }
  expect(await bookings(hall)).toBe(2)
  expect(await world.rows('SELECT taken FROM room_room WHERE id = $1', [hall])).toEqual([{ taken: 1 }])
})
