/** What a registration costs: the pure rules as properties, then fees, codes and settings through their calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fee, feeFor, type Party, type PriceRules, priceOf } from '../../../plugins/pay/prices/priceOf.ts'
import fc from '../../harness/fastCheck.ts'
import { createWorld, DESIGN, HACKATHON, type World } from '../roadWorld.ts'

const DAY = 86_400_000
const AT = Date.parse('2027-03-10T00:00:00.000Z')
const moment = (day: number) => new Date(AT + day * DAY).toISOString()
const days = fc.integer({ min: -5, max: 5 })
const amounts = fc.integer({ min: 0, max: 1_000_000 })
const fee: fc.Arbitrary<Fee> = fc
  .record({
    id: fc.integer({ min: 1, max: 1_000_000 }).map(String),
    eventId: fc.constantFrom(null, '1', '2'),
    unit: fc.constantFrom('registration' as const, 'contestant' as const, 'instructor' as const),
    amount: amounts,
    from: fc.option(days),
    length: fc.option(fc.integer({ min: 1, max: 5 })),
  })
  .map(({ from, length, ...rest }) => ({
    ...rest,
    startsAt: from === null ? null : moment(from),
    endsAt: length === null ? null : moment((from ?? 0) + length),
  }))
const rulesOf = fc.record({
  base: amounts,
  fees: fc.uniqueArray(fee, { selector: ({ id }) => id, maxLength: 8 }),
  groupFrom: fc.option(fc.integer({ min: 2, max: 6 })),
  groupPercent: fc.option(fc.integer({ min: 1, max: 100 })),
  freeForInvited: fc.boolean(),
})
const partyOf = fc.record({
  eventId: fc.constantFrom('1', '2'),
  contestants: fc.integer({ min: 1, max: 9 }),
  instructors: fc.integer({ min: 0, max: 3 }),
  invited: fc.boolean(),
})
const discountOf = fc.option(
  fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }), amount: fc.constant(null) }),
    fc.record({ percent: fc.constant(null), amount: fc.integer({ min: 1, max: 2_000_000 }) }),
  ),
)

describe('the price of a registration', () => {
  it('[PAY-1] items are whole fen and add up to the total, which is never below zero nor above what is charged', () => {
    fc.assert(
      fc.property(rulesOf, partyOf, days, discountOf, (rules: PriceRules, party: Party, day, discount) => {
        const { positions, total } = priceOf(rules, party, moment(day), discount)
        expect(positions.every(({ quantity, price, amount }) => Number.isInteger(amount) && amount === quantity * price)).toBe(true)
        expect(positions.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
        expect(total).toBeGreaterThanOrEqual(0)
        expect(total).toBeLessThanOrEqual(priceOf({ ...rules, groupFrom: null, freeForInvited: false }, party, moment(day)).total)
        if (rules.freeForInvited && party.invited) expect(total).toBe(0)
      }),
    )
  })

  it('[PAY-2] which rule counts does not depend on the order of the rules', () => {
    fc.assert(
      fc.property(
        rulesOf.chain((rules) => fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules.fees, { minLength: rules.fees.length }))),
        partyOf,
        days,
        ([rules, shuffled], party, day) => {
          expect(priceOf({ ...rules, fees: shuffled }, party, moment(day))).toEqual(priceOf(rules, party, moment(day)))
        },
      ),
    )
  })

  it('[PAY-3] a rule of the event goes before one of all events, an early-bird price before the standing one, until its end to the millisecond', () => {
    const standing: Fee = { id: '1', eventId: null, unit: 'registration', amount: 300, startsAt: null, endsAt: null }
    const early: Fee = { ...standing, id: '2', amount: 200, endsAt: moment(0) }
    const own: Fee = { ...standing, id: '3', eventId: '1', amount: 250 }
    const price = (fees: Fee[], event: string, at: string) => feeFor(fees, 'registration', event, at)
    expect(price([standing, early], '2', new Date(AT - 1).toISOString())).toBe(200)
    expect(price([standing, early], '2', moment(0))).toBe(300)
    expect(price([standing, early, own], '1', moment(-1))).toBe(250)
    expect(price([early], '2', moment(1))).toBeNull()
  })

  it('[PAY-4] a discount is rounded down to a whole fen, a group discount is taken before a code', () => {
    const rules = { base: 999, fees: [], groupFrom: 3, groupPercent: 10, freeForInvited: false }
    const party = { eventId: '1', contestants: 3, instructors: 0, invited: false }
    expect(priceOf(rules, party, moment(0), { percent: 50, amount: null })).toEqual({
      positions: [
        { line: 'registration', quantity: 1, price: 999, amount: 999 },
        { line: 'group', quantity: 1, price: -99, amount: -99 },
        { line: 'code', quantity: 1, price: -450, amount: -450 },
      ],
      total: 450,
    })
    expect(priceOf(rules, { ...party, contestants: 2 }, moment(0)).total).toBe(999)
  })
})

describe('fees as the organiser edits them', () => {
  let world: World
  let organiser: string
  let competitionId: string
  let eventId: string
  beforeAll(async () => {
    world = await createWorld()
    organiser = await world.signIn('organiser')
    competitionId = await world.competition(DESIGN)
    const [event] = await world.rows('SELECT id FROM competition_event WHERE "competitionId" = $1 ORDER BY id LIMIT 1', [competitionId])
    eventId = String(event.id)
    await world.rows('UPDATE competition_event SET fee = 10000 WHERE id = $1', [eventId])
  })
  afterAll(() => world?.close())
  const pay = (path: string, input: Record<string, unknown>, token: string | null = organiser) =>
    world.call(`api/web/pay/${path}`, input, token)
  const query = (input: Record<string, unknown> = {}) => pay('queryRule', { competitionId, eventId, ...input }, null)

  it('[PAY-5] without rules the fee of the event is charged; rules and codes count from the moment they are saved', async () => {
    expect((await query()).data).toMatchObject({ currency: 'CNY', total: 10_000 })
    const save = { enabled: true, holdHours: 48, groupFrom: 3, groupPercent: 20 }
    expect((await pay('setting/save', { competitionId, answers: save })).code).toBe(0)
    expect((await pay('setting/save', { competitionId, answers: { ...save, holdHours: 24 } })).code).toBe(0)
    expect(await world.rows('SELECT "holdHours" FROM pay_setting WHERE "competitionId" = $1', [competitionId])).toEqual([{ holdHours: 24 }])
    const member = { unit: 'contestant', amount: 5000 }
    const early = { eventId, unit: 'registration', amount: 8000, endsAt: '2030-01-01T00:00:00.000Z' }
    for (const answers of [member, early]) expect((await pay('fee/add', { competitionId, answers })).code).toBe(0)
    expect((await query({ contestants: 3 })).data.total).toBe(Math.ceil((8000 + 15_000) * 0.8))
    expect((await query({ contestants: 1, at: '2030-01-01T00:00:00.000Z' })).data.total).toBe(15_000)
    const code = { code: 'early-2027', kind: 'amount', amount: 3000, uses: 1, school: '楚江大学' }
    expect((await pay('code/add', { competitionId, answers: code })).code).toBe(0)
    expect((await query({ code: ' EARLY-2027 ', school: '楚江大学' })).data.total).toBe(10_000)
    expect((await query({ code: 'early-2027' })).error).toBe('PAY_CODE_SCHOOL')
    expect((await query({ code: 'none' })).error).toBe('PAY_CODE_UNKNOWN')
    await world.rows('UPDATE pay_code SET used = uses')
    expect((await query({ code: 'early-2027', school: '楚江大学' })).error).toBe('PAY_CODE_USED')
    const [{ id }] = await world.rows('SELECT id FROM pay_code')
    expect((await pay('code/remove', { id: String(id) })).error).toBe('PAY_CODE_IN_USE')
  })

  it('[PAY-6] rules are edited by who holds setPay on the competition, and a period that ends before it starts is refused', async () => {
    const answers = { unit: 'registration', amount: 1 }
    const someone = (await world.newcomer()).token
    expect((await pay('fee/add', { competitionId, answers }, someone)).error).toBe('PERMISSION_DENIED')
    const foreign = await world.competition(HACKATHON)
    const [row] = await world.rows(
      'SELECT o."organisationId" = d."organisationId" AS same FROM competition_competition o, competition_competition d WHERE o.id = $1 AND d.id = $2',
      [foreign, competitionId],
    )
    if (!row.same) expect((await pay('fee/add', { competitionId: foreign, answers })).code).not.toBe(0)
    const wrong = { ...answers, startsAt: '2027-01-02T00:00:00.000Z', endsAt: '2027-01-01T00:00:00.000Z' }
    expect((await pay('fee/add', { competitionId, answers: wrong })).error).toBe('PAY_PERIOD')
    expect((await query({ eventId: '999999999' })).error).toBe('EVENT_UNKNOWN')
  })
})
