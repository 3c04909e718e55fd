/** Stopping: what runs finishes, what is new is not taken. Over a real port, as a load balancer would see it. */
import { expect, it, vi } from 'vitest'
import { createRoomsWorld } from './roomsWorld.ts'

it('a request that runs when the server stops gets its reply, none is taken afterwards, and nobody is cut off', async () => {
  const world = await createRoomsWorld()
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const post = () =>
    fetch(`${address}/api/room/wait`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"ms":400}' })
  const running = post()
  const started = async () =>
    (await world.rows(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`)).length
  await expect.poll(started).toBe(1)
  const cutOff = vi.spyOn(world.app.server, 'closeAllConnections')
  const closed = world.server.close()
  expect(await (await running).json()).toEqual({ code: 0, message: 'ok', data: { waited: 400 } })
  await closed
  expect(cutOff).not.toHaveBeenCalled()
  await expect(post()).rejects.toThrow()
  await world.close()
})

it('closing twice is closing once', async () => {
  const world = await createRoomsWorld()
  await Promise.all([world.server.close(), world.server.close()])
  await world.close()
})
