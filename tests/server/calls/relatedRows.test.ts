/** What a call reads beside its own rows: `rows()` of other entities, and the reach of whoever asks. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRoomsWorld, type Person, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
let keeperOfBoth: Person
beforeAll(async () => {
  world = await createRoomsWorld()
  const [north, south] = world.houses
  const hall = await world.room({ name: 'A', houseId: north, kind: 'hall', seats: 4 })
  const lab = await world.room({ name: 'B', houseId: north, kind: 'lab', seats: 9 })
  await world.rows('INSERT INTO room_booking ("roomId", "userId") VALUES ($1, $2), ($3, $4)', [hall, world.guest.id, lab, world.keeper.id])
  const keeper = (objectId: string) => ({ role: 'room.keeper', scope: 'house', objectId })
  keeperOfBoth = await world.person('both', [keeper(north), keeper(south)])
})
afterAll(() => world.close())

const ask = async (person: Person, input: object = {}) => (await world.call('api/room/houses', { ...input }, person)).data.list

it('[ROWS-1] answers numbers and values of rows that refer to the row', async () => {
  const [north, south] = await ask(world.admin)
  expect(north).toEqual({ name: 'North', rooms: 1, seats: 13, largest: 9, first: 'A', next: false, kept: true, all: true })
  expect(south).toEqual({ name: 'South', rooms: 0, seats: 0, largest: null, first: null, next: null, kept: true, all: true })
})

it('[ROWS-2] lists rows to which other rows refer, over several steps', async () => {
  expect(await ask(world.admin, { booker: world.guest.id })).toMatchObject([{ name: 'North' }])
  expect(await ask(world.admin, { booker: world.admin.id })).toEqual([])
})

it('[ROWS-3] shows what the asker reaches, and no more', async () => {
  expect(await ask(world.keeper)).toMatchObject([{ name: 'North', kept: true, all: false }])
  expect(await ask(keeperOfBoth)).toMatchObject([{ name: 'North' }, { name: 'South' }])
  expect(await world.call('api/room/houses', {}, world.guest)).toMatchObject({ error: 'PERMISSION_DENIED' })
})

it('[ROWS-4] holds an object that the input names against the reach', async () => {
  const [north, south] = world.houses
  expect(await ask(world.keeper, { organisationId: north })).toHaveLength(1)
  const foreign = await world.call('api/room/houses', { organisationId: south }, world.keeper)
  expect(foreign).toMatchObject({ error: 'PERMISSION_DENIED' })
})

it('[ROWS-5] orders by fields of the row that a ref points at, and answers what follows from them', async () => {
  const [north, south] = world.houses
  const booked = (houseId: string, person = world.admin) => world.call('api/room/booked', { houseId }, person)
  expect((await booked(north)).data.list).toEqual([
    { room: 'B', large: true },
    { room: 'A', large: false },
  ])
  expect((await booked(south)).data.list).toEqual([])
})
