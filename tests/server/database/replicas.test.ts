/** Reads that replicas of the database answer (DATABASE_REPLICA_URLS), on a primary of this file's own with streaming replicas. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { answeredByReplica as mayReplicaAnswer } from '../../../runtime/server/calls/answeredByReplica.ts'
import { createServer, type Server } from '../../../runtime/server/createServer.ts'
import { databaseLimits } from '../../../runtime/server/database/databaseLimits.ts'
import { createDatabaseProxy, type DatabaseProxy } from '../../harness/databaseProxy.ts'
import { endSessions } from '../../harness/endSessions.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { type ReplicaOfTest, type ReplicatedDatabase, startReplicated } from '../../harness/replicatedDatabase.ts'
import { roomsOverlays } from '../../harness/roomsOverlays.ts'
import { createRoomsWorld, type Person, type RoomsWorld } from '../roomsWorld.ts'

let database: ReplicatedDatabase
let [first, second]: ReplicaOfTest[] = []
/** The address that follows the primary. */
let proxy: DatabaseProxy
let world: RoomsWorld
/** Another node. */
let other: Server
beforeAll(async () => {
  // what is replayed ends reads that are in its way after a moment
  database = await startReplicated({ max_standby_streaming_delay: '50ms' })
  ;[first, second] = await Promise.all([database.addReplica(), database.addReplica()])
  proxy = await createDatabaseProxy(database.url)
  const replicaUrls = [first.url, second.url]
  const url = proxy.address(database.url)
  world = await createRoomsWorld({ database: { url, drop: async () => {} }, replicaUrls })
  other = await anotherNode(replicaUrls)
})
afterAll(async () => {
  await other?.close()
  await world?.close()
  await proxy?.close()
  await database?.stop()
})

const anotherNode = (replicaUrls: string[]) =>
  createServer({
    databaseUrl: proxy.address(database.url),
    replicaUrls,
    projectDirectory: PROJECT_DIRECTORY,
    overlays: roomsOverlays(),
    platform: world.server.deps.platform(),
    logLevel: 'silent',
    pretending: true,
    environment: { ...process.env, FILES_FOLDER: 'adopt', ROLE: 'web' },
  })
const replicas = (server: Server = world.server) => server.deps.replicas!
const absences = () =>
  replicas()
    .states()
    .map(({ absence }) => absence)
const answered = () => ({ ...replicas().counts() })

/** A browser: keeps its cookies, and asks whichever node. */
function browser(person: Person) {
  let cookie = ''
  const send = async (path: string, payload: object, { node = world.server, headers = {} }: { node?: Server; headers?: object } = {}) => {
    const reply = await node.app.inject({
      method: 'POST',
      url: `/${path}`,
      payload,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...(cookie ? { cookie } : {}), ...headers },
    })
    for (const { name, value } of reply.cookies) if (name.startsWith('agon.lastWrite')) cookie = `${name}=${value}`
    return reply.json()
  }
  return {
    send,
    cookie: () => cookie,
    forget: (to: string) => {
      cookie = to
    },
    create: (name: string, houseId = world.houses[0]) => send('api/room/create', { houseId, name, seats: 3 }),
    names: async (options = {}) =>
      ((await send('api/room/list', { named: 'own', pageSize: 100 }, options)).data.list as { name: string }[]).map(({ name }) => name),
  }
}

/** Soon after a write, the replicas have it. */
async function answeredByReplica(reader: ReturnType<typeof browser>): Promise<void> {
  const isSo = async () => {
    const before = answered().replica
    await reader.names()
    return answered().replica > before
  }
  await expect.poll(isSo).toBe(true)
}

/** No replica replays what the primary does meanwhile. */
async function whilePaused<T>(work: () => Promise<T>): Promise<T> {
  const limits = databaseLimits(world.server.deps.platform())
  const bound = (replicaLagMilliseconds: number) => {
    for (const node of [world.server, other]) replicas(node).limit({ ...limits, replicaLagMilliseconds })
  }
  for (const replica of [first!, second!]) await replica.query('SELECT pg_wal_replay_pause()')
  // for a machine that is slow
  bound(60_000)
  try {
    return await work()
  } finally {
    bound(limits.replicaLagMilliseconds)
    for (const replica of [first!, second!]) await replica.query('SELECT pg_wal_replay_resume()')
    await expect.poll(absences).toEqual([null, null])
  }
}

it('[REPLICA-1] lists are answered by a replica, single rows and lists of rights by the primary', async () => {
  await expect.poll(absences).toEqual([null, null])
  const reader = browser(world.keeper)
  await reader.names()
  await answeredByReplica(reader)
  const before = answered()
  const id = await world.room({ name: 'single' })
  await reader.send('api/room/get', { id })
  await reader.send('api/account/session/list', {})
  expect(answered()).toEqual(before)
  const calls = [...world.server.deps.platform().documents.call.values()]
  const may = calls.filter((call) => mayReplicaAnswer(call, world.server.deps.platform())).map(({ id: call }) => call)
  expect(may).toContain('room.list')
  expect(may.length).toBeGreaterThan(100)
  for (const call of calls.filter(
    ({ operation }) => operation && 'entity' in operation && /^account\.(session|grant|apiKey|code)$/.test(operation.entity ?? ''),
  ))
    expect(may).not.toContain(call.id)
})

it('[REPLICA-2] a person reads their own writes on every node, also when the replicas are behind; others read what was', async () => {
  const [writer, reader] = [browser(world.admin), browser(world.admin)]
  await reader.names()
  await answeredByReplica(reader)
  await whilePaused(async () => {
    await writer.create('own first')
    expect(await writer.names()).toContain('own first')
    expect(await writer.names({ node: other })).toContain('own first')
    // the control: without the position of the write a replica answers, and the row is missing
    const mark = writer.cookie()
    writer.forget(reader.cookie())
    expect(await writer.names()).not.toContain('own first')
    expect(await writer.names({ node: other })).not.toContain('own first')
    // a page that the server has told of a change asks for the newest
    expect(await writer.names({ headers: { 'x-newest': '1' } })).toContain('own first')
    writer.forget(mark)
    expect(await reader.names()).not.toContain('own first')
    // whoever keeps no cookies is answered by the primary
    reader.forget('')
    expect(await reader.names()).toContain('own first')
  })
  await answeredByReplica(writer)
  expect(await writer.names()).toContain('own first')
})

it('[REPLICA-3] a replica that is too far behind answers no one, until it is near again', async () => {
  const reader = browser(world.admin)
  await reader.names()
  await first!.query('SELECT pg_wal_replay_pause()')
  await world.room({ name: 'own behind' })
  await expect.poll(absences).toEqual(['behind', null])
  const { data } = await world.call('api/platform/state', {}, world.admin, { method: 'GET', payload: undefined })
  expect(data.replicas).toMatchObject([{ absence: 'behind' }, { absence: null }])
  expect(data.replicas[0].lag).toBeGreaterThan(2)
  for (let at = 0; at < 5; at++) expect(await reader.names()).toContain('own behind')
  await first!.query('SELECT pg_wal_replay_resume()')
  await expect.poll(absences).toEqual([null, null])
})

it('[REPLICA-4] nobody is told an error when reads are ended there, and when a replica is killed; it comes back by itself', async () => {
  const readers = [browser(world.admin), browser(world.keeper), browser(world.guest)]
  const codes = new Map<number, number>()
  const stop = new AbortController()
  const load = readers.flatMap((reader) =>
    [0, 1].map(async () => {
      while (!stop.signal.aborted) {
        const { code } = await reader.send('api/room/count', {})
        codes.set(code, (codes.get(code) ?? 0) + 1)
      }
    }),
  )
  const before = answered()
  for (let at = 0; at < 15; at++) {
    await endSessions(second!.query, `application_name LIKE 'agon replica%'`)
    await database.query(`ALTER TABLE room_room ALTER COLUMN price SET STATISTICS ${at + 1}`)
    await pause(20)
  }
  await second!.kill()
  await expect.poll(absences).toEqual([null, 'silent'])
  await second!.start()
  await expect.poll(absences).toEqual([null, null])
  stop.abort()
  await Promise.all(load)
  const now = answered()
  expect(now.replica - before.replica).toBeGreaterThan(20)
  expect(now.repeated - before.repeated).toBeGreaterThan(0)
  expect([...codes.keys()]).toEqual([0])
})

it('[REPLICA-5] an export is read from a replica that has all that was there when it began', async () => {
  const before = answered()
  const { data } = await world.call('api/room/opinionsExport', { houseId: world.houses[0] }, world.admin)
  const state = async () => (await world.rows('SELECT state FROM platform_job WHERE key = $1', [data.jobId]))[0]?.state
  await expect.poll(state).toBe('done')
  const all = [replicas().counts(), replicas(other).counts()].map(({ replica }) => replica)
  expect(all[0]! + all[1]!).toBeGreaterThan(before.replica)
})

it('[REPLICA-6] what is no replica of this database is left out, and so is a primary', async () => {
  const node = await anotherNode([database.url, inject('postgresUrl'), 'postgresql://agon@127.0.0.1:1/agon'])
  try {
    const found = () =>
      replicas(node)
        .states()
        .map(({ absence }) => absence)
    await expect.poll(found).toEqual(['primary', 'foreign', 'silent'])
    const reader = browser(world.admin)
    await reader.names({ node })
    expect(await reader.names({ node })).toContain('own first')
    expect(replicas(node).counts()).toMatchObject({ replica: 0, noReplica: 1 })
  } finally {
    await node.close()
  }
})

it('[FAILOVER-1] the primary is killed and a replica promoted: nodes go on, nothing that was acknowledged is lost or there twice, and callers are told to try again at most', async () => {
  await database.query(`ALTER SYSTEM SET synchronous_standby_names = 'replica1'`)
  await database.query('SELECT pg_reload_conf()')
  const acknowledged: string[] = []
  const errors: (string | undefined)[] = []
  const stop = new AbortController()
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    const { send } = browser(world.admin)
    for (let at = 0; !stop.signal.aborted; at++) {
      const name = `failover ${writer} ${at}`
      const node = at % 2 === 0 ? world.server : other
      const reply = await send('api/room/create', { houseId: world.houses[0], name, seats: 1 }, { node })
      if (reply.code === 0) acknowledged.push(name)
      else errors.push(reply.error)
    }
  })
  await expect.poll(() => acknowledged.length).toBeGreaterThan(100)
  await database.killPrimary()
  const killed = performance.now()
  await first!.promote()
  proxy.follow(first!.url)
  const before = acknowledged.length
  await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50)
  const seconds = (performance.now() - killed) / 1000
  stop.abort()
  await Promise.all(writers)
  const rows = (await first!.query(`SELECT name FROM room_room WHERE name LIKE 'failover %'`)).map(({ name }) => String(name))
  expect(acknowledged.filter((name) => !rows.includes(name))).toEqual([])
  expect(new Set(rows).size).toBe(rows.length)
  expect(errors.filter((error) => error !== 'BUSY')).toEqual([])
  expect(seconds).toBeLessThan(60)
  // who was a replica is the primary now, and the other one followed the former
  await expect.poll(absences).toEqual(['primary', expect.stringMatching(/foreign|behind/)])
  expect(await browser(world.admin).names()).toContain('own first')
})
