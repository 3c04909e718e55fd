/** What belongs to no competition: the platform's own side of the finance page. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPackageWorld, type PackageWorld, type School } from './packageWorld.ts'

let world: PackageWorld
let school: School
beforeAll(async () => {
  world = await createPackageWorld()
  school = await world.school()
})
afterAll(() => world?.close())
beforeEach(() => world.rewind())

const get = (path: string, token: string, input: object = {}) => world.call(`api/web/pay/${path}`, { ...input }, token, 'GET')
const LISTS = ['order/list', 'payment/list', 'refund/list', 'remittance/list', 'difference/list', 'notice/list']

it('[PKGFIN-1] staff see orders, payments, refunds and transfers of packages, and nothing of a competition among them', async () => {
  const bought = await world.buy(school, world.packages.basic)
  await world.pay(bought)
  const entrant = await world.entrant()
  await world.notice(entrant.number)
  await world.refund(bought.orderId, 100, world.admin)
  await world.refund(entrant.orderId, 200)
  const numbers = async (input: object) =>
    ((await get('order/list', world.admin, { ...input, pageSize: 100 })).data.list as { number: string }[]).map(({ number }) => number)
  const own = await numbers({})
  expect(own).toContain(bought.number)
  expect(own).not.toContain(entrant.number)
  expect(await numbers({ competitionId: world.form.competitionId })).toContain(entrant.number)
  expect(await numbers({ competitionId: world.form.competitionId })).not.toContain(bought.number)
  expect((await get('payment/list', world.admin)).data.list[0]).toMatchObject({ number: bought.number, amount: bought.total })
  expect((await get('refund/list', world.admin)).data.list[0]).toMatchObject({ order: bought.number, amount: 100 })
  expect((await get('order/list', world.admin, { search: bought.number })).data.list).toMatchObject([{ number: bought.number }])
})

it('[PKGFIN-2] staff confirm a transfer for a package where the list shows it, and the package starts', async () => {
  const own = await world.school()
  const { id, orderId, total } = await world.buy(own, world.packages.standard)
  await world.rows(
    `INSERT INTO pay_remittance ("orderId", "userId", amount, "accountName", "transferredOn", open) VALUES ($1::bigint, $2, $3, '示例学校', '2027-03-01', $1::bigint::text)`,
    [orderId, own.userId, total],
  )
  const { list } = (await get('remittance/list', world.admin)).data
  expect(list[0]).toMatchObject({ orderId, amount: total, state: 'submitted' })
  expect((await get('remittance/list', world.organiser)).data.list).toEqual([])
  expect((await world.call('api/web/pay/auditGroupPay', { id: list[0].id }, world.organiser)).error).toBe('NOT_FOUND')
  expect((await world.call('api/web/pay/auditGroupPay', { id: list[0].id }, world.admin)).data).toMatchObject({ booked: 'applied' })
  expect(await world.rows('SELECT state FROM package_term WHERE id = $1', [id])).toEqual([{ state: 'active' }])
})

it('[PKGFIN-3] differences and notices without an order are listed for staff alone, and staff settle them', async () => {
  await world.rows(`INSERT INTO pay_difference (provider, day, kind, number, reference, theirs)
    VALUES ('pay.sandbox', '2027-03-01', 'notHere', 'UNKNOWN1', 'T-UNKNOWN1', 500)`)
  await world.notice('UNKNOWN2', { amount: 700 })
  const { list } = (await get('difference/list', world.admin)).data
  expect(list[0]).toMatchObject({ number: 'UNKNOWN1', theirs: 500, competitionId: null })
  expect((await get('notice/list', world.admin)).data.list).toContainEqual(expect.objectContaining({ number: 'UNKNOWN2', amount: 700 }))
  const settle = (token: string) => world.call('api/web/pay/difference/settle', { id: list[0].id, note: '已原路退回' }, token)
  expect((await settle(world.organiser)).error).toBe('NOT_FOUND')
  expect((await settle(world.admin)).code).toBe(0)
})

it('[PKGFIN-4] what belongs to no competition answers to no organiser and to no school', async () => {
  for (const token of [world.organiser, (await world.holder('account.schoolAdmin', school.id)).token]) {
    for (const path of LISTS) expect((await get(path, token)).data.list, path).toEqual([])
    expect((await get('sums', token)).error).toBe('NOT_FOUND')
  }
})

it('[PKGFIN-5] a refund that waits for approval is not among the refunded, and still counts as income', async () => {
  const { competitionId } = world.form
  const sums = async () => (await get('sums', world.organiser, { competitionId })).data
  await world.rows('UPDATE pay_setting SET "refundReviewFrom" = 1000')
  const { orderId, number } = await world.entrant()
  await world.notice(number)
  const before = await sums()
  await world.refund(orderId, 1500)
  expect(await sums()).toMatchObject({ paid: before.paid, refunded: before.refunded, waiting: before.waiting + 1500, net: before.net })
  const [{ id }] = await world.rows('SELECT id::text FROM pay_refund WHERE "orderId" = $1', [orderId])
  await world.call('api/web/pay/refund/decide', { id, approve: true }, world.admin)
  expect(await sums()).toMatchObject({
    paid: before.paid,
    refunded: before.refunded + 1500,
    waiting: before.waiting,
    net: before.net - 1500,
  })
  await world.rows('UPDATE pay_setting SET "refundReviewFrom" = NULL')
})
