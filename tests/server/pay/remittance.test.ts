/** Bank transfers: offered where the settings say so, told with a proof, confirmed or sent back by finance, and refunded by hand. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPayWorld, FEE, HOUR, type Paying, type PayWorld } from './payWorld.ts'

const ACCOUNT = '楚江大学 · 楚江银行 · 6200 0000 0000'

let world: PayWorld
beforeAll(async () => {
  world = await createPayWorld()
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.rewind()
  await offer(true)
})

const offer = (remittance: boolean) =>
  world.rows('UPDATE pay_setting SET remittance = $1, "remittanceAccount" = $2', [remittance, remittance ? ACCOUNT : null])

async function proof(token: string) {
  const payload = [
    `--b\r\ncontent-disposition: form-data; name="file"; filename="receipt.pdf"\r\n\r\n`,
    `%PDF-1.4\n${'x'.repeat(300)}\n%%EOF`,
    '\r\n--b--\r\n',
  ].join('')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' }
  return (await world.app.inject({ method: 'POST', url: '/api/platform/upload', headers, payload })).json().data
}
const today = () => new Date(world.clock.now).toISOString().slice(0, 10)
async function tell({ token, registrationId }: Paying, change: object = {}) {
  const answers = { accountName: '何新人', transferredOn: today(), proof: [await proof(token)], ...change }
  return world.call('api/web/pay/saveGroupPay', { groupId: registrationId, answers }, token)
}
const status = ({ token, registrationId }: Paying) =>
  world.call('api/web/pay/queryOfflineStatus', { groupId: registrationId }, token, 'GET')
const finance = (call: string, input: object, token = world.organiser) => world.call(`api/web/pay/${call}`, { ...input }, token)
const reported = async (template: string) =>
  Number((await world.rows('SELECT count(*) FROM platform_outbox WHERE template = $1', [template]))[0].count)

describe('a bank transfer', () => {
  it('[REMIT-1] is refused with words where the competition does not take transfers', async () => {
    await offer(false)
    const entrant = await world.entrant()
    expect((await status(entrant)).data).toMatchObject({ offered: false, account: null })
    expect(await tell(entrant)).toMatchObject({ error: 'PAY_REMITTANCE_OFF', message: expect.stringContaining('暂不支持银行汇款') })
  })

  it('[REMIT-8] is named to finance as a way to pay only where it is taken', async () => {
    const { competitionId } = world.form
    const online = (token: string) => world.call('api/web/pay/online', { competitionId }, token, 'GET')
    const transfers = async () => (await online(world.organiser)).data.transfers
    expect(await transfers()).toBe(true)
    await offer(false)
    expect(await transfers()).toBe(false)
    expect((await online((await world.newcomer()).token)).error).toBe('PERMISSION_DENIED')
  })

  it('[REMIT-2] is told with a proof, confirmed by finance once, and then the registration is paid', async () => {
    const entrant = await world.entrant()
    expect((await status(entrant)).data).toMatchObject({ offered: true, account: ACCOUNT, state: null })
    const asked = await reported('pay.remittanceSubmitted')
    const { id } = (await tell(entrant)).data
    expect(await reported('pay.remittanceSubmitted')).toBeGreaterThan(asked)
    expect((await tell(entrant)).error).toBe('PAY_REMITTANCE_OPEN')
    expect((await world.call('api/web/pay/pay', { id: entrant.orderId }, entrant.token)).error).toBe('PAY_REMITTANCE_OPEN')
    expect((await status(entrant)).data).toMatchObject({ state: 'submitted', id })
    const banner = () => world.call('api/web/pay/queryGroupPay', { groupId: entrant.registrationId }, entrant.token, 'GET')
    expect((await banner()).data).toMatchObject({ standing: 'due', transferWaits: true })
    const { data: seen } = await world.call(`api/web/pay/remittance/${id}`, {}, world.organiser, 'GET')
    expect(seen).toMatchObject({ amount: FEE, accountName: '何新人', proof: [{ name: 'receipt.pdf' }] })
    const readable = await world.app.inject({
      url: `/api/platform/file/${seen.proof[0].id}`,
      headers: { authorization: `Bearer ${world.organiser}` },
    })
    expect(readable.statusCode).toBe(200)

    expect((await finance('auditGroupPay', { id }, entrant.token)).error).toBe('PERMISSION_DENIED')
    const replies = await Promise.all([finance('auditGroupPay', { id }), finance('auditGroupPay', { id })])
    expect(replies.map(({ error }) => error ?? 'booked').toSorted()).toEqual(['FLOW_STATE', 'booked'])
    expect(await world.registration(entrant.registrationId)).toMatchObject({ payState: 'paid' })
    const payments = await world.rows('SELECT provider, amount::int, "confirmedById" FROM pay_payment WHERE "orderId" = $1', [
      entrant.orderId,
    ])
    expect(payments).toEqual([{ provider: 'pay.offline', amount: FEE, confirmedById: expect.anything() }])
    expect((await finance('resetStatus', { id })).error).toBe('FLOW_STATE')
  })

  it('[REMIT-3] keeps the order from expiring until it is looked at; sent back, the person has the whole time again', async () => {
    const entrant = await world.entrant()
    const { id } = (await tell(entrant)).data
    world.clock.now = world.clock.base + 49 * HOUR
    expect(await world.run('pay.expire', { id: entrant.orderId })).toEqual({ closed: false })
    await world.run('pay.queueDue')
    expect((await world.order(entrant.orderId)).state).toBe('pending')
    expect((await finance('feedbackPayment', { id, reason: '未到账' })).data).toEqual({ id, state: 'returned' })
    expect((await status(entrant)).data).toMatchObject({ state: 'returned', reason: '未到账' })
    expect((await world.order(entrant.orderId)).expiresAt.getTime()).toBe(world.clock.now + 48 * HOUR)
    world.clock.now += 49 * HOUR
    expect(await world.run('pay.expire', { id: entrant.orderId })).toEqual({ closed: true })
  })

  it('[REMIT-4] sent back by mistake waits again, unless another one waits already', async () => {
    const entrant = await world.entrant()
    const { id } = (await tell(entrant)).data
    await finance('feedbackPayment', { id, reason: '未到账' })
    expect((await finance('resetStatus', { id })).data).toEqual({ id, state: 'submitted' })
    await finance('feedbackPayment', { id, reason: '未到账' })
    await tell(entrant)
    expect((await finance('resetStatus', { id })).error).toBe('PAY_REMITTANCE_OPEN')
  })

  it('[REMIT-5] cannot lie in the future, needs a proof, and is for those who may pay the registration', async () => {
    const entrant = await world.entrant()
    const later = new Date(world.clock.now + 72 * HOUR).toISOString().slice(0, 10)
    expect((await tell(entrant, { transferredOn: later })).error).toBe('PAY_REMITTANCE_DATE')
    expect((await tell(entrant, { proof: [] })).error).toBe('FORM_INVALID')
    const stranger = await world.newcomer()
    expect((await status({ ...entrant, token: stranger.token })).error).toBe('NOT_FOUND')
  })

  it('[REMIT-6] is refunded by a person who says that it was sent, or that it could not be', async () => {
    const entrant = await world.entrant()
    const { id } = (await tell(entrant)).data
    await finance('auditGroupPay', { id })
    const refund = async () => (await world.refund(entrant.orderId, FEE)).data.ids[0]
    const first = await refund()
    expect((await world.registration(entrant.registrationId)).payState).toBe('refunded')
    expect((await finance('editRefund', { id: first, done: false })).data).toEqual({ id: first, state: 'failed' })
    expect(await world.order(entrant.orderId)).toMatchObject({ state: 'paid', refunded: '0', seat: entrant.registrationId })
    expect((await world.registration(entrant.registrationId)).payState).toBe('paid')
    const second = await refund()
    expect((await finance('editRefund', { id: second, done: true, reference: 'B1' })).data).toEqual({ id: second, state: 'done' })
    expect((await finance('editRefund', { id: second, done: true })).error).toBe('FLOW_STATE')
    expect(await world.order(entrant.orderId)).toMatchObject({ state: 'refunded', refunded: String(FEE) })
  })

  it('[REMIT-7] for a refund that a provider sends, nobody settles it by hand', async () => {
    const { orderId, number } = await world.entrant()
    await world.traded(number)
    await world.notice(number)
    const [id] = (await world.refund(orderId, 1)).data.ids
    expect((await finance('editRefund', { id, done: true })).error).toBe('PAY_REFUND_PROVIDER')
  })
})
