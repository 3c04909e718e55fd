/** Orders from sign-up to refund: the hold on a place, notices in any order, money that comes late, and a ledger that the database itself keeps. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import fc from '../../harness/fastCheck.ts'
import { createPayWorld, FEE, HOUR, type PayWorld } from './payWorld.ts'

const RUNS = Number(process.env.PAY_SEQUENCES ?? 12)
/** One notice so often at the same moment. */
const STORM = 5

let world: PayWorld
beforeAll(async () => {
  world = await createPayWorld()
})
afterAll(() => world?.close())
beforeEach(() => world.rewind())

describe('an order', () => {
  it('[PAY-10] is made by sign-up with its price frozen, and the registration is to be paid', async () => {
    const { token, registrationId, orderId } = await world.entrant()
    expect(await world.order(orderId)).toMatchObject({ state: 'pending', seat: registrationId, holdsPlace: true })
    expect(await world.registration(registrationId)).toEqual({ status: 2, payState: 'due' })
    await world.rows('UPDATE competition_event SET fee = 1 WHERE id = $1', [world.form.eventId])
    const { data } = await world.call(`api/web/pay/order/${orderId}`, {}, token, 'GET')
    await world.rows('UPDATE competition_event SET fee = $2 WHERE id = $1', [world.form.eventId, FEE])
    expect(data).toMatchObject({
      total: FEE,
      state: 'pending',
      sandbox: true,
      positions: [{ line: 'registration', quantity: 1, amount: FEE }],
    })
    expect((await world.call(`api/web/pay/order/${orderId}`, {}, (await world.newcomer()).token, 'GET')).error).toBe('NOT_FOUND')
  })

  it('[PAY-11] is paid in the sandbox: on its page, told by a signed notice, with a receipt by mail in the language of its reader', async () => {
    const { token, registrationId, orderId } = await world.entrant()
    const { userId, number } = await world.order(orderId)
    await world.rows('UPDATE account_user SET email = $2 WHERE id = $1', [userId, `payer${userId}@example.org`])
    await world.rows(`UPDATE account_session SET lang = 'en' WHERE "userId" = $1`, [userId])
    const { address } = (await world.call('api/web/pay/pay', { id: orderId }, token)).data
    const trade = decodeURIComponent(address.split('/').at(-1))
    expect((await world.call('api/web/pay/sandbox/trade', { token: trade }, null, 'GET')).data).toMatchObject({
      amount: FEE,
      state: 'open',
    })
    expect((await world.call('api/web/pay/sandbox/pay', { token: trade })).data).toEqual({ returnTo: `/pay/${orderId}` })
    await expect.poll(async () => (await world.order(orderId)).state).toBe('paid')
    expect(await world.registration(registrationId)).toEqual({ status: 2, payState: 'paid' })
    expect((await world.call('api/web/pay/pay', { id: orderId }, token)).error).toBe('PAY_CLOSED')
    const receipts = await world.rows(
      `SELECT channel, address, lang, variables FROM platform_outbox WHERE template IN ('pay.received', 'pay.receipt') AND "userId" = $1 ORDER BY template DESC`,
      [userId],
    )
    expect(receipts).toMatchObject([
      { channel: 'message' },
      { channel: 'mail', lang: 'en', address: `payer${userId}@example.org`, variables: { amount: FEE, number } },
    ])
  })

  it('[PAY-12] holds its place until its last millisecond; then the place is free, and the registration says why', async () => {
    const { registrationId, orderId } = await world.entrant()
    const before = await world.taken()
    const { expiresAt } = await world.order(orderId)
    world.clock.now = expiresAt.getTime() - 1
    expect(await world.run('pay.expire', { id: orderId })).toEqual({ closed: false })
    world.clock.now += 1
    expect(await world.run('pay.expire', { id: orderId })).toEqual({ closed: true })
    expect(await world.run('pay.expire', { id: orderId })).toEqual({ closed: false })
    expect([await world.taken(), await world.registration(registrationId)]).toEqual([before - 1, { status: 5, payState: 'overdue' }])
  })

  it('[PAY-13] the care of every minute finds what is over, and reminds once before', async () => {
    const { orderId } = await world.entrant()
    world.clock.now = world.clock.base + 43 * HOUR
    expect(await world.run('pay.queueDue')).toMatchObject({ reminded: expect.any(Number) })
    expect((await world.order(orderId)).remindedAt).not.toBeNull()
    expect(await world.run('pay.queueDue')).toMatchObject({ reminded: 0 })
    world.clock.now = world.clock.base + 49 * HOUR
    expect(((await world.run('pay.queueDue')) as { expired: number }).expired).toBeGreaterThan(0)
    await expect.poll(async () => (await world.order(orderId)).state).toBe('closed')
  })
})

describe('money that comes late', () => {
  it('[PAY-14] gets the place back while one is left', async () => {
    const { registrationId, orderId, number } = await world.entrant()
    world.clock.now = world.clock.base + 49 * HOUR
    await world.run('pay.expire', { id: orderId })
    const free = await world.taken()
    expect(await world.notice(number)).toBe('success')
    expect(await world.registration(registrationId)).toEqual({ status: 2, payState: 'paid' })
    expect(await world.taken()).toBe(free + 1)
  })

  it('[PAY-15] goes back by itself when no place is left, and the person reads so', async () => {
    const { token, registrationId, orderId } = await world.tooLate()
    expect(await world.registration(registrationId)).toMatchObject({ status: 5 })
    expect(await world.order(orderId)).toMatchObject({ state: 'closed' })
    await expect
      .poll(async () => (await world.call(`api/web/pay/order/${orderId}`, {}, token, 'GET')).data)
      .toMatchObject({ state: 'closed', paid: FEE, refunded: FEE, refunds: [{ amount: FEE, state: 'done', reason: 'pay.tooLate' }] })
    const read = async (lang: string) => {
      const headers = { authorization: `Bearer ${token}`, cookie: `lang=${lang}`, 'accept-language': lang }
      return (await world.app.inject({ url: '/api/web/messageLabelOld/getUserMessage', headers })).body
    }
    expect(await read('zh')).toContain('原因：付款时订单已关闭')
    expect(await read('en')).toContain('Reason: The order was already closed')
  })
})

describe('the ledger', () => {
  it('[PAY-16] no more goes back than came in, in parts and at the same time', async () => {
    const { orderId, registrationId, number } = await world.entrant()
    await world.traded(number)
    await world.notice(number)
    expect((await world.refund(orderId, FEE + 1)).error).toBe('PAY_REFUND_OVER')
    const replies = await Promise.all(Array.from({ length: 5 }, () => world.refund(orderId, FEE / 3)))
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(3)
    expect(replies.filter(({ error }) => error === 'PAY_REFUND_OVER')).toHaveLength(2)
    expect(await world.order(orderId)).toMatchObject({ state: 'refunded' })
    expect((await world.registration(registrationId)).payState).toBe('refunded')
    const someone = (await world.newcomer()).token
    expect((await world.refund(orderId, 1, someone)).error).toBe('PERMISSION_DENIED')
  })

  it('[PAY-17] the database refuses to change or delete payments and frozen prices, also for SQL by hand', async () => {
    const { number } = await world.entrant()
    await world.notice(number)
    const refused = async (text: string) =>
      await world.rows(text).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    expect(await refused('UPDATE pay_payment SET amount = 1')).toBe('AG001')
    expect(await refused('DELETE FROM pay_payment')).toBe('AG001')
    expect(await refused('TRUNCATE pay_position')).toBe('AG001')
    expect(await refused('UPDATE pay_order SET total = 1')).toBe('AG001')
    expect(await refused('UPDATE pay_order SET "remindedAt" = now()')).toBe('done')
  })
})

type Step =
  | { kind: 'notice'; reference: number; amount: number }
  | { kind: 'storm'; reference: number }
  | { kind: 'forged' }
  | { kind: 'unknown' }
  | { kind: 'expire' }
  | { kind: 'refund'; amount: number }

/** What an order must be after the steps, without any of our code. */
class Model {
  state: 'pending' | 'paid' | 'closed' | 'refunded' = 'pending'
  hasPlace = true
  known = new Set<number>()
  paid = 0
  refunded = 0

  take(step: Step): void {
    if (step.kind === 'expire' && this.state === 'pending') {
      this.state = 'closed'
      this.hasPlace = false
    }
    if (step.kind === 'notice' && step.amount === FEE && !this.known.has(step.reference)) this.pay(step.reference)
    if (step.kind === 'storm' && !this.known.has(step.reference)) this.pay(step.reference)
    if (step.kind === 'refund' && this.refunded + step.amount <= this.paid) {
      this.refunded += step.amount
      if (this.state === 'paid' && this.refunded === this.paid) this.state = 'refunded'
    }
  }

  private pay(reference: number): void {
    this.known.add(reference)
    this.paid += FEE
    if (this.state === 'pending' || this.state === 'closed') {
      this.state = 'paid'
      this.hasPlace = true
    } else this.refunded += FEE
  }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('notice' as const),
      reference: fc.integer({ min: 1, max: 3 }),
      amount: fc.constantFrom(FEE, FEE, FEE, FEE - 1, 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('storm' as const), reference: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'forged' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'unknown' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'expire' as const }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refund' as const), amount: fc.constantFrom(FEE, FEE / 2, 1) }) },
)

describe('finance', () => {
  it('[PAY-18] sums on the page are those of the ledger, of payments and refunds that were approved', async () => {
    const { orderId, number } = await world.entrant()
    await world.traded(number)
    await world.notice(number)
    await world.refund(orderId, 1)
    const { data } = await world.call('api/web/pay/sums', { competitionId: world.form.competitionId }, world.organiser, 'GET')
    const [sums] = await world.rows(
      `SELECT sum(paid) AS paid, sum(refunded) AS refunded, sum(total) FILTER (WHERE state = 'pending') AS due FROM pay_order WHERE "competitionId" = $1`,
      [world.form.competitionId],
    )
    expect({ paid: data.paid, refunded: data.refunded, due: data.due }).toEqual({
      paid: Number(sums.paid),
      refunded: Number(sums.refunded),
      due: Number(sums.due ?? 0),
    })
    expect(data.net).toBe(data.paid - data.refunded)
    const list = await world.call(
      'api/web/pay/order/list',
      { competitionId: world.form.competitionId, search: number },
      world.organiser,
      'GET',
    )
    expect(list.data.list).toMatchObject([{ number, paid: FEE, refunded: 1, net: FEE - 1 }])
  })
})

describe('notices in any sequence', () => {
  it('[T3] repeated, late, forged, of unknown orders and wrong amounts: what the model says, and sums of the ledger', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        world.clock.now = world.clock.base
        await world.rows('DELETE FROM platform_rate')
        const { orderId, registrationId, number } = await world.entrant()
        await world.traded(number)
        const model = new Model()
        for (const each of steps) {
          model.take(each)
          await play(each, { orderId, number })
        }
        const order = await world.order(orderId)
        const [ledger] = await world.rows(
          `SELECT (SELECT coalesce(sum(amount), 0) FROM pay_payment WHERE "orderId" = $1) AS paid,
                  (SELECT coalesce(sum(amount), 0) FROM pay_refund WHERE "orderId" = $1 AND state <> 'failed') AS refunded`,
          [orderId],
        )
        expect({ state: order.state, paid: Number(order.paid), refunded: Number(order.refunded) }).toEqual({
          state: model.state,
          paid: model.paid,
          refunded: model.refunded,
        })
        expect({ paid: Number(ledger.paid), refunded: Number(ledger.refunded) }).toEqual({ paid: model.paid, refunded: model.refunded })
        expect((await world.registration(registrationId)).status === 2).toBe(model.hasPlace)
      }),
      { numRuns: RUNS },
    )
  }, 3_600_000)
})

async function play(each: Step, { orderId, number }: { orderId: string; number: string }): Promise<void> {
  if (each.kind === 'expire') {
    world.clock.now = world.clock.base + 49 * HOUR
    await world.run('pay.expire', { id: orderId })
  } else if (each.kind === 'refund') await world.refund(orderId, each.amount)
  else if (each.kind === 'unknown') expect(await world.notice(`9${number.slice(1)}`)).toBe('success')
  else if (each.kind === 'forged') expect(await world.notice(number, { change: { total_amount: '0.01' } })).toBe('fail')
  else if (each.kind === 'storm') {
    const tell = () => world.notice(number, { reference: `N${each.reference}-${number}` })
    expect(await Promise.all(Array.from({ length: STORM }, tell))).toEqual(Array(STORM).fill('success'))
  } else expect(await world.notice(number, { reference: `N${each.reference}-${number}`, amount: each.amount })).toBe('success')
}
