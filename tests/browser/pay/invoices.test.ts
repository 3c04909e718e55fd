/** The road of an invoice, as people see it: asked for on a phone after a payment, issued, corrected and exported by finance. */
import { expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { openPath } from '../../harness/openPage.ts'
import { payWindows, RECEIPT } from './payWindows.ts'

const windows = payWindows()
const { visit, finance } = windows

it('[INVOICE-20] an invoice is requested on a phone after the payment, issued by finance, corrected after a refund in part, and exported', async () => {
  const { world } = windows
  const { orderId, token } = await world.entrant()
  const { page: phone, problems } = await visit(token, 360, `/pay/${orderId}`)
  await phone.getByRole('button', { name: 'Pay CNY 300.00', exact: true }).click()
  await phone.waitForURL('**/pay/sandbox/**')
  await phone.getByRole('button', { name: 'Confirm payment' }).click()
  await phone.waitForURL(`**/pay/${orderId}`)
  await phone.getByRole('button', { name: 'Request an invoice' }).click()
  const request = phone.getByRole('dialog', { name: /Request an invoice of CNY 300\.00/ })
  await request.getByLabel('Name on the invoice').fill('Open Hardware Lab')
  await request.getByLabel('Tax number').fill('91350100M000100Y34')
  await request.getByLabel('Email').fill('office@lab.example')
  await request.getByRole('button', { name: 'Request an invoice', exact: true }).click()
  await request
    .getByText(/code is not valid/)
    .first()
    .waitFor()
  await request.getByLabel('Tax number').fill('91350100M000100Y43')
  expect(await seriousProblems(phone)).toEqual([])
  await request.getByRole('button', { name: 'Request an invoice', exact: true }).click()
  await phone.getByText('Invoice: To be issued', { exact: true }).waitFor()

  const { page: desk, problems: deskProblems } = await visit(world.organiser, 1440, finance('invoices'))
  expect(await seriousProblems(desk)).toEqual([])
  const issue = async (row: RegExp, number: string) => {
    await desk.getByRole('row', { name: row }).getByRole('button', { name: 'Issue', exact: true }).click()
    const dialog = desk.getByRole('dialog', { name: /Issue the invoice/ })
    await dialog.getByLabel('Invoice no.').fill(number)
    await dialog.locator('input[type="file"]').setInputFiles(RECEIPT)
    await dialog.getByText('receipt.pdf').first().waitFor()
    await dialog.getByRole('button', { name: 'Issue', exact: true }).click()
    await desk.getByText('Issued. The person is notified').waitFor()
    await desk.getByRole('row', { name: number }).getByText('Issued', { exact: true }).waitFor()
  }
  await issue(/Open Hardware Lab/, '24312000000012345678')
  await openPath(phone, '/personalCenter/invoices')
  const [file] = await Promise.all([phone.waitForEvent('download'), phone.getByRole('button', { name: 'Download' }).first().click()])
  expect(file.suggestedFilename()).toBe('receipt.pdf')
  expect(await seriousProblems(phone)).toEqual([])

  expect((await world.refund(orderId, 10_000)).code).toBe(0)
  await openPath(desk, finance('invoices'))
  await issue(/-CNY 300\.00/, '24312000000012345679')
  const [sheet] = await Promise.all([desk.waitForEvent('download'), desk.getByRole('button', { name: 'Export' }).click()])
  expect(sheet.suggestedFilename()).toMatch(/invoices.*\.xlsx$/)
  await openPath(phone, `/pay/${orderId}`)
  await phone.getByText('You can request an invoice of CNY 200.00').waitFor()
  expect([...problems, ...deskProblems]).toEqual([])
})
