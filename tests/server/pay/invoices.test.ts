/** Invoices: requested over paid orders, issued or sent back by finance, never over more than was paid and kept, and corrected by a row of their own. */
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createPayWorld, FEE, type Paying, type PayWorld } from './payWorld.ts'

const TAX_NUMBER = '91350100M000100Y43'
const COMPANY = { buyer: 'company', title: '楚江大学', taxNumber: TAX_NUMBER, email: 'office@chu.example' }
const PART = 10_000

let world: PayWorld
beforeAll(async () => {
  world = await createPayWorld({ overlays: [join(PROJECT_DIRECTORY, 'tests/fixtures/pay')] })
})
afterAll(() => world?.close())
beforeEach(() => world.rewind())

let serial = 0
/** 20 digits that no other invoice has. */
const nextNumber = () => `2431200000${String(10_000_000 + serial++)}00`
const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(300)}\n%%EOF`)

async function paid(): Promise<Paying> {
  const entrant = await world.entrant()
  await world.traded(entrant.number)
  await world.notice(entrant.number)
  return entrant
}
async function upload(name: string, token = world.organiser, content = pdf) {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')])
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' }
  return (await world.app.inject({ method: 'POST', url: '/api/platform/upload', headers, payload })).json()
}
const ask = (call: string, input: object, token: string) => world.call(`api/web/pay/${call}`, { ...input }, token)
const get = async (path: string, token: string, input = {}) => (await world.call(`api/web/pay/${path}`, input, token, 'GET')).data
const apply = ({ token, orderId }: Paying, answers: object = COMPANY, more: object = {}) =>
  ask('applyInvoice', { orderIds: [orderId], answers, ...more }, token)
const finance = (call: string, input: object, token = world.organiser) => ask(call, input, token)
const issue = async (id: string, invoiceNumber = nextNumber(), name = 'invoice.pdf') =>
  finance('auditGroupInvoice', { id, answers: { invoiceNumber, file: [(await upload(name)).data] } })
const invoice = async (id: string) => (await world.rows('SELECT * FROM pay_invoice WHERE id = $1', [id]))[0]
const correctionOf = async (id: string) =>
  (await world.rows(`SELECT * FROM pay_invoice WHERE "correctsId" = $1 AND state <> 'withdrawn'`, [id]))[0]
const status = ({ token, registrationId }: Paying) => get('queryInvoice', token, { groupId: registrationId })
const invoicing = async ({ registrationId }: Paying) =>
  (await world.rows('SELECT invoicing FROM signup_registration WHERE id = $1', [registrationId]))[0].invoicing
const refund = async (orderId: string, amount: number) => {
  const { data } = await world.refund(orderId, amount)
  return String(data.ids[0])
}
const reported = async (template: string, userId: string) =>
  Number((await world.rows('SELECT count(*) FROM platform_outbox WHERE template = $1 AND "userId" = $2', [template, userId]))[0].count)
const requested = async (entrant: Paying) => String((await apply(entrant)).data.id)
const issued = async (entrant: Paying) => {
  const id = await requested(entrant)
  expect((await issue(id)).data).toEqual({ id, state: 'issued' })
  return id
}

describe('a request', () => {
  it('[INVOICE-1] is made once an order is paid, for all that was paid, and only once at a time', async () => {
    const unpaid = await world.entrant()
    expect((await apply(unpaid)).error).toBe('PAY_INVOICE_NOTHING')
    const entrant = await paid()
    expect(await status(entrant)).toMatchObject({ invoicing: 'none', amount: FEE, orderIds: [entrant.orderId], id: null })
    const { data } = await apply(entrant)
    expect(data).toMatchObject({ amount: FEE, number: expect.stringMatching(/^FP\d{16}$/) })
    expect((await apply(entrant)).error).toBe('PAY_INVOICE_TAKEN')
    expect(await status(entrant)).toMatchObject({ invoicing: 'requested', amount: 0, orderIds: [], id: data.id, state: 'submitted' })
    expect(await reported('pay.invoiceReceived', entrant.id)).toBe(1)
    const teams = await world.call(
      'api/web/report/signUpMember',
      { competitionId: world.form.competitionId, invoicing: 'requested' },
      world.organiser,
    )
    expect(teams.data.list.map(({ id }: { id: string }) => id)).toContain(entrant.registrationId)
  })

  it('[INVOICE-2] holds tax numbers to their check character, and a person needs none', async () => {
    const entrant = await paid()
    const wrong = await apply(entrant, { ...COMPANY, taxNumber: '91350100M000100Y34' })
    expect(wrong).toMatchObject({ error: 'FORM_INVALID', details: { errors: [{ path: '/taxNumber', rule: 'creditCode' }] } })
    expect((await apply(entrant, { ...COMPANY, taxNumber: undefined })).error).toBe('FORM_INVALID')
    expect((await apply(entrant, { buyer: 'person', title: '何新人', email: 'he@mail.example' })).code).toBe(0)
  })

  it('[INVOICE-3] merges orders of one organiser, and shows each with its amount', async () => {
    const [one, other] = [await paid(), await paid()]
    const second = async (organisation: string) => {
      const [{ id }] = await world.rows(
        `INSERT INTO pay_order (number, "competitionId", "organisationId", "userId", payer, title, state, total, paid, "expiresAt")
         SELECT number || $2::text, "competitionId", ${organisation}, "userId", payer, title, 'paid', total, total, "expiresAt" FROM pay_order WHERE id = $1 RETURNING id`,
        [one.orderId, String(serial++)],
      )
      return String(id)
    }
    const [own, foreign] = [await second('"organisationId"'), await second('(SELECT min(o.id) FROM organisation_organisation o)')]
    expect((await get('invoice/orders', one.token)).total).toBe(3)
    expect((await apply(one, COMPANY, { orderIds: [one.orderId, foreign] })).error).toBe('PAY_INVOICE_MIXED')
    const { data } = await apply(one, COMPANY, { orderIds: [one.orderId, own] })
    expect(data.amount).toBe(2 * FEE)
    const lines = await get('invoice/lines', world.organiser, { invoiceId: data.id })
    expect(lines.list.map(({ amount }: { amount: number }) => amount)).toEqual([FEE, FEE])
    expect((await get('invoice/orders', one.token)).total).toBe(1)
    expect([await invoicing(one), await invoicing(other)]).toEqual(['requested', 'none'])
    expect((await get('invoice/mine/lines', other.token, { invoiceId: data.id })).total).toBe(0)
  })

  it('[INVOICE-4] is for the person who paid, for members and staff who may edit invoices; for others the order does not exist', async () => {
    const entrant = await paid()
    const stranger = await world.newcomer()
    expect((await apply({ ...entrant, token: stranger.token })).error).toBe('NOT_FOUND')
    // finance of another competition, and someone of this one without the code
    const elsewhere = await world.signIn('organiser')
    expect((await apply({ ...entrant, token: elsewhere })).error).toBe('NOT_FOUND')
    const { competitionId } = world.form
    const staff = async (permissions: string[]) => {
      const { id: userId, token } = await world.newcomer()
      const [role] = await world.rows(
        `INSERT INTO account_role (name, permissions) VALUES ('{"zh":"财务","en":"Finance"}', $1) RETURNING id`,
        [JSON.stringify(permissions)],
      )
      await world.rows(`INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, 'competition', $3)`, [
        ...[userId, `stored:${role.id}`, competitionId],
      ])
      return token
    }
    expect((await apply({ ...entrant, token: await staff(['manageFinance', 'editPay']) })).error).toBe('NOT_FOUND')
    const other = await paid()
    expect((await apply({ ...other, token: await staff(['editInvoice']) })).code).toBe(0)
    // and pays for others with editPay alone
    const unpaid = await world.entrant()
    const open = async (permissions: string[]) =>
      (await world.call(`api/web/pay/order/${unpaid.orderId}`, {}, await staff(permissions), 'GET')).error
    expect([await open(['editPay']), await open(['editInvoice', 'manageFinance'])]).toEqual([undefined, 'NOT_FOUND'])
    const id = await requested(entrant)
    expect((await ask('invoice/withdraw', { id }, stranger.token)).error).toBe('NOT_FOUND')
    expect((await apply(entrant, COMPANY, { id })).code).toBe(0)
    expect((await ask('applyInvoice', { id, answers: COMPANY }, stranger.token)).error).toBe('NOT_FOUND')
    expect((await world.call(`api/web/pay/invoice/mine/${id}`, {}, stranger.token, 'GET')).error).toBe('NOT_FOUND')
  })

  it('[INVOICE-5] remembers what was written, and takes it by choice', async () => {
    const entrant = await paid()
    await requested(entrant)
    const { list } = await get('invoice/titles', entrant.token)
    expect(list).toMatchObject([{ title: COMPANY.title, taxNumber: TAX_NUMBER, label: `${COMPANY.title} · ${TAX_NUMBER}` }])
    const { id } = await status(entrant)
    const again = await ask('applyInvoice', { id, answers: { titleId: list[0].id, email: 'other@chu.example' } }, entrant.token)
    expect(again.code).toBe(0)
    expect(await invoice(id)).toMatchObject({ title: COMPANY.title, taxNumber: TAX_NUMBER, email: 'other@chu.example' })
    expect((await get('invoice/titles', entrant.token)).total).toBe(1)
    const stranger = await paid()
    const foreign = await apply(stranger, { titleId: list[0].id, email: 'other@chu.example' })
    expect(foreign.code).not.toBe(0)
  })

  it('[INVOICE-6] is withdrawn by its person, and the order can be invoiced again', async () => {
    const entrant = await paid()
    const id = await requested(entrant)
    expect((await ask('invoice/withdraw', { id }, entrant.token)).data).toEqual({ id, state: 'withdrawn' })
    expect(await invoicing(entrant)).toBe('none')
    expect((await apply(entrant)).code).toBe(0)
  })
})

describe('finance', () => {
  it('[INVOICE-7] sends a request back with the reason, lets it wait again, or gets it corrected by its person', async () => {
    const entrant = await paid()
    const id = await requested(entrant)
    expect((await finance('feedbackInvoice', { id, reason: '抬头有误' }, entrant.token)).error).toBe('PERMISSION_DENIED')
    expect((await finance('feedbackInvoice', { id, reason: '抬头有误' })).data).toEqual({ id, state: 'returned' })
    expect(await status(entrant)).toMatchObject({ invoicing: 'returned', reason: '抬头有误' })
    expect(await reported('pay.invoiceReturned', entrant.id)).toBe(1)
    expect((await finance('resetInvoice', { id })).data).toEqual({ id, state: 'submitted' })
    expect((await finance('resetInvoice', { id })).error).toBe('FLOW_STATE')
    await finance('feedbackInvoice', { id, reason: '税号有误' })
    expect((await issue(id)).error).toBe('FLOW_STATE')
    expect((await ask('applyInvoice', { id, answers: { ...COMPANY, title: '楚江学院' } }, entrant.token)).code).toBe(0)
    expect(await invoice(id)).toMatchObject({ state: 'submitted', title: '楚江学院', reason: null })
    expect(await invoicing(entrant)).toBe('requested')
  })

  it('[INVOICE-8] issues with number and file; the person downloads it, others by the link in the mail alone', async () => {
    const entrant = await paid()
    const id = await requested(entrant)
    expect((await finance('auditGroupInvoice', { id })).error).toBe('PAY_INVOICE_FILE')
    const number = nextNumber()
    const file = (await upload('picture.png')).error
    expect(file).toBe('FILE_TYPE')
    const answers = { invoiceNumber: number, file: [(await upload('invoice.pdf')).data] }
    const both = await Promise.all([finance('auditGroupInvoice', { id, answers }), finance('auditGroupInvoice', { id, answers })])
    expect(both.map(({ error }) => error ?? 'issued').toSorted()).toEqual(['FLOW_STATE', 'issued'])
    expect(await invoicing(entrant)).toBe('issued')
    const own = await world.call(`api/web/pay/invoice/mine/${id}`, {}, entrant.token, 'GET')
    expect(own.data).toMatchObject({ state: 'issued', invoiceNumber: number, file: { name: 'invoice.pdf' } })
    const download = (token: string) =>
      world.app.inject({ url: `/api/platform/file/${own.data.file.id}`, headers: { authorization: `Bearer ${token}` } })
    expect((await download(entrant.token)).statusCode).toBe(200)
    const stranger = await world.newcomer()
    expect((await download(stranger.token)).json().error).toBe('NOT_FOUND')
    const [{ variables, address }] = await world.rows(
      `SELECT variables, address FROM platform_outbox WHERE template = 'pay.invoiceMail' ORDER BY id DESC LIMIT 1`,
    )
    expect(address).toBe(COMPANY.email)
    const mailed = await world.app.inject({ url: new URL(variables.link).pathname })
    expect([mailed.statusCode, mailed.headers['content-type'], mailed.rawPayload.equals(pdf)]).toEqual([200, 'application/pdf', true])
    const forged = await world.app.inject({ url: `${new URL(variables.link).pathname}x` })
    expect(forged.json().error).toBe('NOT_FOUND')
    const twice = await requested(await paid())
    expect((await issue(twice, number)).error).toBe('PAY_INVOICE_NUMBER')
  })

  it('[INVOICE-9] cannot change an issued invoice, nor can SQL by hand; a request can be', async () => {
    const id = await issued(await paid())
    const changed = (text: string, of: string) =>
      world.rows(text, [of]).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    expect(await changed(`UPDATE pay_invoice SET title = '甲' WHERE id = $1`, id)).toBe('AG001')
    expect(await changed('DELETE FROM pay_invoice WHERE id = $1', id)).toBe('AG001')
    expect(await changed(`UPDATE pay_invoice SET title = '甲' WHERE id = $1`, await requested(await paid()))).toBe('done')
  })

  it('[INVOICE-10] uploads files that are matched by the numbers in their names, with a result for each', async () => {
    const [one, other, back] = [await requested(await paid()), await requested(await paid()), await requested(await paid())]
    const number = async (id: string) => (await invoice(id)).number
    await finance('feedbackInvoice', { id: back, reason: '抬头有误' })
    const taken = nextNumber()
    const ofd = Buffer.from(zipSync({ 'OFD.xml': Buffer.from('<ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016"/>') }))
    const files = [
      await upload(`${await number(one)}_${taken}.pdf`),
      await upload(`${await number(other)}_${taken}.pdf`),
      await upload(`${nextNumber()}-${await number(other)}.ofd`, world.organiser, ofd),
      await upload(`${await number(other)}_${nextNumber()}.xml`, world.organiser, Buffer.from('<?xml version="1.0"?><EInvoice/>')),
      await upload(`${await number(back)}_${nextNumber()}.pdf`),
      await upload(`FP2027031000000001_${nextNumber()}.pdf`),
      await upload('invoice.pdf'),
    ].map(({ data }) => data)
    const { data } = await finance('invoice/upload', { competitionId: world.form.competitionId, answers: { files } })
    expect(data.results.map(({ result }: { result: string }) => result)).toEqual([
      ...['issued', 'numberTaken', 'issued', 'notWaiting', 'notWaiting', 'unknown', 'noRequest'],
    ])
    expect(data).toMatchObject({ issued: 2, failed: 5 })
    expect((await invoice(other)).file).toMatchObject({ type: 'application/ofd' })
  })

  it('[INVOICE-11] sees requests that wait first, and sums of the rows', async () => {
    const competitionId = world.form.competitionId
    const sums = () => get('invoice/sums', world.organiser, { competitionId })
    const before = await sums()
    const waiting = await requested(await paid())
    await issued(await paid())
    const after = await sums()
    expect(after).toEqual({
      ...before,
      waiting: before.waiting + 1,
      requested: before.requested + FEE,
      invoiced: before.invoiced + FEE,
    })
    const [total] = await world.rows(`SELECT sum(amount)::int AS sum FROM pay_invoice WHERE state = 'issued' AND "competitionId" = $1`, [
      competitionId,
    ])
    expect(after.invoiced).toBe(total.sum)
    const { data } = await world.call('api/web/pay/auditGroupInvoiceList', { competitionId, pageSize: 100 }, world.organiser, 'GET')
    const states = data.list.map(({ state }: { state: string }) => state)
    expect(states.lastIndexOf('submitted')).toBeLessThan(states.indexOf('issued'))
    expect(data.list.map(({ id }: { id: string }) => id)).toContain(waiting)
  })
})

describe('a refund', () => {
  it('[INVOICE-12] lowers a request that is not issued, and closes it when nothing is left', async () => {
    const entrant = await paid()
    const id = await requested(entrant)
    await refund(entrant.orderId, PART)
    expect(Number((await invoice(id)).amount)).toBe(FEE - PART)
    await refund(entrant.orderId, FEE - PART)
    expect(await invoice(id)).toMatchObject({ state: 'withdrawn', reason: '已全额退款 / Refunded in full' })
    expect([await invoicing(entrant), await reported('pay.invoiceLapsed', entrant.id)]).toEqual(['none', 1])
  })

  it('[INVOICE-13] of an invoiced order asks for a correction, after which what is left can be invoiced anew', async () => {
    const entrant = await paid()
    const id = await issued(entrant)
    await refund(entrant.orderId, PART)
    const correction = await correctionOf(id)
    expect(correction).toMatchObject({ kind: 'correction', state: 'submitted', amount: String(-FEE) })
    expect(await invoicing(entrant)).toBe('correcting')
    expect(await reported('pay.correctionRequested', entrant.id)).toBe(1)
    expect((await apply(entrant)).error).toBe('PAY_INVOICE_TAKEN')
    expect((await finance('feedbackInvoice', { id: correction.id, reason: '不需要' })).error).toBe('PAY_INVOICE_NEEDED')
    expect((await ask('invoice/withdraw', { id: correction.id }, entrant.token)).error).toBe('NOT_FOUND')
    expect((await issue(String(correction.id))).data.state).toBe('issued')
    expect(await status(entrant)).toMatchObject({ invoicing: 'none', amount: FEE - PART })
    const anew = await apply(entrant)
    expect(anew.data.amount).toBe(FEE - PART)
    expect((await issue(anew.data.id)).data.state).toBe('issued')
    const [{ sum }] = await world.rows(
      `SELECT sum(l.amount)::int AS sum FROM "pay_invoiceLine" l JOIN pay_invoice i ON i.id = l."invoiceId" WHERE l."orderId" = $1 AND i.state = 'issued'`,
      [entrant.orderId],
    )
    expect(sum).toBe(FEE - PART)
  })

  it('[INVOICE-14] that fails takes the correction back; one that finance began stays', async () => {
    const entrant = await paid()
    const id = await issued(entrant)
    const refundId = await refund(entrant.orderId, PART)
    await world.rows(`UPDATE pay_refund SET state = 'waiting' WHERE id = $1`, [refundId])
    expect((await finance('refund/decide', { id: refundId, approve: false })).data.state).toBe('failed')
    expect(await correctionOf(id)).toBeUndefined()
    expect([await invoicing(entrant), await reported('pay.correctionWithdrawn', entrant.id)]).toEqual(['issued', 1])
    const { data } = await finance('invoice/correct', { id, reason: '抬头写错' })
    expect((await finance('invoice/correct', { id, reason: '抬头写错' })).error).toBe('PAY_INVOICE_CORRECTED')
    expect(await correctionOf(id)).toMatchObject({ reason: '抬头写错' })
    expect((await finance('feedbackInvoice', { id: data.id, reason: '无需红冲' })).data.state).toBe('withdrawn')
    expect(await invoicing(entrant)).toBe('issued')
  })
})

describe('with a provider of electronic invoices', () => {
  let automatic: PayWorld
  afterAll(() => automatic?.close())
  it('[INVOICE-16] an invoice and its correction are ordered, issued by a job once, and come with their files', async () => {
    automatic = await createPayWorld({ environment: { INVOICE_PROVIDER: 'pay.sampleInvoice' } })
    const { call, organiser, rows, run } = automatic
    const entrant = await automatic.entrant()
    await automatic.traded(entrant.number)
    await automatic.notice(entrant.number)
    const { data } = await call('api/web/pay/applyInvoice', { orderIds: [entrant.orderId], answers: COMPANY }, entrant.token)
    const order = async (id: string) => {
      expect((await call('api/web/pay/auditGroupInvoice', { id }, organiser)).data.state).toBe('issuing')
      await run('pay.issueInvoice', { id })
      await run('pay.issueInvoice', { id })
      const [row] = await rows('SELECT * FROM pay_invoice WHERE id = $1', [id])
      expect(row).toMatchObject({ state: 'issued', provider: 'pay.sampleInvoice', invoiceNumber: `9900${row.number.slice(2)}` })
      expect(row.file.type).toBe('application/pdf')
      return row
    }
    await order(data.id)
    await automatic.refund(entrant.orderId, PART)
    const [{ id }] = await rows('SELECT id FROM pay_invoice WHERE "correctsId" = $1', [data.id])
    expect((await order(String(id))).amount).toBe(String(-FEE))
    const bound = await rows(`SELECT FROM platform_file WHERE entity = 'pay.invoice' AND "rowId" IN ($1, $2)`, [data.id, String(id)])
    expect(bound).toHaveLength(2)
  })
})

describe('[INVOICE-15] at the same moment', () => {
  let races = 0
  const unlocked = (acts: { act: string; input: object; token: string }[]) => {
    races += 1
    return Promise.all(
      acts.map(({ act, input, token }) =>
        world.call('api/fixture/payUnlocked', { act, name: `invoice${races}`, together: acts.length, input }, token),
      ),
    )
  }
  const claims = async (orderId: string) =>
    Number((await world.rows('SELECT count(*) FROM "pay_invoiceLine" WHERE claim = $1::text', [orderId]))[0].count)
  /** What the open request says beyond what is left of the order. */
  const over = async ({ orderId }: Paying) => {
    const [row] = await world.rows(
      'SELECT coalesce(max(l.amount), 0) - max(o.paid - o.refunded) AS over FROM pay_order o LEFT JOIN "pay_invoiceLine" l ON l.claim = o.id::text WHERE o.id = $1',
      [orderId],
    )
    return Math.max(0, Number(row.over))
  }

  it('an order goes on one of two requests', async () => {
    const entrant = await paid()
    const replies = await Promise.all([apply(entrant), apply(entrant)])
    expect(replies.map(({ error }) => error ?? 'made').toSorted()).toEqual(['PAY_INVOICE_TAKEN', 'made'])
    expect(await claims(entrant.orderId)).toBe(1)
  })
  it('a request and a refund agree on what is left', async () => {
    for (let round = 0; round < 3; round++) {
      const entrant = await paid()
      await Promise.all([apply(entrant), world.refund(entrant.orderId, PART)])
      expect([await claims(entrant.orderId), await over(entrant)]).toEqual([1, 0])
    }
  })
  it('control: without the lock of the order, a request says more than is left', async () => {
    let max = 0
    for (let round = 0; round < 10 && max === 0; round++) {
      const entrant = await paid()
      await unlocked([
        { act: 'invoice', input: { orderIds: [entrant.orderId], answers: COMPANY }, token: entrant.token },
        { act: 'refund', input: { id: entrant.orderId, amount: PART, reason: '竞赛取消' }, token: world.organiser },
      ])
      max = Math.max(max, await over(entrant))
    }
    expect(max).toBe(PART)
  })
  it('control: without the lock and the unique claim, an order goes on both', async () => {
    const [{ conname }] = await world.rows(
      `SELECT conname FROM pg_constraint WHERE conrelid = '"pay_invoiceLine"'::regclass AND contype = 'u' AND pg_get_constraintdef(oid) LIKE '%claim%'`,
    )
    await world.rows(`ALTER TABLE "pay_invoiceLine" DROP CONSTRAINT "${conname}"`)
    const entrant = await paid()
    const act = { act: 'invoice', input: { orderIds: [entrant.orderId], answers: COMPANY }, token: entrant.token }
    await unlocked([act, act])
    expect(await claims(entrant.orderId)).toBe(2)
  })
})

describe('the demonstration', () => {
  it('[INVOICE-21] has an issued invoice of the participant, with a file to download', async () => {
    const token = await world.signIn('participant')
    const { list } = await get('invoice/mine', token)
    expect(list).toMatchObject([{ state: 'issued', buyer: 'person', title: '林晓舟（演示）', amount: 2000 }])
    const { file } = await get(`invoice/mine/${list[0].id}`, token)
    expect(file).toMatchObject({ name: expect.stringMatching(/^FP\d{16}_\d{20}\.pdf$/), type: 'application/pdf' })
  })
})
