/** The fee of a course: order, payment, expiry, refunds; and the last place in a rush, with a control. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signNotice } from '../../../plugins/pay/provider/sandboxNotice.ts'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Effect, FlowDocument } from '../../../runtime/core/documents.ts'
import { serverScope } from '../roadWorld.ts'
import { createTrainingWorld, DAY, type Person, type TrainingWorld } from './trainingWorld.ts'

const FEE = 20_000
let world: TrainingWorld
let base: number
beforeAll(async () => {
  world = await createTrainingWorld()
  base = world.clock.now
})
afterAll(() => world?.close())

/** Somebody who signed up and has to pay. */
async function payer(courseId: string): Promise<Person & { signupId: string; orderId: string; number: string }> {
  const person = await world.newcomer()
  const { data } = await world.signUp(courseId, person)
  const [order] = await world.rows('SELECT id, number FROM pay_order WHERE "enrolmentId" = $1 ORDER BY id DESC', [data.id])
  return { ...person, signupId: String(data.id), orderId: String(order.id), number: order.number }
}
async function pay(number: string): Promise<string> {
  const context = { people: { signed: world.server.deps.services.signed } } as unknown as HandlerContext
  const fields = await signNotice(
    { number, reference: `T${number}`, amount: FEE, paidAt: new Date(world.clock.now).toISOString() },
    context,
  )
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams(fields).toString()
  return (await world.app.inject({ method: 'POST', url: '/api/web/pay/notice', headers, payload })).body
}
const order = async (id: string) => (await world.rows('SELECT state, paid, refunded FROM pay_order WHERE id = $1', [id]))[0]
const signup = async (id: string) => (await world.rows('SELECT state, "payState" FROM training_enrolment WHERE id = $1', [id]))[0]

describe('the fee of a course', () => {
  it('[TRAIN-20] is an order made with the place; the link of a session is shown once it is paid', async () => {
    const id = await world.course({ fee: FEE })
    const { token, signupId, orderId, number } = await payer(id)
    const link = async () => (await world.call('api/training/sessions', { courseId: id }, token)).data.list[0].liveLink
    expect(await signup(signupId)).toEqual({ state: 'enrolled', payState: 'due' })
    expect(await link()).toBeNull()
    expect((await world.call(`api/web/pay/order/${orderId}`, {}, token, 'GET')).data).toMatchObject({
      total: FEE,
      positions: [{ line: 'training' }],
    })
    expect((await world.call(`api/web/pay/order/${orderId}`, {}, (await world.newcomer()).token, 'GET')).error).toBe('NOT_FOUND')
    await pay(number)
    expect(await signup(signupId)).toEqual({ state: 'enrolled', payState: 'paid' })
    expect(await link()).toBe('https://live.example/room')
  })
  it('[TRAIN-21] that is not paid in time frees the place for the next, who then has to pay', async () => {
    const id = await world.course({ fee: FEE, capacity: 1 })
    const late = await payer(id)
    const next = await world.newcomer()
    const waiting = (await world.signUp(id, next)).data
    expect(waiting).toMatchObject({ state: 'waiting', orderId: null })
    world.clock.now = base + 4 * DAY
    await world.run('pay.expire', { id: late.orderId })
    await world.run('training.moveUp', { id })
    expect(await signup(late.signupId)).toEqual({ state: 'lapsed', payState: 'overdue' })
    expect(await signup(waiting.id)).toEqual({ state: 'enrolled', payState: 'due' })
    await pay(late.number)
    expect(await order(late.orderId)).toMatchObject({ state: 'closed', refunded: String(FEE) })
    expect((await signup(late.signupId)).state).toBe('lapsed')
    world.clock.now = base
  })
  it('[TRAIN-22] that is paid late buys the place again while there is one', async () => {
    const id = await world.course({ fee: FEE, capacity: 1 })
    const late = await payer(id)
    world.clock.now = base + 4 * DAY
    await world.run('pay.expire', { id: late.orderId })
    await pay(late.number)
    expect(await signup(late.signupId)).toEqual({ state: 'enrolled', payState: 'paid' })
    expect(await world.taken(id)).toBe(1)
    world.clock.now = base
  })
  it('[TRAIN-23] goes back in full to who withdraws before the date of the course, and not after it', async () => {
    const id = await world.course({ fee: FEE, refundUntil: world.at(2 * DAY) })
    const [early, later] = [await payer(id), await payer(id)]
    for (const { number } of [early, later]) await pay(number)
    await world.call('api/training/withdraw', { id: early.signupId }, early.token)
    expect(await order(early.orderId)).toMatchObject({ state: 'refunded', refunded: String(FEE) })
    world.clock.now = base + 3 * DAY
    const { token } = later
    expect((await world.call('api/training/withdraw', { id: later.signupId }, token)).code).toBe(0)
    expect(await order(later.orderId)).toMatchObject({ state: 'paid', refunded: '0' })
    world.clock.now = base
  })
  it('[TRAIN-24] goes back to everyone when the course is cancelled, by one bulk refund that leaves registrations alone', async () => {
    const id = await world.course({ fee: FEE })
    const [paid, due] = [await payer(id), await payer(id)]
    await pay(paid.number)
    await world.call('api/training/cancelTraining', { id, reason: '讲师生病' }, world.organiser)
    const [run] = await world.rows('SELECT id, total, "courseId" FROM pay_run WHERE "courseId" = $1', [id])
    expect(run.total).toBe(2)
    await world.run('pay.runRefunds', { id: run.id })
    await world.run('training.endAll', { id })
    expect([await order(paid.orderId), await order(due.orderId)]).toMatchObject([{ state: 'refunded' }, { state: 'closed' }])
    expect((await signup(paid.signupId)).state).toBe('withdrawn')
    expect(
      await world.rows('SELECT id FROM pay_order WHERE "competitionId" = $1 AND state = $2 AND "courseId" IS NULL', [
        world.competitionId,
        'refunded',
      ]),
    ).toEqual([])
  })
  it('[TRAIN-28] is in the sums of the competition, and not in what its bulk refund goes over', async () => {
    const sums = async () => (await world.call('api/web/pay/sums', { competitionId: world.competitionId }, world.organiser, 'GET')).data
    const before = await sums()
    await pay((await payer(await world.course({ fee: FEE }))).number)
    const after = await sums()
    expect(after.paid - before.paid).toBe(FEE)
    expect([after.refundable, after.open]).toEqual([before.refundable, before.open])
    const [held] = await world.rows(
      `SELECT coalesce(sum(paid - refunded) FILTER (WHERE state = 'paid'), 0)::integer AS refundable, count(*)::integer AS open
       FROM pay_order WHERE "competitionId" = $1 AND "courseId" IS NULL AND state IN ('pending', 'paid')`,
      [world.competitionId],
    )
    expect({ refundable: after.refundable, open: after.open }).toEqual(held)
  })
  it('[TRAIN-25] by bank transfer is confirmed or sent back by finance under the names of training', async () => {
    const id = await world.course({ fee: FEE })
    const { token, signupId, orderId, id: userId } = await payer(id)
    const [{ organisationId }] = await world.rows('SELECT "organisationId" FROM pay_order WHERE id = $1', [orderId])
    const [{ id: transfer }] = await world.rows(
      `INSERT INTO pay_remittance ("orderId", open, "competitionId", "organisationId", "userId", amount, "accountName", "transferredOn") VALUES ($1::bigint, $1::text, $2, $3, $4, $5, '何新人', current_date) RETURNING id`,
      [orderId, world.competitionId, organisationId, userId, FEE],
    )
    const status = async () => (await world.call('api/training/pay/queryOfflineStatus', { id: signupId }, token, 'GET')).data.state
    const back = { id: String(transfer), result: 'return', reason: '未到账' }
    expect((await world.call('api/training/pay/auditUserPay', back, token)).error).toBe('PERMISSION_DENIED')
    expect((await world.call('api/training/pay/auditUserPay', back, world.organiser)).data.state).toBe('returned')
    expect(await status()).toBe('returned')
    expect((await world.call('api/training/pay/resetStatus', { id: String(transfer) }, world.organiser, 'GET')).data.state).toBe(
      'submitted',
    )
    expect((await world.call('api/training/pay/auditUserPay', { id: String(transfer) }, world.organiser)).data.state).toBe('confirmed')
    expect(await signup(signupId)).toEqual({ state: 'enrolled', payState: 'paid' })
  })
})

describe('the last places of a course', () => {
  const PLACES = 2
  const PEOPLE = 8
  const rush = async () => {
    const id = await world.course({ capacity: PLACES, waitingList: false })
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => world.newcomer()))
    const replies = await Promise.all(people.map((person) => world.signUp(id, person)))
    return { stored: replies.filter(({ code }) => code === 0).length, taken: await world.taken(id) }
  }
  it('[TRAIN-26] go to exactly as many people as there are places', async () => {
    expect(await rush()).toEqual({ stored: PLACES, taken: PLACES })
  })
  it('[TRAIN-27] control: without the lock, the limit of the flow and the check of the table they are oversold', async () => {
    await takeGuardsAway()
    let max = 0
    for (let round = 0; round < 10 && max <= PLACES; round++) max = Math.max(max, (await rush()).stored)
    expect(max).toBeGreaterThan(PLACES)
  })
})

/** Published documents take the place of the built-in ones. */
async function takeGuardsAway(): Promise<void> {
  const { deps } = world.server
  const flow = deps.platform().get('flow', 'training.place')
  const withoutLimit = (effect: Effect): Effect =>
    'add' in effect ? { add: { ref: effect.add.ref, field: effect.add.field, by: effect.add.by } } : effect
  const unlimited: FlowDocument = {
    ...flow,
    transitions: flow.transitions.map((one) => ({ ...one, effects: (one.effects ?? []).map(withoutLimit) })),
  }
  const { locks: _, ...unlocked } = deps.platform().get('call', 'training.signUp')
  await deps.db.transaction().execute(async (db) => {
    const store = deps.services.documentStore.bind(serverScope(world, db))
    await store.saveDraft('flow', flow.id, unlimited)
    await store.saveDraft('call', 'training.signUp', unlocked)
    await store.publish('flow', flow.id)
    await store.publish('call', 'training.signUp')
  })
  await world.server.reloadPlatform()
  const checks = await world.rows(
    `SELECT conname FROM pg_constraint WHERE conrelid = 'training_course'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%taken%capacity%'`,
  )
  await world.rows(`ALTER TABLE training_course DROP CONSTRAINT "${checks[0].conname}"`)
}
