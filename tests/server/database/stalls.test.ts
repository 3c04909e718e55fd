/** A process that stood still for a while takes the connections whose answers came meanwhile. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONNECTION_WAIT_MS } from '../../../runtime/server/database/connectClient.ts'
import { openDatabase } from '../../../runtime/server/database/openDatabase.ts'
import { createWorld, type World } from '../roadWorld.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world?.close())

/** Nothing else runs meanwhile. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

it.each(['asks', 'asks by the pool itself'])(
  '[STALL-1] who %s for a connection while the process stands still gets it afterwards',
  async (how) => {
    const { pool } = openDatabase(world.databaseUrl, { size: 1 })
    const first = await pool.connect()
    const answered = first.query('SELECT 1').finally(() => first.release())
    const waiting =
      how === 'asks'
        ? pool.connect().then(async (client) => {
            const { rows } = await client.query('SELECT 2 AS sum')
            client.release()
            return rows
          })
        : pool.query('SELECT 2 AS sum').then(({ rows }) => rows)
    standStill(CONNECTION_WAIT_MS + 500)
    await answered
    expect(await waiting).toEqual([{ sum: 2 }])
    await pool.end()
  },
)

it('[STALL-1] who waits in a process that works is told after the time', async () => {
  const { pool } = openDatabase(world.databaseUrl, { size: 1 })
  const first = await pool.connect()
  await expect(pool.connect()).rejects.toThrow('timeout exceeded when trying to connect')
  first.release()
  await pool.end()
})
