/** Alipay behind the contract of payment providers, against a double with keys of its own: what is signed, what is believed, and what is asked later. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alipayDouble, SELLER } from '../../harness/alipayDouble.ts'
import { createPayWorld, FEE, HOUR, type Paying, type PayWorld } from './payWorld.ts'

const AMOUNT = '300.00'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64)'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'

const alipay = alipayDouble()
let world: PayWorld
beforeAll(async () => {
  world = await createPayWorld({ environment: await alipay.listen(), siteAddress: 'https://agon.example' })
})
afterAll(async () => {
  await world?.close()
  alipay.server.close()
})
beforeEach(async () => {
  await world.rewind()
  Object.assign(alipay.mood, { refuseRefunds: false, down: false })
})

async function start({ token, orderId }: Paying, agent = DESKTOP) {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': agent }
  const reply = await world.app.inject({ method: 'POST', url: '/api/web/pay/pay', headers, payload: { id: orderId } })
  return new URL(reply.json().data.address)
}
async function tell(fields: Record<string, string>): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return (await world.app.inject({ method: 'POST', url: '/api/web/pay/notice', headers, payload: new URLSearchParams(fields).toString() }))
    .body
}
/** As clocks in Beijing show it. */
const beijing = () => new Date(world.clock.now + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ')
const payments = (orderId: string) => world.rows('SELECT provider, reference, amount::int FROM pay_payment WHERE "orderId" = $1', [orderId])

describe('Alipay', () => {
  it('[ALIPAY-1] is opened by a signed address: its page on computers, its app on phones, until the order ends', async () => {
    const entrant = await world.entrant()
    for (const [agent, method, product] of [
      [DESKTOP, 'alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY'],
      [PHONE, 'alipay.trade.wap.pay', 'QUICK_WAP_WAY'],
    ] as const) {
      const fields = Object.fromEntries((await start(entrant, agent)).searchParams)
      expect(alipay.isOurs(fields)).toBe(true)
      expect(alipay.isOurs({ ...fields, notify_url: 'https://elsewhere.example' })).toBe(false)
      expect(fields).toMatchObject({
        method,
        sign_type: 'RSA2',
        notify_url: 'https://agon.example/api/web/pay/notice',
        return_url: `https://agon.example/pay/${entrant.orderId}`,
      })
      expect(JSON.parse(fields.biz_content!)).toMatchObject({ out_trade_no: entrant.number, total_amount: AMOUNT, product_code: product })
    }
    const { data } = await world.call(`api/web/pay/order/${entrant.orderId}`, {}, entrant.token, 'GET')
    expect(data).toMatchObject({ online: true, sandbox: false })
  })

  it('[ALIPAY-2] is believed when its key signed, for this app and seller, by RSA2; then once', async () => {
    const { orderId, number } = await world.entrant()
    const reference = alipay.pay(number, AMOUNT, beijing())
    const sound = alipay.notice(number)
    const wrong = [
      alipay.notice(number, {}, 'stranger'),
      alipay.notice(number, { app_id: '2021000000000009' }),
      alipay.notice(number, { seller_id: '2088000000000009' }),
      { ...sound, total_amount: '0.01' },
      { ...sound, sign_type: 'RSA' },
      Object.fromEntries(Object.entries(sound).filter(([name]) => name !== 'sign')),
    ]
    for (const fields of wrong) expect(await tell(fields)).toBe('fail')
    expect(await payments(orderId)).toEqual([])
    expect(await tell(alipay.notice(number, { trade_status: 'WAIT_BUYER_PAY' }))).toBe('success')
    expect(await payments(orderId)).toEqual([])
    expect(await Promise.all([tell(sound), tell(sound), tell(sound)])).toEqual(['success', 'success', 'success'])
    expect(await payments(orderId)).toEqual([{ provider: 'pay.alipay', reference, amount: FEE }])
    expect(await tell(alipay.notice(number, { refund_fee: '1.00', seller_id: SELLER }))).toBe('success')
    expect(await payments(orderId)).toHaveLength(1)
  })

  it('[ALIPAY-3] is asked before an order expires; what was not paid is closed there', async () => {
    const [paid, unpaid] = [await world.entrant(), await world.entrant()]
    alipay.pay(paid.number, AMOUNT, beijing())
    world.clock.now = world.clock.base + 49 * HOUR
    alipay.mood.down = true
    await expect(world.run('pay.expire', { id: unpaid.orderId })).rejects.toThrow()
    expect((await world.order(unpaid.orderId)).state).toBe('pending')
    alipay.mood.down = false
    expect(await world.run('pay.expire', { id: paid.orderId })).toEqual({ closed: false })
    expect(await world.run('pay.expire', { id: unpaid.orderId })).toEqual({ closed: true })
    expect([(await world.order(paid.orderId)).state, (await world.order(unpaid.orderId)).state]).toEqual(['paid', 'closed'])
    expect(alipay.closed.has(unpaid.number)).toBe(true)
  })

  it('[ALIPAY-4] sends back each refund once, known by its number; one it refuses counts no more', async () => {
    const { orderId, number } = await world.entrant()
    alipay.pay(number, AMOUNT, beijing())
    await tell(alipay.notice(number))
    const [id] = (await world.refund(orderId, 10_000)).data.ids
    const stateOf = async (refundId: string) => (await world.rows('SELECT state FROM pay_refund WHERE id = $1', [refundId]))[0].state
    await expect.poll(() => stateOf(id)).toBe('done')
    await world.run('pay.sendRefund', { id })
    expect([...alipay.trades.get(number)!.refunded.values()]).toEqual([100])
    alipay.mood.refuseRefunds = true
    const [second] = (await world.refund(orderId, 20_000)).data.ids
    await expect.poll(() => stateOf(second)).toBe('failed')
    expect(await world.order(orderId)).toMatchObject({ state: 'paid', refunded: '10000' })
  })
})

describe('what was not told is asked', () => {
  it('[ALIPAY-5] every hour, of orders that somebody began to pay', async () => {
    const [begun, untouched] = [await world.entrant(), await world.entrant()]
    await start(begun)
    for (const { number } of [begun, untouched]) alipay.pay(number, AMOUNT, beijing())
    world.clock.now += HOUR
    expect((await world.run('pay.reconcile')).asked).toBeGreaterThan(0)
    await expect.poll(async () => (await world.order(begun.orderId)).state).toBe('paid')
    expect((await world.order(untouched.orderId)).state).toBe('pending')
  })

  it('[ALIPAY-6] of each day by its bill: what is missing here or there, and other amounts, are kept for finance, once', async () => {
    await world.rows('DELETE FROM pay_difference')
    const [here, amiss, there] = [await world.entrant(), await world.entrant(), await world.entrant()]
    for (const { number } of [here, amiss, there]) alipay.pay(number, AMOUNT, beijing())
    for (const { number } of [here, amiss]) await tell(alipay.notice(number))
    const day = beijing().slice(0, 10)
    const booked = await world.rows(
      `SELECT p.reference, o.number FROM pay_payment p JOIN pay_order o ON o.id = p."orderId"
      WHERE p.provider = 'pay.alipay' AND o.number NOT IN ($1, $2)`,
      [here.number, amiss.number],
    )
    const line = (number: string, reference: string, amount: string) => `${reference}\t,${number}\t,交易,报名费,${amount},\t`
    alipay.bills.set(
      day,
      [
        '#支付宝业务明细查询',
        '支付宝交易号,商户订单号,业务类型,商品名称,订单金额（元）,退款批次号/请求号',
        line(amiss.number, `2027${amiss.number}`, '299.00'),
        line(there.number, `2027${there.number}`, AMOUNT),
        ...booked.map(({ number, reference }) => line(number, reference, AMOUNT)),
        '#业务明细列表结束',
      ].join('\r\n'),
    )
    expect(await world.run('pay.importBill', { day })).toMatchObject({ differences: 3 })
    expect(await world.run('pay.importBill', { day })).toMatchObject({ differences: 3 })
    const { data } = await world.call('api/web/pay/difference/list', { competitionId: world.form.competitionId }, world.organiser, 'GET')
    const kinds = data.list.map(({ number, kind, ours, theirs }: Record<string, unknown>) => ({ number, kind, ours, theirs }))
    expect(kinds).toHaveLength(3)
    expect(kinds).toEqual(
      expect.arrayContaining([
        { number: here.number, kind: 'notThere', ours: FEE, theirs: null },
        { number: amiss.number, kind: 'amount', ours: FEE, theirs: 29_900 },
        { number: there.number, kind: 'notHere', ours: null, theirs: FEE },
      ]),
    )
    const [{ id }] = data.list
    expect((await world.call('api/web/pay/difference/settle', { id, note: '已核实' }, world.organiser)).code).toBe(0)
    expect((await world.call('api/web/pay/difference/settle', { id, note: '甲' }, (await world.newcomer()).token)).error).toBe(
      'PERMISSION_DENIED',
    )
  })
})
