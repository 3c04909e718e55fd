/** Lists that count far are read in other ways: by the order of an index, found first and ordered then, without rows that are only stepped over. What they
 *  answer is what a plain list answers. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

/** What every statement on its way is. */
const Statement = pg.Query.prototype as unknown as { text: string; submit(connection: pg.Connection): Error | null }

let world: RoomsWorld
const ROOMS = 1_400
beforeAll(async () => {
  world = await createRoomsWorld()
  await world.rows(
    `INSERT INTO room_room ("houseId", name, label, kind, seats, "openedOn", facts)
     SELECT CASE WHEN n % 3 = 0 THEN $1::bigint ELSE $2::bigint END, CASE WHEN n % 300 = 7 THEN '航天' ELSE 'Raum' END || n,
       jsonb_build_object('zh', '房间' || n % 11, 'en', 'Room 100% ' || n % 11), CASE WHEN n % 5 = 0 THEN 'lab' ELSE 'hall' END, n % 40,
       CASE WHEN n % 4 > 0 THEN DATE '2026-01-01' + n % 60 END,
       jsonb_build_object('floor', n % 9, 'tags', jsonb_build_array('t' || n % 3, 't' || n % 7), 'note', 'note ' || n, 'place', jsonb_build_object('wing', 'w' || n % 5))
     FROM generate_series(1, ${ROOMS}) n`,
    world.houses,
  )
})
afterAll(() => world.close())

const FILTERS: Record<string, unknown>[] = [
  {},
  { kind: 'lab' },
  { kinds: [] },
  { named: '航天' },
  { named: '300' },
  { search: '航天' },
  { search: '房间1' },
  { search: '房间1 raum' },
  { search: '100%' },
  { search: 'nobody' },
  { search: '室' },
  { facts: { floor: 3 } },
  { facts: { floor: '3' } },
  { facts: { tags: 't2' } },
  { facts: { tags: { op: 'in', value: ['t5', 't6'] } } },
  { facts: { 'tags.0': 't1' } },
  { facts: { 'place.wing': 'w3', floor: { op: 'in', value: [1, 2] } } },
  { facts: { note: { op: 'contains', value: 'e 77' } } },
  {
    facts: {
      floor: [
        { op: 'gte', value: 2 },
        { op: 'lt', value: 4 },
      ],
    },
  },
  {
    facts: {
      note: [
        { op: 'gte', value: 'note 7' },
        { op: 'lte', value: 'note 8' },
      ],
    },
  },
]
const ORDERS = [undefined, 'name', '-seats', 'openedOn', '-openedOn', '-label', '-free']
const PAGES = [{ pageNum: 2 }, { pageNum: 40 }, { pageNum: 5, pageSize: 100 }, { pageNum: 99, pageSize: 100 }]

async function differences(filters: readonly Record<string, unknown>[]): Promise<string[]> {
  const found: string[] = []
  // each filter meets each order, and each page in some order
  for (const [turn, filter] of filters.entries())
    for (const [at, sort] of ORDERS.entries())
      for (const page of [{}, PAGES[(turn + at) % PAGES.length]]) {
        const input = { houseId: world.houses[1], ...filter, ...(sort && { sort }), ...page }
        const [plain, long] = await Promise.all(['list', 'long'].map((name) => world.call(`api/room/${name}`, input, world.admin)))
        const { total, list } = plain!.data
        const { total: counted, atLeast, list: rows } = long!.data
        const isSame = JSON.stringify(list) === JSON.stringify(rows) && (atLeast ? counted < total : counted === total)
        if (!isSame) found.push(`${JSON.stringify(input)}: ${total} ${counted} ${atLeast} ${list.length} ${rows.length}`)
      }
  return found
}

describe('a long list', () => {
  it('[DESK-13] answers the rows of a plain list for every filter, order and page, and counts no further than it says', async () => {
    expect(await differences(FILTERS)).toEqual([])
  })

  it('[DESK-15] looks once for what nobody has', async () => {
    const asked: string[] = []
    const { submit } = Statement
    const watched = vi.spyOn(Statement, 'submit').mockImplementation(function (this: typeof Statement, connection) {
      if (this.text.includes('room_room')) asked.push(this.text)
      return submit.call(this, connection)
    })
    const reply = await world.call('api/room/long', { search: 'nobody' }, world.admin)
    watched.mockRestore()
    expect(reply.data).toMatchObject({ total: 0, list: [], atLeast: false })
    expect(asked).toHaveLength(1)
  })

  it('[DESK-17] says that a page lies too far behind, instead of stepping over everything before it', async () => {
    const reply = await world.call('api/room/long', { pageNum: 1_002, pageSize: 100 }, world.admin)
    expect(reply).toMatchObject({ code: 422, error: 'PAGE_TOO_FAR', details: { limit: 100_000 } })
  })
})

describe('an index for a filter on a field of a form', () => {
  const indexes = async () =>
    (await world.rows(`SELECT indexdef FROM pg_indexes WHERE starts_with(indexname, '_field_')`)).map(({ indexdef }) => String(indexdef))
  const ask = async (facts: Record<string, unknown>, times: number) => {
    for (let time = 0; time < times; time++) await world.call('api/room/long', { houseId: world.houses[1], facts }, world.admin)
  }

  /** How many are used by requests. */
  const isReady = () => {
    const { has } = world.server.deps.services.fieldIndexes
    const entity = world.server.deps.platform().get('entity', 'room.room')
    const made = [
      { path: 'note', kind: 'words' },
      { path: 'floor', kind: 'number' },
    ] as const
    return made.filter((each) => has({ entity, field: 'facts', ...each })).length
  }

  it('[DESK-19] is made when it is asked for often on a large table, and answers stay the same', async () => {
    const note = { note: { op: 'contains', value: 'e 77' } }
    await ask(note, 10)
    expect(await indexes()).toEqual([])
    for (const [at, facts] of [note, { floor: { op: 'gte', value: 2 } }].entries()) {
      // as if there were many rows: what the planner believes, until it is analysed again
      await world.rows(`UPDATE pg_class SET reltuples = 1000000 WHERE relname = 'room_room'`)
      await ask(facts, 5)
      await expect.poll(indexes).toHaveLength(at + 1)
      await expect.poll(isReady).toBe(at + 1)
    }
    expect((await indexes()).join(' ')).toMatch(/gin.*platform_folded_pairs.*'note'/)
    expect(await differences(FILTERS.filter(({ facts }) => facts))).toEqual([])
  })
})
