/** The documents of `tests/fixtures/rooms` on a server, with people who may and may not. Shared by the tests of calls. */
import type { InjectOptions } from 'fastify'
import type { Tokens } from '../../runtime/core/contracts.ts'
import { roomsOverlays } from '../harness/roomsOverlays.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../harness/startTestServer.ts'

export interface Reply {
  code: number
  error?: string
  message: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies whose shape they assert
  data: any
  details?: Record<string, unknown>
}
export interface Person {
  id: string
  token: string
}
export interface RoomsWorld extends TestServer {
  /** Two houses; the keeper keeps the first. */
  houses: [string, string]
  admin: Person
  keeper: Person
  guest: Person
  /** Over HTTP, the parsed envelope. */
  call(path: string, input?: Record<string, unknown>, person?: Person | null, options?: Partial<InjectOptions>): Promise<Reply>
  /** Rows of a statement. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into rows whose shape they assert
  rows(sql: string, values?: unknown[]): Promise<any[]>
  person(name: string, grants?: { role: string; scope?: string; objectId?: string }[]): Promise<Person>
  room(facts?: Record<string, unknown>): Promise<string>
}

export async function createRoomsWorld(
  options: Pick<TestServerOptions, 'database' | 'reach' | 'edits' | 'overlays' | 'replicaUrls'> = {},
): Promise<RoomsWorld> {
  const started = await startTestServer({ ...options, overlays: [...roomsOverlays(), ...(options.overlays ?? [])] })
  const { app, db, server } = started
  const rows: RoomsWorld['rows'] = async (sql, values = []) => (await db.query(sql, values)).rows
  const person: RoomsWorld['person'] = async (name, grants = []) => {
    const [{ id }] = await rows('INSERT INTO account_user ("userName", name) VALUES ($1, $1) RETURNING id', [name])
    for (const { role, scope = null, objectId = null } of grants) {
      await rows('INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, $3, $4)', [id, role, scope, objectId])
    }
    const request = { id: 'test', ip: '127.0.0.1', headers: {} }
    const scope = { db: server.deps.db, session: server.deps.services.sessions.visitor(), now: new Date(), lang: 'zh' as const, request }
    const tokens = (await server.deps.services.sessions.bind(scope).open(String(id), { secondFactor: true })) as Tokens
    return { id: String(id), token: tokens.access_token }
  }
  const call: RoomsWorld['call'] = async (path, input = {}, who = null, options = {}) => {
    const headers = { ...(who ? { authorization: `Bearer ${who.token}` } : {}), ...options.headers }
    const reply = await app.inject({ method: 'POST', url: `/${path}`, payload: input, ...options, headers })
    return reply.json() as Reply
  }
  const houses = await rows("INSERT INTO room_house (name) VALUES ('North'), ('South') RETURNING id")
  const [first, second] = houses.map(({ id }) => String(id)) as [string, string]
  const admin = await person('admin', [{ role: 'account.platformAdmin' }])
  const keeper = await person('keeper', [{ role: 'room.keeper', scope: 'house', objectId: first }])
  const guest = await person('guest')
  let count = 0
  const room: RoomsWorld['room'] = async (facts = {}) => {
    count += 1
    return (await call('api/room/create', { houseId: first, name: `room ${count}`, seats: 3, ...facts }, admin)).data.id
  }
  return { ...started, houses: [first, second], admin, keeper, guest, call, rows, person, room }
}
