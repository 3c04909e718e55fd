/** Sums that the finance page shows, against the ledger, after random histories. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseCsv } from '../../../runtime/core/studio/csv.ts'
import { createPackageWorld, type PackageWorld } from '../package/packageWorld.ts'
import { DESIGN } from '../roadWorld.ts'
import { FEE, HOUR } from './payWorld.ts'

const RUNS = 6
const REVIEW_FROM = 10_000

let world: PackageWorld
/** Of the hackathon. */
let organisationId: string
beforeAll(async () => {
  world = await createPackageWorld()
  const [row] = await world.rows('SELECT "organisationId"::text AS id FROM competition_competition WHERE id = $1', [
    world.form.competitionId,
  ])
  organisationId = row.id
  await world.rows('UPDATE pay_setting SET "refundReviewFrom" = $1', [REVIEW_FROM])
})
afterAll(() => world?.close())

type Step =
  | { kind: 'order'; of: 'competition' | 'platform' }
  | { kind: 'pay'; which: number; daysAgo: number }
  | { kind: 'expire'; which: number }
  | { kind: 'refund'; which: number; amount: number }
  | { kind: 'decide'; approve: boolean }
  | { kind: 'settle'; done: boolean }
interface Made {
  orderId: string
  number: string
  total: number
  /** Of somebody who may refund it, and is not the one who approves. */
  finance: string
}

const which = fc.nat({ max: 3 })
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('order' as const), of: fc.constantFrom('competition' as const, 'platform' as const) }),
    fc.record({ kind: fc.constant('pay' as const), which, daysAgo: fc.constantFrom(0, 1, 12, 59, 60, 300, 1_200) }),
    fc.record({ kind: fc.constant('expire' as const), which }),
    fc.record({ kind: fc.constant('refund' as const), which, amount: fc.constantFrom(1, 700, REVIEW_FROM, FEE, FEE + 1) }),
    fc.record({ kind: fc.constant('decide' as const), approve: fc.boolean() }),
    fc.record({ kind: fc.constant('settle' as const), done: fc.boolean() }),
  ) as fc.Arbitrary<Step>,
  { minLength: 4, maxLength: 10 },
)

async function make(of: 'competition' | 'platform'): Promise<Made> {
  if (of === 'competition') return { ...(await world.entrant()), total: FEE, finance: world.organiser }
  return { ...(await world.buy(await world.school(), world.packages.basic)), finance: world.admin }
}

async function play(step: Step, made: Made[]): Promise<void> {
  if (step.kind === 'order') made.push(await make(step.of))
  const post = (path: string, input: object) => world.call(`api/web/pay/${path}`, { ...input }, world.admin)
  if (step.kind === 'decide' || step.kind === 'settle') {
    const state = step.kind === 'decide' ? 'waiting' : 'requested'
    const [refund] = await world.rows('SELECT id::text FROM pay_refund WHERE state = $1 ORDER BY id DESC LIMIT 1', [state])
    if (!refund) return
    if (step.kind === 'decide') await post('refund/decide', { id: refund.id, approve: step.approve })
    else await post('editRefund', { id: refund.id, done: step.done })
  }
  const order = 'which' in step ? made[step.which % Math.max(1, made.length)] : undefined
  if (!order) return
  if (step.kind === 'pay') {
    world.clock.now -= step.daysAgo * 24 * HOUR
    await world.notice(order.number, { amount: order.total })
    world.clock.now = world.clock.base
  } else if (step.kind === 'refund') await world.refund(order.orderId, step.amount, order.finance)
  else if (step.kind === 'expire') {
    world.clock.now += 200 * HOUR
    await world.run('pay.expire', { id: order.orderId })
    world.clock.now = world.clock.base
  }
}

/** What the page is asked for: a competition, an organisation, or with neither the platform's own. */
type Place = { competitionId?: string; organisationId?: string }
/** Condition on the rows of a place. */
function rowsOf({ competitionId, organisationId }: Place): string {
  if (competitionId) return `"competitionId" = ${competitionId}`
  return organisationId ? `"organisationId" = ${organisationId}` : '"competitionId" IS NULL'
}

/** As the ledger has them, added up here and not by the database. */
async function ledger(place: Place) {
  const read = (table: string) => world.rows(`SELECT * FROM ${table} WHERE ${rowsOf(place)}`)
  const [payments, refunds, orders] = [await read('pay_payment'), await read('pay_refund'), await read('pay_order')]
  const sum = (rows: Record<string, unknown>[], field: string) => rows.reduce((total, row) => total + Number(row[field]), 0)
  const of = (rows: Record<string, unknown>[], ...states: string[]) => rows.filter(({ state }) => states.includes(String(state)))
  const refunded = sum(of(refunds, 'requested', 'done'), 'amount')
  const waiting = sum(of(refunds, 'waiting'), 'amount')
  const paid = sum(payments, 'amount')
  // each order knows what came in for it and what was asked back
  expect({ paid: sum(orders, 'paid'), refunded: sum(orders, 'refunded') }).toEqual({ paid, refunded: refunded + waiting })
  const signups = orders.filter(({ purpose }) => purpose === 'signup')
  const refundable = sum(of(signups, 'paid'), 'paid') - sum(of(signups, 'paid'), 'refunded')
  const due = sum(of(orders, 'pending'), 'total')
  return { paid, refunded, waiting, net: paid - refunded, due, refundable, open: of(signups, 'pending', 'paid').length }
}

it('[PAY-60] every sum and every bar on the finance page is that of the ledger, of a competition, an organisation and the platform', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      await world.rewind()
      const made = [await make('competition'), await make('platform')]
      // six histories seldom reach a refund that waits: each begins with one of the competition and a small one of the platform
      const begun: Step[] = [0, 1].flatMap((which): Step[] => [
        { kind: 'pay', which, daysAgo: which },
        { kind: 'refund', which, amount: which === 0 ? REVIEW_FROM : 700 },
      ])
      for (const step of [...begun, ...history]) await play(step, made)
      for (const input of [{ competitionId: world.form.competitionId }, { organisationId }, {}] as Place[]) {
        const shown = () => world.call('api/web/pay/sums', { ...input }, world.admin, 'GET')
        // refunds are sent by a job meanwhile, so both are read until nothing moves
        await expect.poll(async () => [(await shown()).data, await ledger(input)]).toSatisfy(([one, other]) => same(one, other))
        // every figure of the invoices tab too: nothing is invoiced in these histories but what the demonstration brought
        const invoiced = await world.rows(`SELECT amount FROM pay_invoice WHERE state = 'issued' AND ${rowsOf(input)}`)
        const { data } = await world.call('api/web/pay/invoice/sums', { ...input }, world.admin, 'GET')
        expect(data.invoiced).toBe(invoiced.reduce((sum: number, { amount }: { amount: number }) => sum + Number(amount), 0))
        for (const unit of ['day', 'week', 'month'] as const) expect(await charts(unit, input)).toEqual(await bars(unit, input))
      }
    }),
    { numRuns: RUNS },
  )
})

const LATEST = { day: 60, week: 52, month: 36 }
type Unit = keyof typeof LATEST

/** The bars that are not empty, as the page draws them. */
async function charts(unit: Unit, input: Place) {
  const read = async (path: string) => {
    const { groups } = (await world.call(`api/web/pay/${path}/overTime`, { ...input, unit }, world.admin, 'GET')).data
    expect([0, LATEST[unit]], `${path} by ${unit}`).toContain(groups.length)
    return groups.flatMap(({ at, amount }: { at: string; amount: number }) => (amount === 0 ? [] : [[at, amount]]))
  }
  return { paid: await read('payment'), refunded: await read('refund') }
}

/** The same from the rows, added up here. */
async function bars(unit: Unit, place: Place) {
  const read = (table: string, more = '') => world.rows(`SELECT * FROM ${table} WHERE ${rowsOf(place)} ${more}`)
  const grouped = (rows: Record<string, unknown>[], field: string) => {
    const first = periods(unit)
    const sums = new Map<string, number>()
    for (const row of rows) {
      const at = periodOf(new Date(row[field] as string), unit)
      if (at >= first) sums.set(at, (sums.get(at) ?? 0) + Number(row.amount))
    }
    return [...sums].toSorted(([one], [other]) => one.localeCompare(other))
  }
  const refunds = await read('pay_refund', "AND state IN ('requested', 'done')")
  return { paid: grouped(await read('pay_payment'), 'paidAt'), refunded: grouped(refunds, 'createdAt') }
}

/** The first day, week or month in the chart. */
function periods(unit: Unit): string {
  const now = new Date(world.clock.now)
  if (unit === 'month') now.setUTCMonth(now.getUTCMonth() - LATEST.month + 1, 15)
  else now.setTime(now.getTime() - (LATEST[unit] - 1) * (unit === 'week' ? 7 : 1) * 24 * HOUR)
  return periodOf(now, unit)
}

function periodOf(moment: Date, unit: Unit): string {
  const day = new Date(moment.getTime() + 8 * HOUR).toISOString().slice(0, 10)
  if (unit !== 'week') return unit === 'day' ? day : day.slice(0, 7)
  const midnight = new Date(day)
  return new Date(midnight.getTime() - ((midnight.getUTCDay() + 6) % 7) * 24 * HOUR).toISOString().slice(0, 10)
}

function same(one: unknown, other: unknown): boolean {
  expect(one).toEqual(other)
  return true
}

const LISTS = ['order', 'payment', 'refund', 'remittance', 'difference', 'notice']

it('[PAY-61] lists and exports of an organisation hold all its competitions and nothing else, for those with a right on it', async () => {
  await world.rewind()
  const { competitionId } = world.form
  const elsewhere = await world.competition(DESIGN)
  const entrant = await world.entrant()
  await world.traded(entrant.number)
  await world.notice(entrant.number)
  await world.refund(entrant.orderId, 700)
  const copy = async (from: string, to: object) => {
    const [row] = await world.rows(`SELECT * FROM pay_order WHERE id = $1`, [from])
    const made = { ...row, ...to, seat: null, registrationId: null, number: `C${row.number}`.slice(0, 30), state: 'closed', id: undefined }
    const names = Object.keys(made).filter((name) => name !== 'id' && name !== 'net')
    const values = names.map((name) => (name === 'title' ? JSON.stringify(row.title) : (made as Record<string, unknown>)[name]))
    await world.rows(
      `INSERT INTO pay_order (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      values,
    )
  }
  // another competition of the same organisation, by an order of its own
  const [sister] = await world.rows(
    `SELECT id::text FROM competition_competition WHERE "organisationId" = $1 AND id <> $2 ORDER BY id LIMIT 1`,
    [organisationId, competitionId],
  )
  expect(sister).toBeDefined()
  await copy(entrant.orderId, { competitionId: sister.id, paid: 0, refunded: 0, eventId: null })
  const holder = (await world.holder('account.organiser', organisationId)).token
  const get = (path: string, input: object, token = holder) => world.call(`api/web/pay/${path}`, { ...input }, token, 'GET')
  for (const path of LISTS) {
    const [{ count }] = await world.rows(`SELECT count(*)::int FROM pay_${path} WHERE "organisationId" = $1`, [organisationId])
    expect((await get(`${path}/list`, { organisationId })).data.total, path).toBe(count)
  }
  const orders = (await get('order/list', { organisationId, pageSize: 100 })).data.list as { competitionId: string; number: string }[]
  expect(new Set(orders.map((order) => order.competitionId))).toEqual(new Set([competitionId, sister.id]))

  const exported = async (input: object) => {
    const { data } = await world.call('api/web/pay/order/export', { ...input, format: 'csv' }, holder)
    const job = async () => (await world.call(`api/platform/job/${data.jobId}`, {}, holder, 'GET')).data
    await expect.poll(async () => (await job()).state).toBe('done')
    const headers = { authorization: `Bearer ${holder}` }
    return parseCsv((await world.app.inject({ url: `/api/platform/file/${(await job()).result.id}`, headers })).rawPayload.toString('utf8'))
      .rows
  }
  expect((await exported({ organisationId })).length - 1).toBe(orders.length)
  const { number } = orders[0]!
  expect(await exported({ organisationId, search: number })).toMatchObject([expect.any(Array), expect.arrayContaining([number])])

  const foreign = await world.school()
  expect((await get('sums', { organisationId: foreign.id })).error).toBe('PERMISSION_DENIED')
  expect((await get('order/list', { organisationId: foreign.id })).data.list).toEqual([])
  expect((await get('sums', { organisationId, competitionId: elsewhere })).error).toBe('PERMISSION_DENIED')
  const seen = async (token: string) => ((await get('organisations', {}, token)).data.list as { id: string }[]).map(({ id }) => id)
  expect(await seen(holder)).toEqual([organisationId])
  const { id, token } = await world.newcomer()
  await world.rows(`INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, 'account.organiser', 'competition', $2)`, [
    id,
    competitionId,
  ])
  expect(await seen(token)).toEqual([])
  expect((await get('sums', { organisationId }, token)).error).toBe('PERMISSION_DENIED')
  expect((await get('sums', { competitionId }, token)).code).toBe(0)
})
