/** School packages: bought, renewed, upgraded, granted, expired; what they unlock; and quotas under races. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { monthsLater } from '../../../plugins/package/terms/startTerm.ts'
import { createPackageWorld, DAY, type PackageWorld, type School } from './packageWorld.ts'

let world: PackageWorld
beforeAll(async () => {
  world = await createPackageWorld()
})
afterAll(() => world?.close())
beforeEach(() => world.rewind())

const create = (school: School, title = '示例竞赛', of = world) =>
  of.call('api/web/competition/saveNewCompetition', { organisationId: school.id, title: { zh: title } }, of.admin)
const limitOf = async (school: School, feature = 'package.competitions') =>
  (await world.standing(school)).features.find((each: { feature: string }) => each.feature === feature)
const reported = async (userId: string, template: string) =>
  (await world.rows('SELECT count(*)::int AS count FROM platform_outbox WHERE "userId" = $1 AND template = $2', [userId, template]))[0]
    .count
const order = async (id: string) => (await world.rows('SELECT * FROM pay_order WHERE id = $1', [id]))[0]
const bought = async (school: School, packageId = world.packages.basic) => {
  const made = await world.buy(school, packageId)
  await world.traded(made.number)
  await world.pay(made)
  return made
}

describe('a package', () => {
  it('[PACKAGE-1] is ordered by who may pay for the school, paid as any order, and raises its limits', async () => {
    const school = await world.school()
    expect(await world.standing(school)).toMatchObject({ state: 'none', rank: 0 })
    expect(await limitOf(school)).toEqual({ feature: 'package.competitions', limit: 3, used: 0, included: 3 })
    const made = await world.buy(school, world.packages.basic)
    expect(await order(made.orderId)).toMatchObject({ purpose: 'package', state: 'pending', organisationId: null, competitionId: null })
    const again = { organisationId: school.id, packageId: world.packages.basic }
    expect((await world.call('api/web/school/package', again, school.token)).error).toBe('PACKAGE_ORDER_OPEN')
    const started = await world.call('api/web/pay/packagePay', { orderId: made.orderId }, school.token)
    expect(started.data.address).toContain('/pay/sandbox/')
    expect((await world.call('api/web/pay/packagePay', { orderId: made.orderId }, (await world.newcomer()).token)).error).toBe('NOT_FOUND')
    const token = started.data.address.split('/').at(-1)
    expect((await world.call('api/web/pay/sandbox/pay', { token })).code).toBe(0)
    await expect.poll(async () => (await world.standing(school)).state).toBe('active')
    expect(await limitOf(school)).toMatchObject({ limit: 10 })
    expect(await reported(school.userId, 'package.started')).toBe(1)
  })

  it('[PACKAGE-2] is the income of the platform: the finance staff of the school neither refund it nor confirm a transfer', async () => {
    const school = await world.school()
    const made = await bought(school)
    const finance = await world.holder('account.organisationAdmin', school.id)
    expect((await world.refund(made.orderId, made.total, finance.token)).error).toBe('NOT_FOUND')
    expect((await world.refund(made.orderId, made.total, world.admin)).error).toBeUndefined()
    expect(await order(made.orderId)).toMatchObject({ state: 'refunded' })
    expect(await limitOf(school)).toMatchObject({ limit: 3 })
    expect(await world.standing(school)).toMatchObject({ state: 'none' })
  })

  it('[PACKAGE-3] is renewed from its end, and upgraded immediately with credit for what is left', async () => {
    const school = await world.school()
    await bought(school)
    const { endsAt } = await world.standing(school)
    await bought(school)
    expect(await world.standing(school)).toMatchObject({ nextStartsAt: endsAt })
    world.clock.now = Date.parse(endsAt) + 1
    const left = (await world.standing(school)).credit
    expect(left).toBeGreaterThan(190_000)
    const upgrade = await world.buy(school, world.packages.standard)
    expect(upgrade.total).toBe(598_000 - left)
    await world.pay(upgrade)
    expect(await world.standing(school)).toMatchObject({ state: 'active', rank: 2, nextStartsAt: null })
    expect(await limitOf(school)).toMatchObject({ limit: 40 })
  })

  it('[PACKAGE-4] ends on the same day of a later month, or on its last day', () => {
    expect(monthsLater('2027-01-31T10:00:00.000Z', 1)).toBe('2027-02-28T10:00:00.000Z')
    expect(monthsLater('2027-03-15T10:00:00.000Z', 12)).toBe('2028-03-15T10:00:00.000Z')
  })

  it('[PACKAGE-5] tells 30, 7 and 1 days before and at its end, once each, unless it is renewed', async () => {
    const [school, renewed] = [await world.school(), await world.school()]
    await bought(school)
    for (let times = 0; times < 2; times++) await bought(renewed)
    const end = Date.parse((await world.standing(school)).endsAt)
    for (const [at, expiring, expired] of [
      [end - 31 * DAY, 0, 0],
      [end - 30 * DAY, 1, 0],
      [end - 8 * DAY, 1, 0],
      [end - 7 * DAY, 2, 0],
      [end - DAY, 3, 0],
      [end, 3, 1],
      [end + DAY, 3, 1],
    ] as const) {
      world.clock.now = at
      for (let times = 0; times < 2; times++) await world.run('package.handleExpiry')
      expect([await reported(school.userId, 'package.expiring'), await reported(school.userId, 'package.expired')]).toEqual([
        expiring,
        expired,
      ])
    }
    expect(await reported(renewed.userId, 'package.expiring')).toBe(0)
  })

  it('[PACKAGE-6] stays usable in its grace period; then nothing is lost, and nothing new is added beyond what is free', async () => {
    const school = await world.school()
    await bought(school)
    for (let each = 0; each < 5; each++) expect((await create(school)).code).toBe(0)
    const { endsAt, graceEndsAt } = await world.standing(school)
    world.clock.now = Date.parse(endsAt)
    expect(await world.standing(school)).toMatchObject({ state: 'grace' })
    expect((await create(school)).code).toBe(0)
    world.clock.now = Date.parse(graceEndsAt)
    await world.run('package.handleExpiry')
    expect(await world.standing(school)).toMatchObject({ state: 'ended' })
    const refused = await create(school)
    expect(refused).toMatchObject({
      error: 'FEATURE_USED_UP',
      details: { feature: 'package.competitions', limit: 3, id: school.id },
    })
    expect(refused.message).toContain('同时进行的竞赛')
    const [kept] = await world.rows(
      'SELECT count(*)::int AS count, min(id)::text AS id FROM competition_competition WHERE "organisationId" = $1',
      [school.id],
    )
    expect(kept.count).toBe(6)
    const edited = await world.call('api/web/competition/saveIntro', { competitionId: kept.id, introduction: '<p>好</p>' }, world.admin)
    expect(edited.error).not.toBe('FEATURE_USED_UP')
  })

  it('[PACKAGE-7] cancelled and paid late starts all the same, unless a newer order has been made: then the money goes back', async () => {
    const school = await world.school()
    const cancel = () => world.call('api/web/school/package/cancel', { organisationId: school.id }, school.token)
    const first = await world.buy(school, world.packages.basic)
    expect((await cancel()).data).toEqual({ orderId: first.orderId })
    await world.pay(first)
    expect(await world.standing(school)).toMatchObject({ state: 'active' })
    const second = await world.buy(school, world.packages.basic)
    await cancel()
    const third = await world.buy(school, world.packages.basic)
    await world.traded(second.number)
    await world.pay(second)
    expect(await order(second.orderId)).toMatchObject({ state: 'closed', refunded: String(second.total) })
    expect(await order(third.orderId)).toMatchObject({ state: 'pending' })
  })

  it('[PACKAGE-8] is granted and revoked by the staff of the platform alone, with a reason', async () => {
    const school = await world.school()
    const grant = { organisationId: school.id, packageId: world.packages.flagship, months: 3, reason: '试点学校' }
    expect((await world.call('api/web/school/package/grant', grant, school.token)).error).toBe('PERMISSION_DENIED')
    const { id } = (await world.call('api/web/school/package/grant', grant, world.admin)).data
    expect(await limitOf(school)).toMatchObject({ limit: 200 })
    const { data } = await world.call('api/web/school/terms', { organisationId: school.id }, school.token, 'GET')
    expect(data.list[0]).toMatchObject({ state: 'active', reason: '试点学校' })
    expect((await world.call('api/web/school/package/revoke', { id, reason: '试点结束' }, world.admin)).data.state).toBe('cancelled')
    expect(await limitOf(school)).toMatchObject({ limit: 3 })
  })

  it('[PACKAGE-9] is edited without code; what was bought before keeps what it was bought with', async () => {
    const school = await world.school()
    const answers = {
      name: { zh: '测试版', en: 'Trial' },
      price: 0,
      months: 1,
      rank: 1,
      contents: [{ feature: 'package.members', amount: 33 }],
      onSale: true,
    }
    const { id } = (await world.call('api/web/school/package/add', { answers }, world.admin)).data
    await world.buy(school, id)
    expect(await limitOf(school, 'package.members')).toMatchObject({ limit: 33 })
    const changed = { ...answers, contents: [{ feature: 'package.members', amount: 22 }], onSale: false }
    expect((await world.call('api/web/school/package/change', { id, answers: changed }, world.admin)).code).toBe(0)
    expect(await limitOf(school, 'package.members')).toMatchObject({ limit: 33 })
    const off = await world.call('api/web/school/package', { organisationId: school.id, packageId: id }, school.token)
    expect(off.error).toBe('PACKAGE_OFF_SALE')
    const unknown = { ...answers, contents: [{ feature: 'package.unknown', amount: 1 }] }
    expect((await world.call('api/web/school/package/add', { answers: unknown }, world.admin)).error).toBe('FORM_INVALID')
  })
})

describe('features', () => {
  it('[PACKAGE-10] data pages need a package at schools, and none elsewhere; another school is out of reach', async () => {
    const [school, other] = [await world.school(), await world.school()]
    const figures = (organisationId: string, token: string) =>
      world.call('api/dataService/school/figures', { organisationId }, token, 'GET')
    expect(await figures(school.id, school.token)).toMatchObject({ error: 'FEATURE_MISSING', details: { id: school.id } })
    await bought(school, world.packages.standard)
    expect((await figures(school.id, school.token)).data).toMatchObject({ competitions: 0, income: 0 })
    expect((await figures(other.id, school.token)).error).toBe('PERMISSION_DENIED')
    const [company] = await world.rows(`SELECT id::text FROM organisation_organisation WHERE kind = 'company' LIMIT 1`)
    expect((await figures(company.id, world.admin)).code).toBe(0)
  })

  it('[PACKAGE-11] the last one of a quota goes to one of several calls at the same time', async () => {
    const school = await world.school()
    for (let each = 0; each < 2; each++) await create(school)
    const replies = await Promise.all(Array.from({ length: 4 }, () => create(school)))
    expect(replies.map(({ error }) => error ?? 'made').toSorted()).toEqual([
      'FEATURE_USED_UP',
      'FEATURE_USED_UP',
      'FEATURE_USED_UP',
      'made',
    ])
  })

  it('control: a call that says no need takes more than the quota', async () => {
    const unguarded = await createPackageWorld({
      edits: { 'schemas/competition/create.call.json': ({ needs: _, ...document }) => document },
    })
    try {
      const school = await unguarded.school()
      for (let each = 0; each < 2; each++) await create(school, '示例竞赛', unguarded)
      const replies = await Promise.all(Array.from({ length: 4 }, () => create(school, '示例竞赛', unguarded)))
      expect(replies.filter(({ code }) => code === 0)).toHaveLength(4)
    } finally {
      await unguarded.close()
    }
  })
})
