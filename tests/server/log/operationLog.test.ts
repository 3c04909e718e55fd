/** The operation log: written with the write, readable by permission, sealed behind the writers' backs, and telling when somebody touched it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealLog } from '../../../runtime/server/log/sealLog.ts'
import { verifyLog } from '../../../runtime/server/log/verifyLog.ts'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
beforeAll(async () => {
  world = await createRoomsWorld()
})
afterAll(() => world.close())

const logOf = (id: string) => world.rows(`SELECT * FROM platform_log WHERE entity = 'room.room' AND "rowId" = $1 ORDER BY id`, [id])

describe('an entry', () => {
  it('says who did what to which row, before and after, without secrets', async () => {
    const id = await world.room({ name: 'Logged', doorCode: '4711', keeperPhone: '13912345678', openAt: '2026-11-21T08:00:00.000Z' })
    await world.call('api/room/update', { id, name: 'Renamed', reason: 'typo' }, world.admin, { remoteAddress: '10.1.2.3' })
    await world.call('api/room/remove', { id }, world.admin)
    const [created, updated, removed] = await logOf(id)
    expect(created).toMatchObject({
      actorId: world.admin.id,
      actorName: 'admin',
      call: 'room.create',
      title: { zh: 'room made', en: 'room made' },
      before: null,
    })
    expect(created.after).toMatchObject({
      id,
      name: 'Logged',
      doorCode: '[redacted]',
      keeperPhone: '[redacted]',
      openAt: '2026-11-21T08:00:00.000Z',
    })
    expect(updated).toMatchObject({
      call: 'room.update',
      reason: 'typo',
      ip: '10.1.2.3',
      before: { name: 'Logged' },
      after: { name: 'Renamed' },
    })
    expect(removed).toMatchObject({ call: 'room.remove', before: { name: 'Renamed' }, after: null })
  })

  it('does not exist for a write that failed', async () => {
    const before = await world.rows('SELECT count(*) FROM platform_log')
    await world.call('api/room/create', { houseId: '999999', name: 'Nowhere', seats: 1 }, world.admin)
    expect(await world.rows('SELECT count(*) FROM platform_log')).toEqual(before)
  })

  it('cannot be changed or removed', async () => {
    await world.room()
    for (const sql of [`UPDATE platform_log SET reason = 'x'`, 'DELETE FROM platform_log', 'TRUNCATE platform_log']) {
      await expect(world.rows(sql)).rejects.toThrow('never changed')
    }
  })

  it('is told with what the row is called now, looked up when the log is read; a row that is gone has its id only', async () => {
    const id = await world.room({ name: 'Before' })
    await world.call('api/room/update', { id, name: 'Afterwards' }, world.admin)
    const titles = async () =>
      (await world.call('api/platform/log', { entity: 'room.room', rowId: id }, world.admin)).data.list.map(
        ({ rowId, rowTitle }: { rowId: string; rowTitle: unknown }) => [rowId, rowTitle],
      )
    expect(await titles()).toEqual([
      [id, 'Afterwards'],
      [id, 'Afterwards'],
    ])
    await world.call('api/room/remove', { id }, world.admin)
    expect(await titles()).toEqual([
      [id, null],
      [id, null],
      [id, null],
    ])
  })

  it('is shown by permission: everything to the platform, to others nothing without a grant', async () => {
    const id = await world.room({ name: 'Shown' })
    const list = await world.call('api/platform/log', { entity: 'room.room', rowId: id }, world.admin)
    expect(list.data).toMatchObject({ total: 1, list: [{ call: 'room.create', rowId: id, after: { name: 'Shown' } }] })
    expect(await world.call('api/platform/log', {}, world.guest)).toMatchObject({ error: 'PERMISSION_DENIED' })
  })
})

describe('the chain', () => {
  /** Entries wait for the oldest transaction of the cluster, and other test files run in it. */
  const sealAll = () =>
    expect
      .poll(async () => {
        await sealLog(world.server.deps.pool)
        return (await verify()).unsealed
      })
      .toBe(0)
  const verify = () => verifyLog(world.server.deps.pool)
  /** As somebody with all rights over the database would do it. */
  const tamper = async (sql: string, values: unknown[]) => {
    await world.rows('ALTER TABLE platform_log DISABLE TRIGGER USER')
    await world.rows(sql, values)
    await world.rows('ALTER TABLE platform_log ENABLE TRIGGER USER')
  }
  let id = ''
  beforeEach(async () => {
    const room = await world.room()
    id = (await logOf(room))[0].id
  })

  it('is intact over everything committed, and says what is not sealed yet', async () => {
    await sealAll()
    expect(await verify()).toMatchObject({ unsealed: 0, breaks: [] })
  })

  it('seals entries of transactions that end in another order than they began', async () => {
    await sealAll()
    const slow = await world.server.deps.pool.connect()
    await slow.query('BEGIN')
    await slow.query(`INSERT INTO platform_log (entity, "rowId") VALUES ('room.room', 'slow')`)
    await world.room()
    await sealLog(world.server.deps.pool)
    await slow.query('COMMIT')
    slow.release()
    await sealAll()
    expect(await verify()).toMatchObject({ unsealed: 0, breaks: [] })
  })

  it('lets nobody wait: an entry is written while the sealer holds its lock', async () => {
    const sealer = await world.server.deps.pool.connect()
    await sealer.query('BEGIN')
    await sealer.query('SELECT pg_advisory_xact_lock(7046029255)')
    expect(await world.room()).toMatch(/^\d+$/)
    expect(await sealLog(world.server.deps.pool)).toBe(0)
    expect((await verify()).unsealed).toBeGreaterThan(0)
    await sealer.query('ROLLBACK')
    sealer.release()
  })

  it('finds an entry that was changed, and only that one', async () => {
    await sealAll()
    await tamper(`UPDATE platform_log SET reason = 'nothing to see' WHERE id = $1`, [id])
    expect((await verify()).breaks).toEqual([{ what: 'changed', position: expect.any(Number), entry: id }])
    await tamper('UPDATE platform_log SET reason = NULL WHERE id = $1', [id])
    expect((await verify()).breaks).toEqual([])
  })

  it('finds an entry that was removed, and a seal that was rewritten to hide it', async () => {
    await sealAll()
    await tamper('DELETE FROM platform_log WHERE id = $1', [id])
    const { breaks } = await verify()
    expect(breaks).toEqual([{ what: 'missing', position: expect.any(Number), entry: id }])
    await world.rows(
      'UPDATE platform_seal SET ids = array_remove(ids, $1::bigint), hashes = hashes[1:array_length(hashes, 1) - 1] WHERE position = $2',
      [id, breaks[0]!.position],
    )
    expect((await verify()).breaks.map(({ what }) => what)).toContain('chain')
  })
})
