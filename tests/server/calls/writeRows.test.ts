/** Rows that handlers add, change and remove: the row and its entry of the operation log come together. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
})
afterAll(() => world.close())

const keep = (until: string) => world.call('api/room/keep', { houseId: world.houses[0], until }, world.admin)
const roomNamed = (name: string) => world.rows('SELECT id::text, seats, label, facts FROM room_room WHERE name = $1', [name])
const logOf = (id: string) =>
  world.rows(`SELECT before, after, reason FROM platform_log WHERE entity = 'room.room' AND "rowId" = $1 ORDER BY id`, [id])

describe('[LOG-ROW] a row that a handler', () => {
  it('adds is stored with texts and objects as they are, and logged whole', async () => {
    const { data } = await keep('add')
    expect(await roomNamed('add')).toEqual([{ id: data.id, seats: 2, label: { zh: '一', en: 'One' }, facts: { doors: [1, 2] } }])
    expect(await logOf(data.id)).toMatchObject([{ before: null, after: { name: 'add', facts: { doors: [1, 2] } } }])
  })

  it('changes is logged with what the columns were and are, why, and whose it is', async () => {
    const { data } = await keep('change')
    expect(await roomNamed('change')).toMatchObject([{ seats: 3, facts: ['a', { b: null }] }])
    const [, changed] = await logOf(data.id)
    expect(changed).toEqual({
      before: { houseId: world.houses[0], facts: { doors: [1, 2] }, seats: 2 },
      after: { facts: ['a', { b: null }], seats: 3 },
      reason: 'larger',
    })
  })

  it('removes is gone, and the log keeps what was given of it', async () => {
    const { data } = await keep('remove')
    expect(await roomNamed('remove')).toEqual([])
    expect((await logOf(data.id)).at(-1)).toMatchObject({ before: { houseId: world.houses[0], seats: 3 }, after: null })
  })

  it.each(['remove', 'takeAway'])('reads whole to %s it has the declared fields, and no column of the kernel', async (until) => {
    const { data } = await keep(until)
    const { before } = (await logOf(data.id)).at(-1)
    expect(before).toMatchObject({ name: until, seats: 3, taken: 0 })
    expect(Object.keys(before).filter((name) => name.startsWith('_'))).toEqual([])
  })

  it('wrote before it failed leaves neither row nor entry', async () => {
    const [{ count }] = await world.rows('SELECT count(*) FROM platform_log')
    expect(await keep('fail')).toMatchObject({ error: 'ROOM_FULL' })
    expect(await roomNamed('fail')).toEqual([])
    expect(await world.rows('SELECT count(*) FROM platform_log')).toEqual([{ count }])
  })
})
