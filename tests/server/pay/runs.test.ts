/** The refund of a whole competition: paused and resumed by staff, and continued after its process was killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../harness/createDatabase.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { startTestServer } from '../../harness/startTestServer.ts'
import { createPayWorld, FEE, HOUR, type Paying, type PayWorld } from './payWorld.ts'

/** Orders of one step of the job. */
const STEP = 10
/** Rounds in which a control may find its luck. */
const ROUNDS = 10
const REASON = '竞赛取消'

async function paid(world: PayWorld): Promise<Paying> {
  const entrant = await world.entrant()
  await world.traded(entrant.number)
  await world.notice(entrant.number)
  return entrant
}

describe('a bulk refund', () => {
  let world: PayWorld
  beforeAll(async () => {
    world = await createPayWorld({ overlays: [join(PROJECT_DIRECTORY, 'tests/fixtures/pay')] })
  })
  afterAll(() => world?.close())
  beforeEach(async () => {
    await world.rewind()
    await world.rows(`UPDATE pay_run SET state = 'cancelled', open = NULL`)
  })
  const post = (path: string, id: string, token = world.organiser) => world.call(`api/web/pay/refundAll/${path}`, { id }, token)
  const run = async (id: string) => (await world.rows('SELECT * FROM pay_run WHERE id = $1', [id]))[0]
  const refundsOf = async ({ orderId }: Paying) =>
    (await world.rows('SELECT amount::int FROM pay_refund WHERE "orderId" = $1', [orderId])).map(({ amount }) => amount)
  /** Under way, with no job: of the order alone that is named, and of later ones. */
  async function begun({ orderId }: Paying): Promise<string> {
    const { competitionId } = world.form
    const [{ id }] = await world.rows(
      `INSERT INTO pay_run ("competitionId", "organisationId", open, "byId", basis, percent, reason, state, total, "lastOrder")
       SELECT id, "organisationId", id::text, (SELECT min(id) FROM account_user), 'full', 100, $2, 'running', 1, $3
       FROM competition_competition WHERE id = $1 RETURNING id`,
      [competitionId, REASON, String(BigInt(orderId) - 1n)],
    )
    return String(id)
  }

  it('[REFUND-14] refunds chosen orders alone, leaves out the unpaid ones, and charging goes on', async () => {
    const [one, two, kept] = [await paid(world), await paid(world), await paid(world)]
    const open = await world.entrant()
    const { competitionId } = world.form
    const order = (ids: string[], token = world.organiser) =>
      world.call('api/web/pay/refundOrders', { competitionId, ids, basis: 'full', reason: REASON }, token)
    expect((await order([one.orderId], (await world.newcomer()).token)).error).toBe('PERMISSION_DENIED')
    expect((await order([open.orderId])).error).toBe('PAY_RUN_EMPTY')
    const { data } = await order([one.orderId, two.orderId, open.orderId])
    expect(data).toMatchObject({ state: 'running', total: 2 })
    await world.run('pay.runRefunds', { id: data.id })
    await world.run('pay.runRefunds', { id: data.id })
    expect(await run(data.id)).toMatchObject({ state: 'done', done: 2, amount: String(2 * FEE) })
    expect([await refundsOf(one), await refundsOf(two), await refundsOf(kept)]).toEqual([[FEE], [FEE], []])
    expect((await world.order(open.orderId)).state).toBe('pending')
    expect(await world.rows('SELECT enabled FROM pay_setting WHERE "competitionId" = $1', [competitionId])).toEqual([{ enabled: true }])
    const { list } = (await world.call('api/web/pay/refundAll/list', { competitionId }, world.organiser, 'GET')).data
    expect(list.find(({ id }: { id: string }) => id === data.id)).toMatchObject({ chosen: true })
  })

  it('[REFUND-9] is paused and resumed by staff; paused, no job refunds, nothing resumes it by itself, and no second one begins', async () => {
    const entrant = await paid(world)
    const id = await begun(entrant)
    expect((await post('pause', id, (await world.newcomer()).token)).error).toBe('PERMISSION_DENIED')
    expect((await post('pause', id)).data).toEqual({ id, state: 'paused' })
    expect((await post('pause', id)).error).toBe('FLOW_STATE')
    world.clock.now += HOUR
    await world.run('pay.runRefunds', { id })
    expect((await world.run('pay.queueDue')).resumed).toBe(0)
    const { competitionId } = world.form
    const again = { competitionId, basis: 'full', reason: REASON }
    expect((await world.call('api/web/pay/refundAll', again, world.organiser)).error).toBe('PAY_RUN_OPEN')
    expect([(await run(id)).done, await refundsOf(entrant)]).toEqual([0, []])
    const list = await world.call('api/web/pay/refundAll/list', { competitionId }, world.organiser, 'GET')
    expect(list.data.list[0]).toMatchObject({ id, state: 'paused', done: 0, total: 1 })

    expect((await post('resume', id)).data).toEqual({ id, state: 'running' })
    await expect.poll(async () => (await run(id)).state).toBe('done')
    expect([(await run(id)).done, await refundsOf(entrant)]).toEqual([1, [FEE]])
    expect((await post('resume', id)).error).toBe('FLOW_STATE')
  })

  it('[REFUND-10] that is paused can be cancelled; orders that were not refunded stay paid', async () => {
    const entrant = await paid(world)
    const id = await begun(entrant)
    await post('pause', id)
    expect((await world.call('api/web/pay/refundAll/decide', { id, approve: false }, world.organiser)).data.state).toBe('cancelled')
    expect(await world.order(entrant.orderId)).toMatchObject({ state: 'paid', refunded: '0' })
  })

  it('[REFUND-11] by two jobs at the same moment refunds each order once', async () => {
    const entrant = await paid(world)
    const id = await begun(entrant)
    await Promise.all([world.run('pay.runRefunds', { id }), world.run('pay.runRefunds', { id })])
    expect([(await run(id)).done, await refundsOf(entrant)]).toEqual([1, [FEE]])
  })

  it('control: without the locks two jobs refund one order twice', async () => {
    let max = 0
    for (let round = 0; round < ROUNDS && max <= FEE; round++) {
      const entrant = await paid(world)
      const input = { act: 'run', name: `run${round}`, together: 2, input: { id: await begun(entrant) } }
      await Promise.all([1, 2].map(() => world.call('api/fixture/payUnlocked', input, world.organiser)))
      max = (await refundsOf(entrant)).reduce((sum, amount) => sum + amount, 0)
      await world.rows(`UPDATE pay_run SET state = 'cancelled', open = NULL`)
    }
    expect(max).toBeGreaterThan(FEE)
  })
})

describe('[REFUND-12] a bulk refund whose process is killed in the middle of a step', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agon-run-'))
  let child: ChildProcess | undefined
  afterEach(() => child?.kill('SIGKILL'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('keeps the steps that were done, nothing of the broken one, and goes on from there elsewhere: each order is refunded once', async () => {
    const database = await createDatabase('seeded')
    const kept = { ...database, drop: async () => {} }
    const world = await createPayWorld({ database: kept })
    for (let each = 0; each < STEP + 3; each++) await paid(world)
    const { competitionId } = world.form
    const { organiser } = world
    await world.close()

    const [reader, holder] = [new pg.Client(database.url), new pg.Client(database.url)]
    await Promise.all([reader.connect(), holder.connect()])
    const rows = async (text: string, values: unknown[] = []) => (await reader.query(text, values)).rows
    const open = await rows(
      `SELECT id FROM pay_order WHERE "competitionId" = $1 AND purpose = 'signup' AND state IN ('pending', 'paid') ORDER BY id`,
      [competitionId],
    )
    // the second step has refunded its first order when it comes to one that is held
    await holder.query('BEGIN')
    await holder.query('SELECT FROM pay_order WHERE id = $1 FOR UPDATE', [open[STEP + 1]!.id])
    child = spawn(process.execPath, [join(PROJECT_DIRECTORY, 'tests/harness/serveProject.ts'), database.url, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const address = String((await once(child.stdout!, 'data'))[0]).trim()
    const headers = { authorization: `Bearer ${organiser}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ competitionId, basis: 'full', reason: REASON })
    const reply = (await (await fetch(`${address}/api/web/pay/refundAll`, { method: 'POST', headers, body })).json()) as {
      data: { id: string; total: number }
    }
    const { id, total } = reply.data
    expect(total).toBe(open.length)
    const others = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND pid <> ALL (ARRAY[pg_backend_pid(), $1])`
    const holderPid = (await holder.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
    await expect
      .poll(() => rows(`${others} AND wait_event_type = 'Lock' AND query ILIKE '%update "pay_order"%'`, [holderPid]))
      .toEqual([{ count: 1 }])
    child.kill('SIGKILL')
    await once(child, 'exit')
    await holder.query('ROLLBACK')
    await expect.poll(() => rows(others, [holderPid])).toEqual([{ count: 0 }])
    const refunds = () =>
      rows(
        `SELECT r."orderId" AS id, r.amount::int FROM pay_refund r JOIN pay_order o ON o.id = r."orderId" WHERE r.reason = $1 ORDER BY 1`,
        [REASON],
      )
    expect(await rows('SELECT state, done FROM pay_run WHERE id = $1', [id])).toEqual([{ state: 'running', done: STEP }])
    expect((await refunds()).length).toBeLessThanOrEqual(STEP)
    const before = await refunds()

    const later = await startTestServer({ database: kept, clock: () => new Date(Date.now() + HOUR) })
    const { sessions } = later.server.deps.services
    const caller = { session: sessions.visitor(), lang: 'zh', request: { id: 'test', ip: '127.0.0.1', headers: {} }, background: true }
    expect(await later.server.deps.calls.runHandler('pay.queueDue', {}, caller as never)).toMatchObject({ resumed: 1 })
    await expect.poll(async () => (await rows('SELECT state FROM pay_run WHERE id = $1', [id]))[0].state).toBe('done')
    const after = await refunds()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.length - before.length).toBe(open.length - STEP)
    expect(new Set(after.map((refund) => refund.id)).size).toBe(after.length)
    expect(after.every(({ amount }) => amount === FEE)).toBe(true)
    await Promise.all([reader.end(), holder.end()])
    await later.close()
    await database.drop()
  })
})
