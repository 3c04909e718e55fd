/** The fee of paper copies: a request waits for its order to be paid before it comes to the staff; refused or cancelled, the fee goes back. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CertificateWorld, createCertificateWorld, W } from './certificateWorld.ts'

const FEE = 1500
const COPIES = 2
const TOTAL = FEE * COPIES
const DAY_MS = 86_400_000
const PARCEL = { copies: COPIES, recipient: '何新人', phone: '13900001234', address: '江南省江南市大学路 1 号' }

let world: CertificateWorld
const clock = { now: Date.now() }
beforeAll(async () => {
  world = await createCertificateWorld({ clock: () => new Date(clock.now) })
})
afterAll(() => world?.close())

const staff = (path: string, input: object) => world.call(path, { ...input }, world.organiser)
const queue = async (filter: { state?: string } = {}) => {
  const { list } = (await staff(`${W}/mailings`, { competitionId: world.competitionId, pageSize: 100, ...filter })).data
  return list.map(({ id }: { id: string }) => id)
}
const order = async (id: string) => (await world.rows('SELECT state, total, paid, refunded FROM pay_order WHERE id = $1', [id]))[0]
/** What the job does that looks for orders whose time is over. */
async function expire(id: string): Promise<void> {
  const caller = { session: world.server.deps.services.sessions.visitor(), lang: 'zh', background: true }
  const request = { id: 'test', ip: '127.0.0.1', headers: {} }
  await world.server.deps.calls.runHandler('pay.expire', { id }, { ...caller, request } as never)
}

/** Somebody with a certificate who asked for copies of it. */
async function asking() {
  const { id: userId, token } = await world.newcomer()
  const { seriesId, list } = await world.issued(1, { paper: true, paperFee: FEE })
  const certificate = String(list[0].id)
  await world.rows('UPDATE certificate_certificate SET "userId" = $2 WHERE id = $1', [certificate, userId])
  const apply = () => world.call('api/web/applyCertificate', { id: certificate, ...PARCEL }, token)
  const { id, orderId } = (await apply()).data
  const own = async () => (await world.call('api/web/selectApplyCertificate', {}, token)).data.list[0]
  const begin = async () => (await world.call('api/web/pay/pay', { id: orderId }, token)).data.address.split('/').at(-1)
  const payAt = async (trade: string) => {
    expect(await world.call('api/web/pay/sandbox/pay', { token: trade })).toMatchObject({ code: 0 })
    await expect.poll(async () => Number((await order(orderId)).paid)).toBe(TOTAL)
  }
  return { token, seriesId, certificate, id, orderId, apply, own, begin, payAt, pay: async () => payAt(await begin()) }
}

it('[CERT-30] is told before; the request waits unpaid, is paid in the sandbox and then comes to the staff, at the price of its time', async () => {
  const { token, seriesId, id, orderId, apply, own, pay } = await asking()
  expect((await world.call(`${W}/mine`, {}, token)).data.list).toMatchObject([{ paper: true, paperFee: FEE }])
  expect(await own()).toMatchObject({ id, state: 'unpaid', orderId, fee: TOTAL })
  expect(await queue()).not.toContain(id)
  expect(await queue({ state: 'unpaid' })).toContain(id)
  expect((await staff(`${W}/sendMailing`, { id, tracking: 'SF1' })).error).toBe('CERTIFICATE_MAILING_STATE')
  expect((await staff(`${W}/labels`, { competitionId: world.competitionId, ids: [id] })).error).toBe('CERTIFICATE_NO_LABELS')
  expect((await apply()).error).toBe('CERTIFICATE_MAILING_OPEN')
  await world.rows('UPDATE certificate_series SET "paperFee" = 9900 WHERE id = $1', [seriesId])
  const shown = (asker: string) => world.call(`api/web/pay/order/${orderId}`, {}, asker, 'GET')
  expect((await shown(token)).data).toMatchObject({
    purpose: 'paper',
    total: TOTAL,
    positions: [{ line: 'paper', quantity: COPIES, price: FEE }],
  })
  expect((await shown((await world.newcomer()).token)).error).toBe('NOT_FOUND')
  await pay()
  expect(await own()).toMatchObject({ state: 'requested', fee: TOTAL })
  expect([await queue(), await queue({ state: 'requested' })]).toEqual([expect.arrayContaining([id]), expect.arrayContaining([id])])
  expect(await queue({ state: 'unpaid' })).not.toContain(id)
  expect(await staff(`${W}/sendMailing`, { id, tracking: 'SF1' })).toMatchObject({ data: { state: 'sent' } })
  expect(await order(orderId)).toMatchObject({ state: 'paid', refunded: '0' })
})

it('[CERT-31] is paid by bank transfer where the competition takes them, and the request waits until finance confirms it', async () => {
  await world.rows(
    `INSERT INTO pay_setting ("competitionId", "holdHours", remittance, "remittanceAccount") VALUES ($1, 72, true, '楚江银行 6200') ON CONFLICT ("competitionId") DO UPDATE SET remittance = true, "remittanceAccount" = '楚江银行 6200'`,
    [world.competitionId],
  )
  const { token, id, orderId } = await asking()
  expect((await world.call(`api/web/pay/order/${orderId}/transfer`, {}, token, 'GET')).data).toMatchObject({ offered: true })
  const file = `--b\r\ncontent-disposition: form-data; name="file"; filename="receipt.pdf"\r\n\r\n%PDF-1.4\n${'x'.repeat(300)}\n%%EOF\r\n--b--\r\n`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' }
  const proof = (await world.app.inject({ method: 'POST', url: '/api/platform/upload', headers, payload: file })).json().data
  const answers = { accountName: '何新人', transferredOn: new Date(clock.now).toISOString().slice(0, 10), proof: [proof] }
  const { data } = await world.call('api/web/pay/order/transfer', { id: orderId, answers }, token)
  expect(await queue()).not.toContain(id)
  expect((await staff('api/web/pay/auditGroupPay', { id: data.id })).code).toBe(0)
  expect(await queue()).toContain(id)
})

it('[CERT-32] goes back in full when the staff refuse the copies, or the person cancels before they are sent', async () => {
  const [refused, cancelled, unpaid] = [await asking(), await asking(), await asking()]
  await refused.pay()
  await cancelled.pay()
  expect(await staff(`${W}/refuseMailing`, { id: refused.id, reason: '地址不完整' })).toMatchObject({ data: { state: 'refused' } })
  const cancel = (id: string, token: string) => world.call(`${W}/cancelMailing`, { id }, token)
  expect((await cancel(cancelled.id, refused.token)).error).toBe('NOT_FOUND')
  for (const { id, token } of [cancelled, unpaid]) expect(await cancel(id, token)).toMatchObject({ data: { state: 'cancelled' } })
  expect((await cancel(cancelled.id, cancelled.token)).error).toBe('CERTIFICATE_MAILING_STATE')
  for (const { orderId } of [refused, cancelled]) expect(await order(orderId)).toMatchObject({ state: 'refunded', refunded: String(TOTAL) })
  expect(await world.rows('SELECT amount, reason FROM pay_refund WHERE "orderId" = $1', [refused.orderId])).toEqual([
    { amount: String(TOTAL), reason: '地址不完整' },
  ])
  expect(await order(unpaid.orderId)).toMatchObject({ state: 'closed', paid: '0' })
})

it('[CERT-33] waits for a second person where refunds of that size do; the request is refused all the same', async () => {
  const { id, orderId, own, pay } = await asking()
  await pay()
  const limit = (fen: number | null) =>
    world.rows('UPDATE pay_setting SET "refundReviewFrom" = $2 WHERE "competitionId" = $1', [world.competitionId, fen])
  await limit(TOTAL)
  await staff(`${W}/refuseMailing`, { id, reason: '重复' })
  await limit(null)
  expect(await own()).toMatchObject({ state: 'refused' })
  expect(await world.rows('SELECT state FROM pay_refund WHERE "orderId" = $1', [orderId])).toEqual([{ state: 'waiting' }])
})

it('[CERT-34] that is not paid in time ends the request; paid late it counts, unless the person asked again', async () => {
  const [late, again] = [await asking(), await asking()]
  const trades = [await late.begin(), await again.begin()]
  clock.now += 4 * DAY_MS
  for (const { orderId } of [late, again]) await expire(orderId)
  expect([await late.own(), await again.own()]).toMatchObject([{ state: 'lapsed' }, { state: 'lapsed' }])
  expect((await again.apply()).data.orderId).not.toBe(again.orderId)
  // as if the money had been on its way when the order was closed
  for (const { orderId } of [late, again])
    await world.rows(`UPDATE "pay_sandboxTrade" SET state = 'open' WHERE number = (SELECT number FROM pay_order WHERE id = $1)`, [orderId])
  await late.payAt(trades[0])
  await again.payAt(trades[1])
  expect(await late.own()).toMatchObject({ state: 'requested' })
  expect(await order(again.orderId)).toMatchObject({ state: 'closed', refunded: String(TOTAL) })
})

it('[CERT-35] is left alone by a bulk refund of the registrations', async () => {
  const { id, orderId, pay } = await asking()
  await pay()
  await staff('api/web/pay/refundAll', { competitionId: world.competitionId, basis: 'full', reason: '竞赛取消' })
  const running = async () =>
    (await world.rows(`SELECT id FROM pay_run WHERE "competitionId" = $1 AND state = 'running'`, [world.competitionId])).length
  await expect.poll(running).toBe(0)
  expect(await order(orderId)).toMatchObject({ state: 'paid', refunded: '0' })
  expect(await queue()).toContain(id)
})
