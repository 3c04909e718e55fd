/** The operation `move`: the order of rows, by one place or several, and by two people at once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
  const [north, south] = world.houses
  for (const name of ['A', 'B', 'C', 'D']) await world.room({ name, kind: 'lab', houseId: north })
  await world.room({ name: 'hall', kind: 'hall', houseId: north })
  await world.room({ name: 'S', kind: 'lab', houseId: south })
})
afterAll(() => world.close())

const idOf = async (name: string) => String((await world.rows('SELECT id FROM room_room WHERE name = $1', [name]))[0].id)
const order = async () => {
  const rows = await world.rows(`SELECT name FROM room_room WHERE "houseId" = $1 AND kind = 'lab' ORDER BY taken, id`, [world.houses[0]])
  return rows.map(({ name }) => name).join('')
}
const move = async (name: string, by: number, person = world.keeper) => world.call('api/room/move', { id: await idOf(name), by }, person)

it('[MOVE-1] moves down and up among its own, also where all had the same place, and logs it', async () => {
  expect(await move('B', 1)).toMatchObject({ code: 0, data: { moved: true } })
  expect(await order()).toBe('ACBD')
  expect(await move('D', -3)).toMatchObject({ data: { moved: true } })
  expect(await order()).toBe('DACB')
  const [entry] = await world.rows(`SELECT before, after FROM platform_log WHERE call = 'room.move' ORDER BY id DESC LIMIT 1`)
  expect(entry).toMatchObject({ before: { taken: 3 }, after: { taken: 0 } })
})

it('[MOVE-2] stays at the ends, and is not there for rows that are not in the order or out of reach', async () => {
  expect(await move('D', -1)).toMatchObject({ code: 0, data: { moved: false } })
  expect(await move('B', 1)).toMatchObject({ code: 0, data: { moved: false } })
  expect(await move('hall', 1)).toMatchObject({ error: 'NOT_FOUND' })
  expect(await move('S', 1)).toMatchObject({ error: 'NOT_FOUND' })
  expect(await order()).toBe('DACB')
})

it('[MOVE-3] two at once wait for each other: every row keeps a place of its own', async () => {
  await Promise.all([move('D', 1), move('B', -1), move('A', 2), move('C', -1)])
  const rows = await world.rows(`SELECT taken FROM room_room WHERE "houseId" = $1 AND kind = 'lab' ORDER BY taken`, [world.houses[0]])
  expect(rows.map(({ taken }) => taken)).toEqual([0, 1, 2, 3])
})
