/** Money, as people see it: paid on a phone, by the sandbox or by bank transfer, and looked after by finance. */
import { beforeAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { openPath } from '../../harness/openPage.ts'
import { payWindows, RECEIPT } from './payWindows.ts'

const windows = payWindows()
const { visit, finance } = windows
beforeAll(async () => {
  await windows.world.rows(`UPDATE pay_setting SET remittance = true, "remittanceAccount" = 'Open Hardware, 6200 0000'`)
})

it('[PAY-40] is paid on a phone in the sandbox, refunded in part by finance and exported; the order shows both by itself', async () => {
  const { world } = windows
  const { orderId, number, token } = await world.entrant()
  const { page: phone, problems } = await visit(token, 360, `/pay/${orderId}`)
  const pay = phone.getByRole('button', { name: 'Pay CNY 300.00', exact: true })
  const code = phone.getByRole('button', { name: 'Use a discount code' })
  expect(await seriousProblems(phone)).toEqual([])
  const [bar, above] = [await pay.boundingBox(), await code.boundingBox()]
  expect(above!.y + above!.height, 'the bar with the button leaves the discount code free').toBeLessThanOrEqual(bar!.y)
  await phone.getByText('Registration fee: CNY 300.00', { exact: true }).waitFor()
  await pay.click()
  await phone.waitForURL('**/pay/sandbox/**')
  await phone.getByRole('button', { name: 'Confirm payment' }).click()
  await phone.waitForURL(`**/pay/${orderId}`)
  await phone.getByText('CNY 300.00 paid', { exact: true }).waitFor()

  const { page: desk, problems: deskProblems } = await visit(world.organiser, 1440, finance('orders'))
  expect(await seriousProblems(desk)).toEqual([])
  await desk.getByRole('row', { name: number }).getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: /up to CNY 300\.00/ })
  await dialog.getByLabel('Amount').fill('100')
  await dialog.getByLabel('Reason').fill('One person fell ill')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await desk.getByText('Refund requested').waitFor()
  await desk.getByRole('row', { name: number }).getByText('CNY 200.00').waitFor()
  const [file] = await Promise.all([desk.waitForEvent('download'), desk.getByRole('button', { name: 'Export' }).click()])
  expect(file.suggestedFilename()).toMatch(/orders.*\.xlsx$/)

  await phone.getByText('CNY 300.00 paid, CNY 100.00 refunded or under way').waitFor()
  await phone.getByText(/One person fell ill/).waitFor()
  await openPath(desk, finance('refunds'))
  await desk.getByRole('row', { name: number }).getByText('CNY 100.00').waitFor()

  // [PAY-43] the person asks for the rest; finance declines, and says why
  await phone.getByRole('button', { name: 'Ask for a refund' }).click()
  const asking = phone.getByRole('dialog', { name: 'Ask for a refund of CNY 200.00' })
  await asking.getByLabel('Reason').fill('The exam is on that day')
  expect(await seriousProblems(phone)).toEqual([])
  await asking.getByRole('button', { name: 'Ask for a refund' }).click()
  await phone.getByText('CNY 300.00 paid, CNY 300.00 refunded or under way').waitFor()
  expect(await phone.getByRole('button', { name: 'Ask for a refund' }).count()).toBe(0)
  await openPath(desk, finance('refunds'))
  const asked = desk.getByRole('row', { name: /The exam is on that day/ })
  await asked.getByRole('button', { name: /More|⋯|…/ }).click()
  await desk.getByRole('menuitem', { name: 'Decline' }).click()
  const declining = desk.getByRole('dialog', { name: 'Decline the refund of CNY 200.00?' })
  await declining.getByLabel('Reason').fill('The kits are on their way')
  await declining.getByRole('button', { name: 'Decline' }).click()
  await phone.getByText('CNY 300.00 paid, CNY 100.00 refunded or under way').waitFor()
  await phone.getByText('CNY 200.00, Declined: The exam is on that day').waitFor()
  await phone.getByText('Reason for declining: The kits are on their way').waitFor()
  await asked.getByText('Declined').waitFor()
  expect([...problems, ...deskProblems]).toEqual([])
})

it('[PAY-41] a bank transfer is told with its proof on a phone; finance reads the proof and confirms it there', async () => {
  const { world } = windows
  const { orderId, number, token } = await world.entrant()
  const { page: phone, problems } = await visit(token, 360, `/pay/${orderId}`)
  await phone.getByRole('button', { name: 'Submit the proof' }).click()
  const dialog = phone.getByRole('dialog')
  await dialog.getByLabel('Account holder').fill('Robin Hale')
  await dialog.getByLabel('Date of the transfer').fill(new Date(world.clock.now).toISOString().slice(0, 10))
  await dialog.locator('input[type="file"]').setInputFiles(RECEIPT)
  await dialog.getByText('receipt.pdf').first().waitFor()
  await dialog.getByRole('button', { name: 'Submit the proof' }).click()
  await phone.getByText('Your transfer is waiting for the organiser to confirm it').waitFor()
  // paying again would pay twice
  expect(await phone.getByRole('button', { name: /^Pay / }).count()).toBe(0)

  const { page: desk, problems: deskProblems } = await visit(world.organiser, 1440, finance('remittances'))
  await desk.getByRole('row', { name: number }).getByRole('button', { name: 'View the proof' }).click()
  const proof = desk.getByRole('dialog', { name: 'Bank transfer' })
  await proof.getByText('receipt.pdf').first().waitFor()
  expect(await seriousProblems(desk)).toEqual([])
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await desk.getByRole('row', { name: number }).getByText('Confirmed', { exact: true }).waitFor()
  await phone.getByText('CNY 300.00 paid', { exact: true }).waitFor()
  expect([...problems, ...deskProblems]).toEqual([])
})

it('[PAY-42] money that comes after the order is closed and the event full is said to be on its way back', async () => {
  const { world } = windows
  const { orderId, token } = await world.tooLate()
  const { page: phone, problems } = await visit(token, 360, `/pay/${orderId}`)
  await phone.getByText('The payment of CNY 300.00 came after this order was closed', { exact: true }).waitFor()
  await phone.getByText('All of it was sent back, the way it was paid. You can order again while places are left.').waitFor()
  await phone.getByRole('button', { name: 'Order again', exact: true }).waitFor()
  expect(await seriousProblems(phone)).toEqual([])
  const { page: zh, problems: zhProblems } = await visit(token, 1440, `/pay/${orderId}`, 'zh')
  await zh.getByText('款项已按原付款方式全额退回。如仍有名额，可以重新下单。').waitFor()
  expect([...problems, ...zhProblems]).toEqual([])
})
