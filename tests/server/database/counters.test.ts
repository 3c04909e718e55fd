/** Fields that many writes change and that indexes name: the indexes hold them in steps, orders do not show it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateDatabase } from '../../../runtime/server/database/migrateDatabase.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
})
afterAll(() => world?.close())

const accept = async (roomId: string) => {
  const { data } = await world.call('nodeapi/room/book', { roomId }, world.guest)
  return world.call('api/room/decide', { id: data.id, step: 'accept' }, world.admin)
}

describe('a counter', () => {
  it('[COUNTER-1] orders a list by its exact value, also among rows of the same step', async () => {
    const counts = [0, 1, 7, 98, 99, 100, 101, 102, 103, 1_000, 1_001]
    const shuffled = counts.toSorted((a, b) => ((a * 7) % 11) - ((b * 7) % 11))
    for (const taken of shuffled) await world.room({ name: `Counted ${taken}`, seats: 2_000 })
    await world.rows(`UPDATE room_room SET taken = split_part(name, ' ', 2)::integer WHERE name LIKE 'Counted %'`)
    const steps = await world.rows(`SELECT DISTINCT "_taken_step" FROM room_room WHERE taken BETWEEN 98 AND 103`)
    expect(steps.length).toBeLessThan(3)
    const listed = async (sort: string) => {
      const { data } = await world.call('api/room/list', { named: 'Counted', sort, pageSize: 50 }, world.admin)
      return data.list.map(({ name }: { name: string }) => Number(name.split(' ')[1]))
    }
    expect(await listed('taken')).toEqual(counts)
    expect(await listed('-taken')).toEqual(counts.toReversed())
  })

  it('[COUNTER-2] is counted without a write to any index, but for one write in each step', async () => {
    const roomId = await world.room({ name: 'Rushed', seats: 2_000 })
    await world.rows('UPDATE room_room SET taken = 500 WHERE id = $1', [roomId])
    await world.rows('VACUUM room_room')
    const writes = async () => {
      await world.rows('SELECT pg_stat_force_next_flush()')
      return (
        await world.rows(
          `SELECT n_tup_upd::integer AS all, n_tup_hot_upd::integer AS hot FROM pg_stat_user_tables WHERE relname = 'room_room'`,
        )
      )[0]
    }
    const before = await writes()
    for (let n = 0; n < 30; n++) expect((await accept(roomId)).code).toBe(0)
    await expect.poll(async () => (await writes()).all - before.all).toBe(30)
    expect((await writes()).hot - before.hot).toBeGreaterThanOrEqual(28)
    expect((await world.rows('SELECT taken FROM room_room WHERE id = $1', [roomId]))[0].taken).toBe(530)
  })

  it('[COUNTER-3] gets its steps when the server starts on tables that lack them, once', async () => {
    const migrate = () =>
      migrateDatabase({ databaseUrl: world.databaseUrl, projectDirectory: PROJECT_DIRECTORY, platform: world.server.deps.platform() })
    expect(await migrate()).toEqual([])
    await world.rows('ALTER TABLE room_room DROP COLUMN "_taken_step"')
    expect((await migrate()).length).toBe(2)
    expect(await world.rows(`SELECT "_taken_step" FROM room_room WHERE name = 'Counted 1000'`)).toEqual([{ _taken_step: 69 }])
    expect(await migrate()).toEqual([])
  })
})
