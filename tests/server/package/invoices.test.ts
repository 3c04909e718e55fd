/** Invoices over packages: the platform issues them, so its staff have a queue of their own. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPackageWorld, type PackageWorld, type School } from './packageWorld.ts'

let world: PackageWorld
beforeAll(async () => {
  world = await createPackageWorld()
})
afterAll(() => world?.close())
beforeEach(() => world.rewind())

const ANSWERS = { buyer: 'company', title: '示例学校', taxNumber: '91350100M000100Y43', email: 'office@school.example' }
const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(300)}\n%%EOF`)
let serial = 0
const nextNumber = () => `2531200000${String(10_000_000 + serial++)}00`

const post = (path: string, input: object, token: string) => world.call(`api/web/pay/${path}`, { ...input }, token)
const get = async (path: string, token: string, input: object = {}) => world.call(`api/web/pay/${path}`, { ...input }, token, 'GET')
async function upload(name: string, token: string) {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), pdf, Buffer.from('\r\n--b--\r\n')])
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' }
  return (await world.app.inject({ method: 'POST', url: '/api/platform/upload', headers, payload })).json().data
}
async function bought(school: School) {
  const order = await world.buy(school, world.packages.basic)
  await world.pay(order)
  return order
}
async function requested(school: School) {
  const order = await bought(school)
  const { data } = await post('applyInvoice', { orderIds: [order.orderId], answers: ANSWERS }, school.token)
  return { ...order, invoiceId: String(data.id), requestNumber: String(data.number) }
}
const issue = async (id: string, invoiceNumber: string, token = world.admin) =>
  post('auditGroupInvoice', { id, answers: { invoiceNumber, file: [await upload('invoice.pdf', token)] } }, token)
const queue = async (token: string) =>
  ((await get('auditGroupInvoiceList', token, { pageSize: 100 })).data.list as { id: string }[]).map(({ id }) => id)

it('[PKGFIN-10] a school requests an invoice over its package, staff of the platform are told and issue it, and the school gets the file', async () => {
  const school = await world.school()
  const order = await bought(school)
  expect((await get('invoice/orders', school.token)).data.list).toMatchObject([{ id: order.orderId, net: order.total }])
  expect((await get('queryInvoice', school.token, { orderId: order.orderId })).data).toMatchObject({
    invoicing: 'none',
    amount: order.total,
    orderIds: [order.orderId],
  })
  const { data } = await post('applyInvoice', { orderIds: [order.orderId], answers: ANSWERS }, school.token)
  expect(data).toMatchObject({ amount: order.total, number: expect.stringMatching(/^FP\d{16}$/) })
  const [reported] = await world.rows(
    `SELECT to_jsonb(o) AS row FROM platform_outbox o WHERE template = 'pay.invoiceRequested' ORDER BY id DESC LIMIT 1`,
  )
  expect(JSON.stringify(reported)).toContain('/admin/financialManagement?of=platform&tab=invoices')
  expect(await queue(world.admin)).toContain(data.id)
  const invoiceNumber = nextNumber()
  expect((await issue(data.id, invoiceNumber)).data).toEqual({ id: data.id, state: 'issued' })
  expect((await get('queryInvoice', school.token, { orderId: order.orderId })).data).toMatchObject({ invoicing: 'issued', hasFile: true })
  const { data: own } = await get('invoice/mine', school.token)
  expect(own.list).toMatchObject([{ id: data.id, invoiceNumber, competition: null }])
  expect(own.list[0].about).toBeTruthy()
  const [{ issuer }] = await world.rows('SELECT "organisationId" AS issuer FROM pay_invoice WHERE id = $1', [data.id])
  expect(issuer).toBeNull()
})

it('[PKGFIN-11] it answers to the platform and to the school that pays, and to nobody else', async () => {
  const school = await world.school()
  const { orderId, invoiceId } = await requested(school)
  const colleague = await world.holder('account.schoolAdmin', school.id)
  expect((await get('queryInvoice', colleague.token, { orderId })).data).toMatchObject({ invoicing: 'requested', id: invoiceId })
  const stranger = await world.school()
  const bystander = (await world.newcomer()).token
  for (const token of [stranger.token, bystander]) {
    expect((await get('queryInvoice', token, { orderId })).error).toBe('NOT_FOUND')
    expect((await post('applyInvoice', { orderIds: [orderId], answers: ANSWERS }, token)).error).toBe('NOT_FOUND')
  }
  expect(await queue(world.organiser)).toEqual([])
  expect((await get('invoice/sums', world.organiser)).error).toBe('NOT_FOUND')
  expect((await issue(invoiceId, nextNumber(), world.organiser)).error).toBe('NOT_FOUND')
  expect((await post('feedbackInvoice', { id: invoiceId, reason: '抬头有误' }, world.organiser)).error).toBe('NOT_FOUND')
  expect((await get(`invoice/${invoiceId}`, world.organiser)).error).toBe('NOT_FOUND')
})

it('[PKGFIN-12] no two invoices of the platform have one number, also among uploaded files, which the platform matches for itself alone', async () => {
  const [one, other, third] = [
    await requested(await world.school()),
    await requested(await world.school()),
    await requested(await world.school()),
  ]
  const taken = nextNumber()
  expect((await issue(one.invoiceId, taken)).code).toBe(0)
  expect((await issue(other.invoiceId, taken)).error).toBe('PAY_INVOICE_NUMBER')
  const names = [`${other.requestNumber}_${taken}.pdf`, `${third.requestNumber}_${nextNumber()}.pdf`]
  const files = async (token: string) => Promise.all(names.map((name) => upload(name, token)))
  const results = async (token: string) =>
    (await post('invoice/upload', { answers: { files: await files(token) } }, token)).data.results.map(
      ({ result }: { result: string }) => result,
    )
  expect(await results(world.organiser)).toEqual(['unknown', 'unknown'])
  expect(await results(world.admin)).toEqual(['numberTaken', 'issued'])
})

it('[PKGFIN-13] a refund after the invoice asks the platform for a correction, and the sums of its invoices are those of the rows', async () => {
  const school = await world.school()
  const { orderId, invoiceId, total } = await requested(school)
  await issue(invoiceId, nextNumber())
  const sums = async () => (await get('invoice/sums', world.admin)).data
  const before = await sums()
  await world.refund(orderId, 100, world.admin)
  const [correction] = await world.rows('SELECT id::text, state, amount FROM pay_invoice WHERE "correctsId" = $1', [invoiceId])
  expect(correction).toMatchObject({ state: 'submitted' })
  expect(Number(correction.amount)).toBe(-total)
  expect(await issue(correction.id, nextNumber())).toMatchObject({ code: 0 })
  expect(await sums()).toEqual({ ...before, invoiced: before.invoiced - total, corrected: before.corrected + 1 })
  const rows = await world.rows(`SELECT amount FROM pay_invoice WHERE "competitionId" IS NULL AND state = 'issued'`)
  expect((await sums()).invoiced).toBe(rows.reduce((sum: number, { amount }: { amount: number }) => sum + Number(amount), 0))
})
