/** The platform behind PgBouncer in transaction mode (DATABASE_URL), with PostgreSQL itself beside it (DATABASE_DIRECT_URL). */
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { leadsToPooler } from '../../../runtime/server/database/leadsToPooler.ts'
import { migrateDatabase } from '../../../runtime/server/database/migrateDatabase.ts'
import { openDatabase } from '../../../runtime/server/database/openDatabase.ts'
import { endSessions } from '../../harness/endSessions.ts'
import { type Pooler, startPgbouncer } from '../../harness/pgbouncer.ts'
import { createWorld, HACKATHON, hackathonForm, signUp, type World } from '../roadWorld.ts'

/** Fewer than the pools of one process together. */
const SESSIONS = 6
const pooler: Pooler | null = await startPgbouncer(inject('postgresUrl'), SESSIONS)
let world: World
beforeAll(async () => {
  if (pooler) world = await createWorld({ template: 'seeded', pooler: pooler.address })
})
afterAll(async () => {
  await world?.close()
  await pooler?.close()
})

/** Opens the stream of changes. */
async function follow(token: string) {
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const controller = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${address}/api/platform/changes`, { headers, signal: controller.signal })
  const heard = { text: '' }
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) heard.text += decoder.decode(chunk, { stream: true })
  })().catch(() => {})
  const end = () => {
    controller.abort()
    return reading
  }
  return { heard, end }
}

it.skipIf(!pooler)(
  '[POOLER-1] through a pooler people sign in, write and read lists, jobs run, and open pages hear of changes',
  async () => {
    const organiser = await world.signIn('organiser 2')
    const form = await hackathonForm(world)
    const { heard, end } = await follow(organiser)

    const { token } = await world.newcomer()
    expect((await signUp(world, token, form)).code).toBe(0)
    expect((await signUp(world, token, form)).error).toBe('ALREADY_SIGNED_UP')

    const competitionId = await world.competition(HACKATHON)
    const list = () => world.call('api/web/report/signUpMember', { competitionId, pageNum: 1, pageSize: 10 }, organiser)
    for (let at = 0; at < 30; at += 1) expect((await list()).data.total).toBeGreaterThan(0)

    const { data } = await world.call('api/web/report/exportCompetitionSignUp', { competitionId }, organiser)
    const state = async () => (await world.rows('SELECT state FROM platform_job WHERE key = $1', [data.jobId]))[0]?.state
    await expect.poll(state, { timeout: 30_000 }).toBe('done')
    await expect.poll(() => heard.text).toContain('event: job\n')
    await end()
  },
)

it.skipIf(!pooler)(
  '[POOLER-2] many at once share few sessions, the last places go to as many as there are, nobody reads what another set',
  async () => {
    const form = await hackathonForm(world)
    await world.rows('UPDATE competition_event SET capacity = taken + 3 WHERE id = $1', [form.eventId])
    const people = await Promise.all(Array.from({ length: 24 }, () => world.newcomer()))
    const replies = await Promise.all(people.map(({ token }) => signUp(world, token, form)))
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(3)
    expect(replies.filter(({ error }) => error === 'FULL')).toHaveLength(21)
    await world.rows('UPDATE competition_event SET capacity = 10000 WHERE id = $1', [form.eventId])
    const sessions = await world.rows(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'agon' AND datname = current_database()`,
    )
    expect(sessions[0].count).toBeLessThanOrEqual(SESSIONS)
    const line = await world.rows(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'agon notices' AND datname = current_database()`)
    expect(line).toHaveLength(1)
  },
)

it.skipIf(!pooler)('[POOLER-3] time limits hold for each statement, and stay with it', async () => {
  const { pool } = openDatabase(pooler!.address(world.databaseUrl), { size: 1, statementSeconds: 1, isPooled: true })
  try {
    await expect(pool.query('SELECT pg_sleep(3)')).rejects.toMatchObject({ code: '57014' })
    const limits = `SELECT current_setting('statement_timeout') AS longest, current_setting('work_mem') AS memory`
    expect((await pool.query({ name: 'limits', text: limits })).rows).toEqual([{ longest: '1s', memory: '16MB' }])
    const client = await pool.connect()
    await client.query('BEGIN')
    expect((await client.query({ name: 'limits', text: limits })).rows).toEqual([{ longest: '1s', memory: '16MB' }])
    await client.query('ROLLBACK')
    client.release()
    await expect(pool.query('INSERT INTO platform_state (name) VALUES (NULL)')).rejects.toMatchObject({ code: '23502' })
    expect((await pool.query('SELECT $1::int AS one', [1])).rows).toEqual([{ one: 1 }])
    expect((await pool.query(`SELECT count(*)::int AS prepared FROM pg_prepared_statements`)).rows).toEqual([{ prepared: 0 }])
  } finally {
    await pool.end()
  }
})

it.skipIf(!pooler)('[POOLER-4] without the address of PostgreSQL itself the start says which setting is missing', async () => {
  const { server, databaseUrl } = world
  const started = migrateDatabase({
    databaseUrl: pooler!.address(databaseUrl),
    projectDirectory: server.deps.config.projectDirectory,
    platform: server.deps.platform(),
  })
  await expect(started).rejects.toMatchObject({ code: 'DATABASE_POOLED' })
  await expect(started).rejects.toThrow('DATABASE_DIRECT_URL')
})

it.skipIf(!pooler)(
  '[POOLER-5] sessions that end behind the pooler are a busy database, no fault, and what was acknowledged is there',
  async () => {
    const form = await hackathonForm(world)
    const reported: (string | undefined)[] = []
    for (let round = 0; round < 5; round += 1) {
      const people = await Promise.all(Array.from({ length: 8 }, () => world.newcomer()))
      const asking = Promise.all(people.map(({ token }) => signUp(world, token, form)))
      for (let at = 0; at < 5; at += 1) await endSessions(world.rows, `application_name = 'agon'`)
      const replies = await asking
      reported.push(...replies.map(({ error }) => error))
      const done = people.filter((_, at) => replies[at]!.code === 0).map(({ id }) => id)
      const stored = await world.rows('SELECT "userId" FROM signup_registration WHERE "userId" = ANY($1)', [done])
      expect(stored).toHaveLength(done.length)
    }
    expect(new Set(reported.filter((error) => error !== undefined))).toEqual(new Set(reported.includes('BUSY') ? ['BUSY'] : []))
    expect((await signUp(world, (await world.newcomer()).token, form)).code).toBe(0)
  },
)

it.skipIf(!pooler)('[POOLER-6] the start and the doctor see that an address leads to a pooler, by the number of the session', async () => {
  expect(await leadsToPooler(world.databaseUrl)).toBe(false)
  expect(await leadsToPooler(pooler!.address(world.databaseUrl))).toBe(true)
})
