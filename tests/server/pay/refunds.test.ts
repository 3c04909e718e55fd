/** Refunds by rules, of a whole competition, and above a sum by two people. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refundPercent } from '../../../plugins/pay/refunds/refundPercent.ts'
import { HACKATHON_ANSWERS, signUp } from '../roadWorld.ts'
import { createPayWorld, FEE, HOUR, type Paying, type PayWorld } from './payWorld.ts'

let world: PayWorld
let second: string
beforeAll(async () => {
  world = await createPayWorld()
  second = await world.signIn('administrator')
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.rewind()
  await review(null)
})

const review = (from: number | null) => world.rows('UPDATE pay_setting SET "refundReviewFrom" = $1, enabled = true', [from])
const post = (path: string, input: object, token = world.organiser) => world.call(`api/web/pay/${path}`, { ...input }, token)
const refundOf = async (orderId: string) =>
  (await world.rows('SELECT state, amount::int, "approvedById" FROM pay_refund WHERE "orderId" = $1 ORDER BY id DESC', [orderId]))[0]
async function paid(): Promise<Paying> {
  const entrant = await world.entrant()
  await world.traded(entrant.number)
  await world.notice(entrant.number)
  return entrant
}

describe('refund rules', () => {
  const tiers = [
    { until: '2027-03-20T00:00:00.000Z', percent: 50 },
    { until: '2027-03-10T00:00:00.000Z', percent: 100 },
  ]
  it('[REFUND-1] the first time that is still ahead counts, to the millisecond; nothing after the last; all without rules', () => {
    const percent = (at: string) => refundPercent(tiers, at).percent
    expect(
      ['2027-03-09T23:59:59.999Z', '2027-03-10T00:00:00.000Z', '2027-03-19T23:59:59.999Z', '2027-03-20T00:00:00.000Z'].map(percent),
    ).toEqual([100, 50, 50, 0])
    expect(refundPercent([], '2027-03-20T00:00:00.000Z')).toEqual({ percent: 100, until: null })
  })

  it('[REFUND-2] are kept by those who may set fees, read by finance, and shown to the person who pays', async () => {
    const until = new Date(world.clock.now + HOUR).toISOString()
    const { competitionId } = world.form
    const answers = { until, percent: 40 }
    const { id } = (await post('tier/add', { competitionId, answers })).data
    expect((await post('tier/add', { competitionId, answers })).error).toBe('PAY_TIER_KNOWN')
    const rule = () => world.call('api/web/pay/refundRule', { competitionId }, world.organiser, 'GET')
    expect((await rule()).data).toEqual({ percent: 40, until })
    const entrant = await world.entrant()
    const { data } = await world.call(`api/web/pay/order/${entrant.orderId}`, {}, entrant.token, 'GET')
    expect(data.refundRules).toEqual([{ until, percent: 40 }])
    expect((await post('tier/remove', { id }, entrant.token)).error).toBe('PERMISSION_DENIED')
    world.clock.now += HOUR
    expect((await rule()).data).toEqual({ percent: 0, until: null })
    await post('tier/remove', { id })
  })
})

describe('a refund above the sum of the settings', () => {
  it('[REFUND-3] waits until somebody else approves, and counts meanwhile', async () => {
    await review(20_000)
    const { orderId } = await paid()
    const [id] = (await world.refund(orderId, 20_000)).data.ids
    expect(await refundOf(orderId)).toMatchObject({ state: 'waiting' })
    expect((await world.refund(orderId, 20_000)).error).toBe('PAY_REFUND_OVER')
    expect((await post('refund/decide', { id, approve: true })).error).toBe('PAY_SECOND_PERSON')
    const both = await Promise.all([
      post('refund/decide', { id, approve: true }, second),
      post('refund/decide', { id, approve: true }, second),
    ])
    expect(both.map(({ error }) => error ?? 'approved').toSorted()).toEqual(['FLOW_STATE', 'approved'])
    await expect.poll(async () => (await refundOf(orderId)).state).toBe('done')
    expect((await refundOf(orderId)).approvedById).not.toBeNull()
  })

  it('[REFUND-4] is not avoided by parts: what the order gets back in all counts; declined, it can be refunded again', async () => {
    await review(20_000)
    const { orderId, registrationId } = await paid()
    await world.refund(orderId, 15_000)
    expect(await refundOf(orderId)).toMatchObject({ amount: 15_000, state: expect.not.stringMatching('waiting') })
    const [id] = (await world.refund(orderId, 15_000)).data.ids
    expect(await refundOf(orderId)).toMatchObject({ state: 'waiting' })
    // the whole is asked for, but not approved: still paid
    expect(await world.order(orderId)).toMatchObject({ state: 'paid', refunded: String(FEE) })
    expect(await world.registration(registrationId)).toMatchObject({ payState: 'paid' })
    expect((await post('refund/decide', { id, approve: false }, second)).data).toEqual({ id, state: 'failed' })
    expect(await world.order(orderId)).toMatchObject({ state: 'paid', refunded: '15000' })
  })

  it('[REFUND-8] counts a registration as refunded once the last part is approved, and not before', async () => {
    await review(20_000)
    const { orderId, registrationId } = await paid()
    const [id] = (await world.refund(orderId, FEE)).data.ids
    const facts = async () => [(await world.order(orderId)).state, (await world.registration(registrationId)).payState]
    expect(await facts()).toEqual(['paid', 'paid'])
    expect((await post('refund/decide', { id, approve: true }, second)).data).toMatchObject({ id })
    expect(await facts()).toEqual(['refunded', 'refunded'])
  })
})

describe('a refund that the person asks for', () => {
  const ask = ({ orderId, token }: Paying, reason = '时间冲突') => world.call('api/web/pay/refund/ask', { id: orderId, reason }, token)
  const askable = async ({ orderId, token }: Paying) => (await world.call(`api/web/pay/order/${orderId}`, {}, token, 'GET')).data.askable
  const waiting = async ({ orderId }: Paying) =>
    (await world.rows(`SELECT id::text FROM pay_refund WHERE "orderId" = $1 AND state = 'waiting'`, [orderId])).map(({ id }) => id)

  it('[REFUND-15] waits for finance, once at a time and by no stranger, and the sign-up is kept', async () => {
    const unpaid = await world.entrant()
    expect([await askable(unpaid), (await ask(unpaid)).error]).toEqual([0, 'PAY_REFUND_OVER'])
    const entrant = await paid()
    const stranger = await world.newcomer()
    expect((await ask({ ...entrant, token: stranger.token })).error).toBe('NOT_FOUND')
    expect(await askable(entrant)).toBe(FEE)
    const both = await Promise.all([ask(entrant), ask(entrant)])
    expect(both.map(({ data, error }) => error ?? data.amount).toSorted()).toEqual([FEE, 'PAY_REFUND_ASKED'])
    expect(await waiting(entrant)).toHaveLength(1)
    expect(await askable(entrant)).toBe(0)
    expect(await world.registration(entrant.registrationId)).toEqual({ status: 2, payState: 'paid' })

    const [id] = await waiting(entrant)
    expect((await post('refund/decide', { id, approve: true }, entrant.token)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    expect((await post('refund/decide', { id, approve: true })).code).toBe(0)
    await expect.poll(async () => (await refundOf(entrant.orderId)).state).toBe('done')
    expect((await ask(entrant)).error).toBe('PAY_REFUND_OVER')
  })

  it('[REFUND-16] declined with a reason is said to who asked and stands on the order as declined; they may ask again; the rules say how much', async () => {
    const entrant = await paid()
    const until = new Date(world.clock.now + HOUR).toISOString()
    const { data } = await post('tier/add', { competitionId: world.form.competitionId, answers: { until, percent: 40 } })
    expect((await ask(entrant)).data).toEqual({ amount: FEE * 0.4 })
    const [id] = await waiting(entrant)
    expect((await post('refund/decide', { id, approve: false, reason: '物料已寄出' })).data).toEqual({ id, state: 'failed' })
    const told = await world.rows(
      `SELECT variables FROM platform_outbox WHERE template = 'pay.refundDeclined' AND channel = 'message' AND "userId" = $1`,
      [entrant.id],
    )
    expect(told.map(({ variables }) => [variables.amount, variables.reason])).toEqual([[FEE * 0.4, '物料已寄出']])
    // the order and finance read that a person declined it, and why; the state itself stays
    const declined = { state: 'failed', outcome: 'declined', declinedFor: '物料已寄出' }
    const order = await world.call(`api/web/pay/order/${entrant.orderId}`, {}, entrant.token, 'GET')
    expect(order.data.refunds).toMatchObject([{ ...declined, reason: '时间冲突' }])
    const { data: list } = await world.call('api/web/pay/refund/list', { competitionId: world.form.competitionId }, world.organiser, 'GET')
    expect(list.list.find((row: { id: string }) => row.id === id)).toMatchObject(declined)
    // after the last rule it is up to finance alone
    world.clock.now += HOUR
    expect(await askable(entrant)).toBe(FEE)
    await post('tier/remove', { id: data.id })
    expect((await ask(entrant)).error).toBeUndefined()
    const [again] = await waiting(entrant)
    expect((await post('refund/decide', { id: again, approve: true })).code).toBe(0)
  })
})

describe('a competition that is cancelled', () => {
  const all = (token = world.organiser, basis = 'full') =>
    post('refundAll', { competitionId: world.form.competitionId, basis, reason: '竞赛取消' }, token)
  const run = async (id: string) => (await world.rows('SELECT * FROM pay_run WHERE id = $1', [id]))[0]
  const count = async (state: string) =>
    Number(
      (await world.rows('SELECT count(*) FROM pay_order WHERE state = $1 AND "competitionId" = $2', [state, world.form.competitionId]))[0]
        .count,
    )

  it('[REFUND-5] above the sum waits for a second person, and can be cancelled', async () => {
    await review(1)
    await paid()
    const { id, state } = (await all()).data
    expect(state).toBe('waiting')
    expect((await all()).error).toBe('PAY_RUN_OPEN')
    expect((await post('refundAll/decide', { id, approve: true })).error).toBe('PAY_SECOND_PERSON')
    expect((await post('refundAll/decide', { id, approve: false })).data.state).toBe('cancelled')
    expect(await count('paid')).toBeGreaterThan(0)
  })

  it('[REFUND-6] has every order ended once, and once only; late money comes back', async () => {
    const entrants = [await paid(), await paid(), await world.entrant()]
    for (let each = 0; each < 10; each++) await paid()
    const late = entrants[2]!
    await world.traded(late.number)
    expect((await all((await world.newcomer()).token)).error).toBe('PERMISSION_DENIED')
    const { id } = (await all()).data
    await expect.poll(async () => (await run(id)).state).toBe('done')
    const after = await run(id)
    expect(after.done).toBe(after.total)
    expect([await count('paid'), await count('pending')]).toEqual([0, 0])
    const [sum] = await world.rows(
      `SELECT sum(amount)::int AS sum FROM pay_refund WHERE reason = '竞赛取消' AND state <> 'failed' AND "createdAt" >= $1`,
      [after.createdAt],
    )
    expect(Number(after.amount)).toBe(sum.sum)
    // told again, a step finds nothing to do
    await world.run('pay.runRefunds', { id })
    expect(await run(id)).toMatchObject({ done: after.done, amount: after.amount })
    expect(await world.notice(late.number)).toBe('success')
    expect(await world.order(late.orderId)).toMatchObject({ state: 'closed', paid: String(FEE), refunded: String(FEE) })
    expect((await all()).error).toBe('PAY_RUN_EMPTY')
  })

  it('[REFUND-7] goes on from the last order that was done, by the care of every minute, when its process was lost', async () => {
    const before = [await paid(), await paid()]
    const { competitionId } = world.form
    const [{ organisationId }] = await world.rows('SELECT "organisationId" FROM competition_competition WHERE id = $1', [competitionId])
    const [{ id }] = await world.rows(
      `INSERT INTO pay_run ("competitionId", "organisationId", open, "byId", "steppedAt", basis, percent, reason, state, total, done, "lastOrder")
       SELECT $1::bigint, $2::bigint, $1::text, min(id), now() - interval '1 day', 'rule', 50, '竞赛取消', 'running', 2, 1, $3 FROM account_user RETURNING id`,
      [competitionId, organisationId, before[0]!.orderId],
    )
    expect((await world.run('pay.queueDue')).resumed).toBe(1)
    await expect.poll(async () => (await run(id)).state).toBe('done')
    expect(await refundOf(before[0]!.orderId)).toBeUndefined()
    expect(await refundOf(before[1]!.orderId)).toMatchObject({ amount: FEE / 2 })
    expect(await run(id)).toMatchObject({ done: 2, amount: String(FEE / 2) })
  })
})

describe('withdrawing by oneself', () => {
  const leave = ({ registrationId, token }: Paying, input: object = {}) =>
    world.call('api/web/competition/signup/withdraw', { id: registrationId, ...input }, token)
  const terms = async ({ registrationId, token }: Paying) =>
    (await world.call(`api/web/competition/signup/withdrawal/${registrationId}`, {}, token, 'GET')).data
  /** A refund rule for the length of a test. */
  async function withRule(percent: number, test: () => Promise<void>) {
    const answers = { until: new Date(world.clock.now + HOUR).toISOString(), percent }
    const { id } = (await post('tier/add', { competitionId: world.form.competitionId, answers })).data
    await test().finally(() => post('tier/remove', { id }))
  }
  const again = ({ token }: Paying) => signUp(world, token, world.form)

  it('[LEAVE-1] gives the place back and closes what is not paid; a payment that comes afterwards is sent back', async () => {
    const entrant = await world.entrant()
    const before = await world.taken()
    expect((await leave(entrant, {})).data).toMatchObject({ status: 10, back: 0 })
    expect([await world.taken(), (await world.order(entrant.orderId)).state]).toEqual([before - 1, 'closed'])
    expect((await leave(entrant)).error).toBe('FLOW_STATE')
    await world.traded(entrant.number)
    await world.notice(entrant.number)
    expect(await refundOf(entrant.orderId)).toMatchObject({ amount: FEE, state: 'requested' })
    expect((await world.registration(entrant.registrationId)).status).toBe(10)
    expect((await again(entrant)).data).toEqual({ id: entrant.registrationId, status: 2 })
    expect(await world.rows(`SELECT state FROM pay_order WHERE seat = $1`, [entrant.registrationId])).toEqual([{ state: 'pending' }])
  })

  it('[LEAVE-2] says what comes back before, and refunds just that by the rules; with a part one cannot sign up again', async () => {
    const entrant = await paid()
    await withRule(40, async () => {
      const shown = await terms(entrant)
      expect(shown).toMatchObject({ mayWithdraw: true, refusal: null, paid: FEE, back: FEE * 0.4, decided: false, outcome: 'part' })
      expect((await leave(entrant, { back: FEE })).error).toBe('WITHDRAW_REFUND')
      expect((await leave(entrant, { back: shown.back })).data).toMatchObject({ status: 10, back: FEE * 0.4 })
    })
    expect(await refundOf(entrant.orderId)).toMatchObject({ amount: FEE * 0.4, state: 'requested' })
    expect((await again(entrant)).error).toBe('WITHDRAWN_PAID')
    expect((await world.call('api/web/signup/restore', { id: entrant.registrationId }, world.organiser)).error).toBe('REVIEW_FIRST')
    expect((await world.call('api/web/signup/readmit', { id: entrant.registrationId }, world.organiser)).data.status).toBe(2)
  })

  it('[LEAVE-3] without rules, and above the sum of the settings, asks finance; too late nothing comes back, and one pays once', async () => {
    const entrant = await paid()
    expect(await terms(entrant)).toMatchObject({ back: FEE, decided: true, outcome: 'decided' })
    await leave(entrant)
    expect(await refundOf(entrant.orderId)).toMatchObject({ amount: FEE, state: 'waiting' })
    const late = await paid()
    await withRule(0, async () => {
      expect(await terms(late)).toMatchObject({ paid: FEE, back: 0, outcome: 'lost' })
      await leave(late)
    })
    expect(await refundOf(late.orderId)).toBeUndefined()
    expect((await again(late)).data.status).toBe(2)
    expect(await world.registration(late.registrationId)).toEqual({ status: 2, payState: 'paid' })
  })

  it('[LEAVE-4] and a payment at the same moment leave no money without a place', async () => {
    await withRule(100, async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        const entrant = await world.entrant()
        await world.traded(entrant.number)
        await Promise.all([leave(entrant), world.notice(entrant.number)])
        const { paid: came, refunded } = await world.order(entrant.orderId)
        expect([(await world.registration(entrant.registrationId)).status, Number(came) - Number(refunded)]).toEqual([10, 0])
      }
    })
  })

  it('[LEAVE-5] is refused where the organiser does not allow it, after the beginning, with works, and to others', async () => {
    const entrant = await world.entrant()
    const { competitionId } = world.form
    const set = (column: string, value: string) =>
      world.rows(`UPDATE competition_competition SET ${column} = ${value} WHERE id = $1`, [competitionId])
    const [{ start }] = await world.rows('SELECT "competitionStart" AS start FROM competition_competition WHERE id = $1', [competitionId])
    await set('"selfWithdraw"', 'false')
    expect([(await terms(entrant)).refusal, (await leave(entrant)).error]).toEqual(['WITHDRAW_OFF', 'WITHDRAW_OFF'])
    await set('"selfWithdraw"', 'true')
    await set('"competitionStart"', `'${new Date(world.clock.now).toISOString()}'`)
    expect((await leave(entrant)).error).toBe('WITHDRAW_LATE')
    await set('"competitionStart"', `'${new Date(start).toISOString()}'`)
    const stranger = await world.newcomer()
    expect((await leave({ ...entrant, token: stranger.token })).error).toBe('NOT_FOUND')
    expect((await leave(entrant)).code).toBe(0)
  })

  it('[LEAVE-6] an edit that changes the fee makes a new order, and is refused once it was paid', async () => {
    const { eventId, competitionId, formHash } = world.form
    const [{ id: feeId }] = await world.rows(
      `INSERT INTO pay_fee ("competitionId", "eventId", unit, choice, amount) VALUES ($1, $2, 'choice', 'shirt/XL', 500) RETURNING id`,
      [competitionId, eventId],
    )
    const edit = ({ registrationId, token }: Paying, change: object) =>
      world.call(
        'api/web/competition/signup/resubmit',
        { id: registrationId, formHash, answers: { ...HACKATHON_ANSWERS, ...change } },
        token,
      )
    const open = await world.entrant()
    expect((await edit(open, { level: 'expert' })).error).toBeUndefined()
    expect((await world.order(open.orderId)).state).toBe('pending')
    expect((await edit(open, { shirt: 'XL' })).error).toBeUndefined()
    const orders = await world.rows('SELECT state, total::int FROM pay_order WHERE "registrationId" = $1 ORDER BY id', [
      open.registrationId,
    ])
    expect(orders).toEqual([
      { state: 'closed', total: FEE },
      { state: 'pending', total: FEE + 500 },
    ])
    const settled = await paid()
    expect((await edit(settled, { shirt: 'XL' })).error).toBe('EDIT_FEE')
    await world.rows('DELETE FROM pay_fee WHERE id = $1', [feeId])
  })
})
