/** Rows that handlers write by `context.rows`: the row and its entry of the operation log come together, and the entry says what the table had. */
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
  it('creates is stored with texts and objects as they are, and logged whole', async () => {
    const { data } = await keep('create')
    expect(await roomNamed('create')).toEqual([{ id: data.id, seats: 2, label: { zh: '一', en: 'One' }, facts: { doors: [1, 2] } }])
    expect(await logOf(data.id)).toMatchObject([
      { before: null, after: { id: data.id, name: 'create', taken: 0, facts: { doors: [1, 2] } } },
    ])
  })

  it('saves is logged with what the columns were and are, read by the kernel, and why', async () => {
    const { data } = await keep('save')
    expect(await roomNamed('save')).toMatchObject([{ seats: 3, facts: ['a', { b: null }] }])
    const [, changed] = await logOf(data.id)
    expect(changed).toEqual({
      before: { facts: { doors: [1, 2] }, seats: 2 },
      after: { facts: ['a', { b: null }], seats: 3 },
      reason: 'larger',
    })
  })

  it('removes is gone, and the log keeps all of it', async () => {
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

  it('saves by its values is changed and logged, and others are not', async () => {
    const { data } = await keep('saveWhere')
    expect(await roomNamed('saveWhere')).toMatchObject([{ seats: 2 }])
    expect(await roomNamed('saveWhere 2')).toMatchObject([{ id: data.id, seats: 8 }])
    expect((await logOf(data.id)).at(-1)).toMatchObject({ before: { seats: 7 }, after: { seats: 8 } })
  })

  it('creates where it is missing stays as it was where it is there, and only the new one is logged', async () => {
    const { data } = await keep('createMissing')
    const [{ id }] = await roomNamed('createMissing')
    expect(await roomNamed('createMissing')).toMatchObject([{ seats: 2 }])
    expect(await roomNamed('createMissing 2')).toMatchObject([{ id: data.id, seats: 2 }])
    expect([(await logOf(id)).length, (await logOf(data.id)).length]).toEqual([1, 1])
  })

  it('puts is changed where it is there and created where it is not', async () => {
    const [first, known, fresh] = (await keep('put')).data.id.split(',')
    expect(known).toBe(first)
    expect(await roomNamed('put')).toMatchObject([{ id: first, seats: 7 }])
    expect(await roomNamed('put 2')).toMatchObject([{ id: fresh, seats: 2 }])
    expect((await logOf(first)).at(-1)).toMatchObject({ before: { seats: 2 }, after: { seats: 7 } })
  })

  it('does not find is NOT_FOUND, and one that it does not name is never all of them', async () => {
    expect(await keep('unknown')).toMatchObject({ error: 'NOT_FOUND' })
    expect(await keep('none')).toMatchObject({ error: 'SERVER_FAULT' })
    expect(await world.rows('SELECT id FROM room_room WHERE seats = 9')).toEqual([])
  })

  it('wrote before it failed leaves neither row nor entry', async () => {
    const [{ count }] = await world.rows('SELECT count(*) FROM platform_log')
    expect(await keep('fail')).toMatchObject({ error: 'ROOM_FULL' })
    expect(await roomNamed('fail')).toEqual([])
    expect(await world.rows('SELECT count(*) FROM platform_log')).toEqual([{ count }])
  })
})

describe('[ROWS-FLOW] a state that a flow governs', () => {
  it('is not saved by hand', async () => {
    expect(await keep('state')).toMatchObject({ error: 'SERVER_FAULT' })
    expect(await roomNamed('state')).toEqual([])
  })

  it('moves on for many rows at once, those that stand where the transition leaves, each with its entry', async () => {
    expect((await keep('many')).data.id).toBe('2')
    const rows = await world.rows(`SELECT status, "decidedAt" IS NOT NULL AS decided FROM room_booking WHERE note = 'many' ORDER BY id`)
    expect(rows).toEqual([
      { status: 2, decided: true },
      { status: 2, decided: true },
      { status: 2, decided: false },
    ])
    const entries = await world.rows(
      `SELECT 1 FROM platform_log WHERE entity = 'room.booking' AND after ->> 'status' = '2' AND before ->> 'status' = '0'`,
    )
    expect(entries).toHaveLength(2)
  })

  it('does not move for many rows where the transition looks at each', async () => {
    expect(await keep('single')).toMatchObject({ error: 'SERVER_FAULT' })
    expect(await roomNamed('single')).toEqual([])
  })
})
