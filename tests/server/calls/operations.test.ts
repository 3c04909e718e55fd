/** Operations declared in JSON: what they answer, what they refuse, what stands in the table afterwards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../runtime/server/calls/transaction.ts'
import { createRoomsWorld, type Person, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
})
afterAll(() => world.close())

describe('create', () => {
  it('answers the declared fields only, with defaults and computed fields', async () => {
    const reply = await world.call('api/room/create', { houseId: world.houses[0], name: 'Blue', seats: 12, doorCode: '4711' }, world.admin)
    expect(reply).toMatchObject({ code: 0, data: { name: 'Blue', kind: 'hall', seats: 12, free: 12 } })
    expect(Object.keys(reply.data).sort()).toEqual(['createdAt', 'free', 'id', 'kind', 'name', 'seats'])
    expect(reply.data.id).toMatch(/^\d+$/)
    expect(reply.data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('tells a broken unique rule by the error of its document and stores nothing', async () => {
    await world.call('api/room/create', { houseId: world.houses[0], name: 'Twice', seats: 1 }, world.admin)
    const reply = await world.call('api/room/create', { houseId: world.houses[0], name: 'Twice', seats: 2 }, world.admin)
    expect(reply).toMatchObject({ code: 422, error: 'ROOM_NAME_TAKEN', message: '名称已存在' })
    expect(await world.rows("SELECT seats FROM room_room WHERE name = 'Twice'")).toEqual([{ seats: 1 }])
  })

  it('refuses a reference to a row that does not exist', async () => {
    const reply = await world.call('api/room/create', { houseId: '999999', name: 'Lost', seats: 1 }, world.admin)
    expect(reply).toMatchObject({ error: 'REFERENCE', details: { field: 'houseId' } })
  })

  it('refuses a value that no column can hold', async () => {
    const reply = await world.call('api/room/create', { houseId: world.houses[0], name: 'Big', seats: 3e9 }, world.admin)
    expect(reply).toMatchObject({ code: 422, error: 'CALL_INPUT' })
  })

  it('refuses a value outside of an enum by the rule of the column', async () => {
    const reply = await world.call('api/room/create', { houseId: world.houses[0], name: 'Odd', seats: 1, kind: 'cave' }, world.admin)
    expect(reply).toMatchObject({ error: 'CALL_INPUT', details: { errors: [{ path: '/kind' }] } })
  })
})

describe('a transaction', () => {
  it('takes no statement after its end, from what was begun beside a part that failed', async () => {
    const { pool } = world.server.deps
    const insert = `INSERT INTO room_room ("houseId", name, seats) VALUES (${world.houses[0]}, 'Late', 1)`
    const end = Promise.withResolvers<void>()
    let late: Promise<unknown> | undefined
    const whole = inTransaction(pool, async ({ client }) => {
      late = end.promise.then(() => client.query(insert))
      late.catch(() => {})
      await Promise.all([client.query('SELECT 1'), client.query('SELECT 1 / 0'), late])
    })
    await expect(whole).rejects.toThrow('division by zero')
    end.resolve()
    await expect(late).rejects.toThrow('the transaction is over')
    expect(await world.rows("SELECT 1 FROM room_room WHERE name = 'Late'")).toEqual([])
  })

  it('[TX-1] tells the error of a statement that nobody waited for, by the next one or by the end', async () => {
    const { pool } = world.server.deps
    const broken = { text: 'SELECT 1 / $1::int', values: [0] }
    const byNext = inTransaction(pool, async (transaction) => {
      transaction.later(broken)
      await transaction.client.query('SELECT 1')
    })
    await expect(byNext).rejects.toThrow('division by zero')
    const byEnd = inTransaction(pool, async (transaction) => {
      await transaction.client.query(`INSERT INTO room_room ("houseId", name, seats) VALUES (${world.houses[0]}, 'Held', 1)`)
      transaction.later(broken)
    })
    await expect(byEnd).rejects.toThrow('division by zero')
    expect(await world.rows("SELECT 1 FROM room_room WHERE name = 'Held'")).toEqual([])
  })

  it('[TX-2] is not told as done when a handler kept the error of a statement to itself', async () => {
    const whole = inTransaction(world.server.deps.pool, async ({ client }) => {
      await client.query('SELECT 1 / 0').catch(() => {})
    })
    await expect(whole).rejects.toThrow('the transaction was rolled back')
  })

  it('[TX-3] ends with the statements that limit what everybody writes, in the order of their rows', async () => {
    const { pool } = world.server.deps
    await world.room({ name: 'Counted', seats: 1 })
    const order: string[] = []
    const count = (row: string) => ({
      statement: { text: `UPDATE room_room SET seats = seats * 10 + $1 WHERE name = 'Counted' RETURNING seats`, values: [Number(row)] },
      row,
      refusal: (error: unknown) => error,
    })
    await inTransaction(pool, async (transaction) => {
      transaction.last(count('3'))
      transaction.last(count('2'))
      const { rows } = await transaction.client.query("SELECT seats FROM room_room WHERE name = 'Counted'")
      order.push(String(rows[0].seats))
    })
    order.push(String((await world.rows("SELECT seats FROM room_room WHERE name = 'Counted'"))[0].seats))
    expect(order).toEqual(['1', '123'])
  })
})

describe('list', () => {
  beforeAll(async () => {
    const facts = [
      {
        name: 'L1',
        seats: 5,
        kind: 'lab',
        facts: { floor: 1, tags: ['a', 'b'] },
        label: { zh: '实验室', en: 'Laboratory 100%' },
        price: 100,
      },
      { name: 'L2', seats: 9, kind: 'lab', facts: { floor: 2, tags: ['b'] }, label: { zh: '机房', en: 'Server_room' }, price: 200 },
      { name: 'L3', seats: 2, kind: 'lab', facts: { floor: 3, place: { wing: 'west' } } },
    ]
    for (const fact of facts) await world.room(fact)
  })
  const names = (reply: { data: { list: { name: string }[] } }) => reply.data.list.map(({ name }) => name)

  it('filters, sorts and pages, and counts all', async () => {
    const reply = await world.call('api/room/list', { kind: 'lab', sort: '-seats', pageSize: 2 }, world.admin)
    expect(names(reply)).toEqual(['L2', 'L1'])
    expect(reply.data).toMatchObject({ total: 3, pageNum: 1, pageSize: 2 })
    expect(names(await world.call('api/room/list', { kind: 'lab', sort: '-seats', pageSize: 2, pageNum: 2 }, world.admin))).toEqual(['L3'])
  })

  it('asks for what its condition asks for, also when it is searched', async () => {
    for (const input of [{}, { search: 'L' }])
      expect(names(await world.call('api/room/labelled', input, world.admin))).toEqual(['L1', 'L2'])
  })

  it('counts all on a page beyond the last', async () => {
    const reply = await world.call('api/room/list', { kind: 'lab', pageNum: 9 }, world.admin)
    expect(reply.data).toMatchObject({ list: [], total: 3, pageNum: 9 })
  })

  it('counts up to the next multiple of its number behind the page, and says whether there are more', async () => {
    const counted = async (input: object) => {
      const { total, atLeast } = (await world.call('api/room/counted', { kind: 'lab', ...input }, world.admin)).data
      return [total, atLeast]
    }
    expect(await counted({})).toEqual([2, true])
    expect(await counted({ pageNum: 2 })).toEqual([3, false])
    expect(await counted({ pageNum: 9 })).toEqual([3, false])
    expect(await counted({ pageSize: 3 })).toEqual([3, false])
    expect(await counted({ search: 'L' })).toEqual([3, false])
  })

  it('takes the same parameters from the query, as text', async () => {
    const reply = await world.app.inject({
      url: '/api/room/list?kind=lab&minSeats=5&sort=name',
      headers: { authorization: `Bearer ${world.admin.token}` },
    })
    expect(names(reply.json())).toEqual(['L1', 'L2'])
  })

  it('sorts and reads computed fields, joined fields and expressions', async () => {
    const reply = await world.call('api/room/list', { kind: 'lab', sort: 'free' }, world.admin)
    expect(reply.data.list[0]).toMatchObject({ name: 'L3', free: 2, open: true, house: 'North', summary: 'L3 2' })
  })

  it('filters a json field by safe paths, lists and operators', async () => {
    const find = async (facts: unknown) => names(await world.call('api/room/list', { facts, sort: 'name' }, world.admin))
    expect(await find({ floor: 2 })).toEqual(['L2'])
    expect(await find({ tags: 'b' })).toEqual(['L1', 'L2'])
    expect(await find({ 'place.wing': { op: 'contains', value: 'WES' } })).toEqual(['L3'])
    expect(await find({ floor: { op: 'gte', value: 2 }, 'place.wing': null })).toEqual(['L2', 'L3'])
    const between = (op: string, value: number) => ({ op, value })
    expect(await find({ floor: [between('gte', 2), between('lte', 2)] })).toEqual(['L2'])
    expect(await world.call('api/room/list', { facts: { floor: [between('gte', 2), between('over', 3)] } }, world.admin)).toMatchObject({
      error: 'CALL_INPUT',
    })
    const refused = await world.call('api/room/list', { facts: { "floor'; DROP TABLE room_room; --": 1 } }, world.admin)
    expect(refused).toMatchObject({ error: 'CALL_INPUT' })
  })

  it('searches in both languages and takes wildcards literally', async () => {
    const search = async (text: string) => names(await world.call('api/room/list', { search: text, sort: 'name' }, world.admin))
    expect(await search('机房')).toEqual(['L2'])
    expect(await search('laboratory')).toEqual(['L1'])
    expect(await search('100%')).toEqual(['L1'])
    expect(await search('r_r')).toEqual(['L2'])
    expect(await search('%')).toEqual(['L1'])
  })

  it('refuses a page of more than 100 and a sort that is not declared', async () => {
    expect(await world.call('api/room/list', { pageSize: 101 }, world.admin)).toMatchObject({
      error: 'CALL_INPUT',
      details: { errors: [{ path: '/pageSize' }] },
    })
    expect(await world.call('api/room/list', { sort: 'doorCode' }, world.admin)).toMatchObject({
      error: 'CALL_INPUT',
      details: { errors: [{ path: '/sort' }] },
    })
  })
})

describe('field readers', () => {
  it('leave a field out for those who are no readers, and refuse it as a filter', async () => {
    const id = await world.room({ name: 'Priced', price: 777 })
    const seen = async (token: string) =>
      (await world.app.inject({ url: `/api/room/${id}`, headers: { authorization: `Bearer ${token}` } })).json().data
    expect(await seen(world.admin.token)).toMatchObject({ price: 777 })
    expect(await seen(world.keeper.token)).not.toHaveProperty('price')
    expect(await world.call('api/room/list', { price: 700 }, world.keeper)).toMatchObject({ error: 'PERMISSION_DENIED' })
  })
})

describe('update', () => {
  it('changes what was given, leaves what was not, empties what is null, and may compute from the row', async () => {
    const id = await world.room({ name: 'Green', price: 5 })
    expect((await world.call('api/room/update', { id, more: 4 }, world.admin)).data).toEqual({ id, name: 'Green', seats: 7 })
    expect(await world.rows('SELECT price, seats FROM room_room WHERE id = $1', [id])).toEqual([{ price: '5', seats: 7 }])
    await world.call('api/room/update', { id, price: null }, world.admin)
    expect(await world.rows('SELECT price FROM room_room WHERE id = $1', [id])).toEqual([{ price: null }])
  })

  it('answers NOT_FOUND for a row that is not there', async () => {
    expect(await world.call('api/room/update', { id: '999999', name: 'x' }, world.admin)).toMatchObject({ code: 404, error: 'NOT_FOUND' })
  })
})

describe('remove', () => {
  it('removes the row, and refuses while others refer to it', async () => {
    const id = await world.room()
    await world.call('nodeapi/room/book', { roomId: id }, world.guest)
    expect(await world.call('api/room/remove', { id }, world.admin)).toMatchObject({ error: 'IN_USE' })
    await world.rows('DELETE FROM room_booking WHERE "roomId" = $1', [id])
    expect((await world.call('api/room/remove', { id }, world.admin)).data).toEqual({ id })
    expect(await world.rows('SELECT 1 FROM room_room WHERE id = $1', [id])).toEqual([])
  })
})

describe('within', () => {
  it('shows and changes rows of the own objects only; foreign rows do not exist', async () => {
    const own = await world.room({ name: 'Own' })
    const foreign = await world.room({ name: 'Foreign', houseId: world.houses[1] })
    const list = await world.call('api/room/list', { pageSize: 100 }, world.keeper)
    expect(list.data.list.map(({ id }: { id: string }) => id)).toContain(own)
    expect(list.data.list.map(({ house }: { house: string }) => house)).not.toContain('South')
    expect(await world.call('api/room/update', { id: foreign, name: 'Mine' }, world.keeper)).toMatchObject({ error: 'NOT_FOUND' })
    expect(await world.call('api/room/remove', { id: foreign }, world.keeper)).toMatchObject({ error: 'NOT_FOUND' })
    expect(await world.rows('SELECT name FROM room_room WHERE id = $1', [foreign])).toEqual([{ name: 'Foreign' }])
    expect((await world.call('api/room/update', { id: own, name: 'Still own' }, world.keeper)).code).toBe(0)
  })

  it('refuses to create a row in a foreign object', async () => {
    const reply = await world.call('api/room/create', { houseId: world.houses[1], name: 'Sneaked', seats: 1 }, world.keeper)
    expect(reply).toMatchObject({ code: 403, error: 'PERMISSION_DENIED' })
    expect(await world.rows("SELECT 1 FROM room_room WHERE name = 'Sneaked'")).toEqual([])
  })

  it('acts on the next request when the right is taken away', async () => {
    const person = await world.person('leaving', [{ role: 'room.keeper', scope: 'house', objectId: world.houses[0] }])
    expect((await world.call('api/room/list', {}, person)).code).toBe(0)
    await world.rows('DELETE FROM account_grant WHERE "userId" = $1', [person.id])
    // another process than the server's took it away: its notice travels a moment
    await expect.poll(() => world.call('api/room/list', {}, person)).toMatchObject({ error: 'PERMISSION_DENIED' })
  })
})

describe('count with groupBy', () => {
  it('counts rows by their values, the most frequent first, and of those in reach only', async () => {
    await world.room({ houseId: world.houses[1], name: 'Far', kind: 'lab' })
    const counted = async (who: typeof world.admin) => (await world.call('api/room/countBy', { kind: 'lab' }, who)).data
    expect(await counted(world.admin)).toEqual({
      total: 4,
      groups: [
        { house: 'North', kind: 'lab', count: 3 },
        { house: 'South', kind: 'lab', count: 1 },
      ],
    })
    expect(await counted(world.keeper)).toEqual({ total: 3, groups: [{ house: 'North', kind: 'lab', count: 3 }] })
    await world.rows("DELETE FROM room_room WHERE name = 'Far'")
  })

  it('counts by the day of the time zone of the platform, without gaps', async () => {
    const roomId = await world.room()
    // Midnight in Shanghai is 16:00 UTC.
    for (const at of ['2026-02-27T15:59:59Z', '2026-02-27T16:00:00Z', '2026-03-01T15:00:00Z', null])
      await world.rows('INSERT INTO room_booking ("roomId", "userId", "decidedAt") VALUES ($1, $2, $3)', [roomId, world.guest.id, at])
    const { data } = await world.call('api/room/bookingsByDay', {}, world.guest)
    expect(data.groups.filter(({ day }: { day: string | null }) => day !== null)).toEqual([
      { day: '2026-02-27', count: 1 },
      { day: '2026-02-28', count: 1 },
      { day: '2026-03-01', count: 1 },
    ])
    expect(data.total).toBe(data.groups.reduce((sum: number, { count }: { count: number }) => sum + count, 0))
  })

  it('adds up fields of the latest days, weeks or months, each whole and as the time zone of the platform has it', async () => {
    const { timeZone } = world.server.deps.platform().app
    const day = (back: number) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now() - back * 86_400_000)
    // midnight and the last second of a day in Shanghai
    const opened = [
      [0, '00:00:00'],
      [1, '23:59:59'],
      [1, '12:00:00'],
      [3, '23:59:59'],
      [400, '00:00:00'],
    ] as const
    for (const [index, [back, time]] of opened.entries()) {
      const id = await world.room({ name: `Opened ${index}`, seats: 10 ** index, kind: 'lab' })
      await world.rows('UPDATE room_room SET "openAt" = $2 WHERE id = $1', [id, `${day(back)}T${time}+08:00`])
    }
    const asked = async (input: object) => (await world.call('api/room/seatsOverTime', { kind: 'lab', ...input }, world.guest)).data
    expect(await asked({})).toEqual({
      total: 3,
      groups: [
        { at: day(2), count: 0, seats: 0 },
        { at: day(1), count: 2, seats: 110 },
        { at: day(0), count: 1, seats: 1 },
      ],
    })
    const weekday = (new Date(`${day(0)}T00:00:00Z`).getUTCDay() + 6) % 7
    const weeks = await asked({ unit: 'week' })
    expect(weeks.groups.map(({ at }: { at: string }) => at)).toEqual([day(weekday + 14), day(weekday + 7), day(weekday)])
    expect(weeks.groups.reduce((sum: number, { seats }: { seats: number }) => sum + seats, 0)).toBe(1_111)
    const months = await asked({ unit: 'month' })
    expect(months.groups.at(-1).at).toBe(day(0).slice(0, 7))
    expect(months.groups).toHaveLength(2)
    expect(months.total).toBe(4)
    expect((await asked({ kind: 'hall', unit: 'day' })).groups).toEqual([])
    expect(await world.call('api/room/seatsOverTime', { unit: 'year' }, world.guest)).toMatchObject({ error: 'CALL_INPUT' })
    await world.rows("DELETE FROM room_room WHERE name LIKE 'Opened %'")
  })
})

describe('the envelope', () => {
  it('answers 0 under api, 20000 under nodeapi, and strict input everywhere', async () => {
    const id = await world.room()
    expect((await world.call('nodeapi/room/book', { roomId: id }, world.guest)).code).toBe(20000)
    const reply = await world.call('nodeapi/room/book', { roomId: id, status: 1 }, world.guest)
    expect(reply).toMatchObject({ code: 422, details: { errors: [{ path: '/status' }] } })
  })

  it('counts for signed-in people and asks visitors to sign in', async () => {
    expect((await world.call('api/room/count', { kind: 'lab' }, world.guest)).data).toEqual({ total: 3 })
    expect(await world.call('api/room/count', {})).toMatchObject({ code: 401, error: 'SESSION_REQUIRED', message: '请先登录。' })
  })
})

it('[ANSWERS-1] answers a row as answers of a form, its groups with the rows that belong to it, and never what the asker may not read', async () => {
  const [{ id: houseId }] = await world.rows("INSERT INTO room_house (name) VALUES ('West') RETURNING id::text")
  const b = await world.room({ houseId, name: 'B', seats: 3 })
  const a = await world.room({ houseId, name: 'A', seats: 2 })
  await world.room({ houseId, name: 'Lab', kind: 'lab' })
  await world.room({ name: 'Elsewhere' })
  await world.rows(`UPDATE room_room SET price = 5, label = '{"zh": "乙", "en": "B"}' WHERE id = $1`, [b])
  const answers = async (person: Person) =>
    (await world.call(`api/room/editHouse?id=${houseId}`, {}, person, { method: 'GET', payload: undefined })).data.answers
  const rooms = [
    { id: a, name: 'A', seats: 2 },
    { id: b, name: 'B', seats: 3, label: { zh: '乙', en: 'B' } },
  ]
  expect(await answers(world.guest)).toEqual({ name: 'West', rooms })
  expect((await answers(world.admin)).rooms[1]).toEqual({ ...rooms[1], price: 5 })
})
