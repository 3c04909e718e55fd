/** Connections that are dead without being closed, as after a failover: what was sent over them is answered by no one. A proxy passes nothing more over
 *  the connections that are open, and everything over new ones. */
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { assertSession, clockLead } from '../../../runtime/server/database/assertSession.ts'
import { openDatabase } from '../../../runtime/server/database/openDatabase.ts'
import { createDatabaseProxy, type DatabaseProxy } from '../../harness/databaseProxy.ts'
import { endSessions } from '../../harness/endSessions.ts'
import { createRoomsWorld, type RoomsWorld } from '../roomsWorld.ts'

/** `npm run test:faults` goes through it more often. */
const ROUNDS = process.env.FAULT_ROUNDS ? 10 : 1
const PEOPLE = 12
/** Whom the server is to PostgreSQL: its password changes below. */
const ROLE = `silence_${randomBytes(4).toString('hex')}`
const PASSWORD = 'first'

let proxy: DatabaseProxy
let world: RoomsWorld
// biome-ignore lint/suspicious/noExplicitAny: a settings document
const short = ({ values, ...rest }: any) => ({
  ...rest,
  values: {
    ...values,
    statementSeconds: { ...values.statementSeconds, value: 1 },
    silenceSeconds: { ...values.silenceSeconds, minimum: 1, value: 2 },
  },
})
beforeAll(async () => {
  proxy = await createDatabaseProxy(inject('postgresUrl'))
  await govern(`CREATE ROLE ${ROLE} SUPERUSER LOGIN PASSWORD '${PASSWORD}'`)
  const reach = (url: string) => Object.assign(new URL(proxy.address(url)), { username: ROLE, password: PASSWORD }).href
  world = await createRoomsWorld({ reach, edits: { 'schemas/platform/database.settings.json': short } })
})
afterAll(async () => {
  await world?.close()
  await proxy?.close()
  await govern(`DROP ROLE IF EXISTS ${ROLE}`)
})

/** A statement of who runs PostgreSQL. */
async function govern(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function create(name: string): Promise<[number, string]> {
  const headers = { authorization: `Bearer ${world.admin.token}` }
  const payload = { houseId: world.houses[0], name, seats: 1 }
  const reply = await world.app.inject({ method: 'POST', url: '/api/room/create', payload, headers })
  return [reply.statusCode, reply.json().error ?? 'done']
}

const asked = async (what: string) => {
  const reply = await world.app.inject({ url: `/health/${what}` })
  return [reply.statusCode, reply.json().reason ?? 'ok']
}

it('[FAULT-21] a pool waits for a silent connection for ever when it is patient (control), and replaces it when it is as ours are', {
  timeout: 900_000,
}, async () => {
  const open = (isPatient: boolean) => openDatabase(proxy.address(world.databaseUrl), { size: 1, statementSeconds: 1, isPatient })
  const [patient, ours] = [open(true), open(false)]
  for (const { pool } of [patient, ours]) await pool.query('SELECT 1')
  proxy.silence()
  let isAnswered = false
  const waits = patient.pool
    .query('SELECT 1')
    .catch(() => {})
    .finally(() => (isAnswered = true))
  await expect(ours.pool.query('SELECT 1')).rejects.toThrow('Query read timeout')
  expect((await ours.pool.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }])
  expect(isAnswered).toBe(false)
  await Promise.all([patient.pool.end(), ours.pool.end(), waits])
})

it('[FAULT-22] callers over silent connections are told BUSY, then everything works again without a new start', {
  timeout: 600_000 * ROUNDS,
}, async () => {
  const all = (round: string) => Promise.all(Array.from({ length: PEOPLE }, (_, person) => create(`${round} ${person}`)))
  const isDone = (replies: unknown[][]) => replies.every(([status, said]) => status === 200 && said === 'done')
  for (let round = 0; round < ROUNDS; round++) {
    expect(isDone(await all(`before ${round}`))).toBe(true)
    proxy.silence()
    const during = await all(`during ${round}`)
    expect(during.filter(([status, said]) => !(status === 503 && said === 'BUSY') && !(status === 200 && said === 'done'))).toEqual([])
    expect(isDone(during)).toBe(false)
    await expect.poll(async () => isDone(await all(`after ${round} ${Math.random()}`))).toBe(true)
    await expect.poll(() => asked('ready')).toEqual([200, 'ok'])
    expect(await asked('live')).toEqual([200, 'ok'])
  }
})

it('[FAULT-23] live fails when the database has not answered for its limit, and ready at once', async () => {
  expect(await asked('live')).toEqual([200, 'ok'])
  const stop = setInterval(() => proxy.silence(), 20)
  try {
    await expect.poll(() => asked('ready')).toEqual([503, 'database'])
    await expect.poll(() => asked('live')).toEqual([503, 'database'])
  } finally {
    clearInterval(stop)
  }
  await expect.poll(() => asked('live')).toEqual([200, 'ok'])
})

it('[FAULT-24] a start is refused when something between drops the settings of a session, as a pooler does', async () => {
  const plain = new pg.Pool({ connectionString: world.databaseUrl, max: 1 })
  try {
    await expect(assertSession(plain)).rejects.toMatchObject({ code: 'DATABASE_POOLED' })
    // a silent connection of the test before may be in the pool still
    const asserted = () => assertSession(world.server.deps.pool).then(() => 'whole', String)
    await expect.poll(asserted).toBe('whole')
    expect(Math.abs(await clockLead(plain))).toBeLessThan(5_000)
  } finally {
    await plain.end()
  }
})

it('[FAULT-25] callers are told BUSY while PostgreSQL refuses the password, and are served again once it is right', async () => {
  await expect.poll(() => create(`with the first ${randomUUID().slice(0, 8)}`)).toEqual([200, 'done'])
  await govern(`ALTER ROLE ${ROLE} PASSWORD 'second'`)
  expect(await endSessions(world.rows, `usename = '${ROLE}'`)).toBeGreaterThan(0)
  for (let round = 0; round < 3; round++) expect(await create(`refused ${round}`)).toEqual([503, 'BUSY'])
  expect(await asked('ready')).toEqual([503, 'database'])
  await govern(`ALTER ROLE ${ROLE} PASSWORD '${PASSWORD}'`)
  await expect.poll(() => create(`again ${randomUUID().slice(0, 8)}`)).toEqual([200, 'done'])
  await expect.poll(() => asked('ready')).toEqual([200, 'ok'])
})
