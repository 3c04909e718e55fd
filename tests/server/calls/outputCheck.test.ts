/** What calls answer is what their documents promise: held in development and tests, not in production. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roomsOverlays } from '../../harness/roomsOverlays.ts'
import { startTestServer, type TestServer } from '../../harness/startTestServer.ts'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

let world: RoomsWorld
let production: TestServer
beforeAll(async () => {
  world = await createRoomsWorld()
  production = await startTestServer({ overlays: roomsOverlays(), environment: { NODE_ENV: '' } })
})
afterAll(async () => {
  await world.close()
  await production.close()
})

const ask = (answer: unknown) => world.call('api/room/untrue', { answer })

describe('[CALL-OUTPUT] the answer of a call', () => {
  it('goes out when it is as declared; objects that list no properties may hold anything', async () => {
    expect(await ask({ id: '1', rows: [{ name: 'x' }], content: { any: { thing: 1 } } })).toMatchObject({ code: 0 })
  })

  it.each([
    ['lacks what is required', {}],
    ['has another type', { id: 1 }],
    ['is nothing', undefined],
    ['has a property that nobody declares', { id: '1', secret: 'x' }],
    ['has such a property further inside', { id: '1', rows: [{ name: 'x', secret: 'x' }] }],
  ])('is a fault when it %s', async (_, answer) => {
    expect(await ask(answer)).toMatchObject({ code: 500, error: 'CALL_OUTPUT', data: null })
  })

  it('is not looked at in production', async () => {
    const reply = await production.app.inject({ method: 'POST', url: '/api/room/untrue', payload: { answer: { other: 1 } } })
    expect(reply.json()).toMatchObject({ code: 0, data: { other: 1 } })
  })
})
