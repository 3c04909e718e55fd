/** What fee rules, codes and discounts make of an order, from the organiser's settings to the frozen price. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSheet } from '../readSheet.ts'
import { signUp } from '../roadWorld.ts'
import { createPayWorld, FEE, HOUR, type Paying, type PayWorld } from './payWorld.ts'

const EARLY = 20_000
const UNIVERSITY = 'Chujiang University'

let world: PayWorld
beforeAll(async () => {
  world = await createPayWorld()
  // the answer that the registration keeps as its school
  await world.rows(`UPDATE competition_competition SET "schoolField" = 'university' WHERE id = $1`, [world.form.competitionId])
})
afterAll(() => world?.close())
beforeEach(() => world.rewind())

const set = async (path: string, answers: object): Promise<string> => {
  const { data, error } = await world.call(`api/web/pay/${path}`, { competitionId: world.form.competitionId, answers }, world.organiser)
  if (error) throw new Error(`${error} ${JSON.stringify(answers)}`)
  return String(data.id)
}
const settings = (change: object = {}) => set('setting/save', { enabled: true, holdHours: 48, reminderHours: 6, ...change })
const asked = async (input: object = {}) => {
  const { competitionId, eventId } = world.form
  return (await world.call('api/web/pay/queryRule', { competitionId, eventId, ...input }, null)).data
}
const seen = async ({ orderId, token }: Paying) => (await world.call(`api/web/pay/order/${orderId}`, {}, token, 'GET')).data

describe('a price period', () => {
  it('[PAY-7] counts for orders made before its end, which keep that price; the preview says both', async () => {
    const ends = world.clock.base + HOUR
    const id = await set('fee/add', { unit: 'registration', amount: EARLY, endsAt: new Date(ends).toISOString() })
    const early = await world.entrant()
    expect(await seen(early)).toMatchObject({ total: EARLY, positions: [{ line: 'registration', price: EARLY }] })
    world.clock.now = ends - 1
    expect(await seen(await world.entrant())).toMatchObject({ total: EARLY })
    world.clock.now = ends
    expect(await seen(await world.entrant())).toMatchObject({ total: FEE })
    expect(await seen(early)).toMatchObject({ total: EARLY })
    const on = async (at: number) => (await asked({ at: new Date(at).toISOString() })).total
    expect([await on(ends - 1), await on(ends)]).toEqual([EARLY, FEE])
    const shown = async () => {
      const { competitionId, eventId } = world.form
      const { data } = await world.call('api/web/pay/prices', { competitionId }, null, 'GET')
      return { charged: data.charged, ...data.list.find((price: { eventId: string }) => price.eventId === eventId) }
    }
    world.clock.now = ends - 1
    expect(await shown()).toMatchObject({ charged: true, registration: EARLY, until: new Date(ends).toISOString(), next: FEE })
    world.clock.now = ends
    expect(await shown()).toMatchObject({ registration: FEE, until: null, next: null })
    await settings({ enabled: false })
    expect((await shown()).charged).toBe(false)
    const wizard = await world.call(
      'api/web/competition/competitionInfos',
      { competitionId: world.form.competitionId },
      world.organiser,
      'GET',
    )
    expect(wizard.data.completeness.missing.map(({ code }: { code: string }) => code)).toContain('charging')
    await settings()
    await world.call('api/web/pay/fee/remove', { id }, world.organiser)
    expect((await seen(await world.entrant())).total).toBe(FEE)
  })
})

describe('an option of the sign-up form with a price', () => {
  it('[PAY-27] is charged to those who choose it, by its name in the form; the price frozen, the preview the same', async () => {
    const { competitionId } = world.form
    const choices = (await world.call('api/web/pay/choices', { competitionId }, world.organiser, 'GET')).data.list as { value: string }[]
    expect(choices.map(({ value }) => value)).toEqual(expect.arrayContaining(['shirt/M', 'skills/pitch']))
    expect((await world.call('api/web/pay/choices', { competitionId }, (await world.newcomer()).token, 'GET')).error).toBe(
      'PERMISSION_DENIED',
    )
    const add = (answers: object) => world.call('api/web/pay/fee/add', { competitionId, answers }, world.organiser)
    expect((await add({ unit: 'choice', amount: 100 })).error).toBe('FORM_INVALID')
    const ids = [
      await set('fee/add', { unit: 'choice', choice: 'shirt/M', amount: 1500 }),
      await set('fee/add', { unit: 'choice', choice: 'skills/pitch', amount: 700 }),
      await set('fee/add', { unit: 'choice', choice: 'shirt/L', amount: 9900 }),
    ]
    const entrant = await world.entrant()
    const order = await seen(entrant)
    expect(order).toMatchObject({ total: FEE + 1500 + 700 })
    expect(order.positions.map(({ line, amount }: { line: string; amount: number }) => [line, amount])).toEqual([
      ['registration', FEE],
      ['choice', 1500],
      ['choice', 700],
    ])
    expect(order.positions[1].label).toMatch(/.+：M$/)
    for (const id of ids)
      await world.call('api/web/pay/fee/change', { id, answers: { unit: 'registration', amount: FEE } }, world.organiser)
    expect(await seen(entrant)).toMatchObject({ total: FEE + 1500 + 700 })
    for (const id of ids) await world.call('api/web/pay/fee/remove', { id }, world.organiser)
    const again = await set('fee/add', { unit: 'choice', choice: 'shirt/M', amount: 1500 })
    const { eventId } = world.form
    const asked = await world.call('api/web/pay/queryRule', { competitionId, eventId, choices: ['shirt/M', 'shirt/L'] })
    expect(asked.data).toMatchObject({
      total: FEE + 1500,
      positions: [
        { line: 'registration', label: null },
        { line: 'choice', amount: 1500 },
      ],
    })
    await world.call('api/web/pay/fee/remove', { id: again }, world.organiser)
  })
})

describe('a group discount', () => {
  // each skill that the form names stands for one more contestant
  const members = (field: string | null) =>
    world.rows('UPDATE competition_competition SET "membersField" = $2 WHERE id = $1', [world.form.competitionId, field])
  afterEach(async () => {
    await members(null)
    await settings()
  })

  it('[PAY-8] is taken off the order from the number of contestants on that the organiser set', async () => {
    await settings({ groupFrom: 4, groupPercent: 20 })
    await members('skills')
    expect(await seen(await world.entrant())).toMatchObject({ total: FEE })
    await settings({ groupFrom: 3, groupPercent: 20 })
    const lines = [
      { line: 'registration', quantity: 1, amount: FEE },
      { line: 'group', quantity: 1, amount: -FEE / 5 },
    ]
    expect(await seen(await world.entrant())).toMatchObject({ total: (FEE * 4) / 5, positions: lines })
    expect([(await asked({ contestants: 2 })).total, (await asked({ contestants: 3 })).total]).toEqual([FEE, (FEE * 4) / 5])
  })
})

describe('people with an invite code', () => {
  const visible = async (visibility: string) => {
    const input = { competitionId: world.form.competitionId, visibility }
    expect((await world.call('api/web/competition/updateCompetitionPrivate', input, world.organiser)).code).toBe(0)
  }
  afterEach(async () => {
    await visible('public')
    await settings()
  })

  it('[PAY-9] owe nothing where the organiser lets them in free, and the fee where not', async () => {
    await visible('invite')
    const codes = { competitionId: world.form.competitionId, count: 1, uses: 5 }
    const [inviteCode] = (await world.call('api/web/competition/inviteCode/save', codes, world.organiser)).data.codes
    const enter = async () => {
      const { token } = await world.newcomer()
      const { data, error } = await signUp(world, token, world.form, { inviteCode })
      expect(error).toBeUndefined()
      return String(data.id)
    }
    const due = await enter()
    expect(await world.registration(due)).toMatchObject({ payState: 'due' })
    await settings({ freeForInvited: true })
    const free = await enter()
    expect(await world.registration(free)).toMatchObject({ payState: 'none' })
    expect(await world.rows('SELECT FROM pay_order WHERE "registrationId" = $1', [free])).toEqual([])
    expect([(await asked()).total, (await asked({ invited: true })).total]).toEqual([FEE, 0])
  })
})

it('[EXPORT-7] exports orders with discount, code, channel and payment number, and totals under the money', async () => {
  await set('code/add', { code: 'SHEET-1', kind: 'amount', amount: 1050, uses: 5 })
  const [first, second] = [await world.entrant(), await world.entrant()]
  const { data } = await world.call('api/web/pay/order', { registrationId: first.registrationId, code: 'SHEET-1' }, first.token)
  const { number } = await world.order(data.id)
  expect(await world.notice(number, { amount: FEE - 1050, reference: 'T-2026-1' })).toBe('success')
  const numbers = [number, second.number]
  const { jobId } = (await world.call('api/web/pay/order/export', { competitionId: world.form.competitionId }, world.organiser)).data
  const [head, ...lines] = await readSheet(world, jobId, world.organiser)
  const shown = lines
    .filter(([first]) => numbers.includes(String(first)))
    .map((line) => Object.fromEntries((head as string[]).map((title, at) => [title, line[at]])))
  const MONEY = ['应付（元）', '减免（元）', '已付（元）', '已退（元）', '实收（元）'] as const
  const paid = FEE / 100 - 10.5
  expect(shown).toMatchObject([
    { 订单号: second.number, 状态: '待付款', '应付（元）': FEE / 100, '减免（元）': 0, '已付（元）': 0 },
    { 订单号: number, '应付（元）': paid, '减免（元）': 10.5, 优惠码: 'SHEET-1', '已付（元）': paid, 支付方式: '沙箱', 交易号: 'T-2026-1' },
  ])
  const total = lines.at(-1)!
  expect(total[0]).toBe('合计')
  for (const title of MONEY) {
    const at = (head as string[]).indexOf(title)
    const sum = lines.slice(0, -1).reduce((all, line) => all + Math.round(Number(line[at] ?? 0) * 100), 0)
    expect([title, total[at]]).toEqual([title, sum / 100])
  }
})

describe('a discount code', () => {
  const use = ({ registrationId, token }: Paying, code: string) => world.call('api/web/pay/order', { registrationId, code }, token)
  const used = async (code: string) => (await world.rows('SELECT used FROM pay_code WHERE code = $1', [code]))[0].used

  it('[PAY-25] lowers the order until it expires and while uses are left; an order that is closed gives its use back', async () => {
    const expiresAt = new Date(world.clock.base + HOUR).toISOString()
    await set('code/add', { code: 'SPRING-1', kind: 'percent', percent: 50, uses: 1, expiresAt })
    const [first, second] = [await world.entrant(), await world.entrant()]
    const { data } = await use(first, 'spring-1')
    expect(await seen({ ...first, orderId: data.id })).toMatchObject({ total: FEE / 2, code: 'SPRING-1' })
    expect([await used('SPRING-1'), (await use(second, 'SPRING-1')).error]).toEqual([1, 'PAY_CODE_USED'])
    expect((await world.order(second.orderId)).state).toBe('pending')
    world.clock.now = world.clock.base + 49 * HOUR
    await world.run('pay.expire', { id: data.id })
    expect(await used('SPRING-1')).toBe(0)
    world.clock.now = world.clock.base + HOUR
    expect((await use(second, 'SPRING-1')).error).toBe('PAY_CODE_EXPIRED')
    world.clock.now -= 1
    expect((await use(second, 'SPRING-1')).code).toBe(0)
  })

  it('[PAY-26] of an organisation is for registrations that name it', async () => {
    await set('code/add', { code: 'OTHERS-1', kind: 'amount', amount: 1000, uses: 5, school: '楚江大学附属中学' })
    await set('code/add', { code: 'OWN-1', kind: 'amount', amount: 1000, uses: 5, school: UNIVERSITY })
    const entrant = await world.entrant()
    expect((await use(entrant, 'OTHERS-1')).error).toBe('PAY_CODE_SCHOOL')
    const { data } = await use(entrant, 'OWN-1')
    expect(await seen({ ...entrant, orderId: data.id })).toMatchObject({ total: FEE - 1000, code: 'OWN-1' })
    expect([await used('OTHERS-1'), await used('OWN-1')]).toEqual([0, 1])
  })
})
