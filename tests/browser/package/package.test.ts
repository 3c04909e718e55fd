/** The road of a school package, as people of a school see it: bought on a phone, used, renewed, told about, and expired without a loss. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { loadPath, settled } from '../../harness/openPage.ts'
import { expectSound, visitServer } from '../../harness/visitServer.ts'
import { createPackageWorld, DAY, type PackageWorld } from '../../server/package/packageWorld.ts'

const PACKAGE = '/admin/schoolPackage'
const DATA = '/admin/dataManagement'
let world: PackageWorld
const visit = visitServer(async () => {
  world = await createPackageWorld()
  return world
})

/** Orders what a card offers, pays it in the sandbox and comes back. */
async function buy(page: Page, label: 'Buy' | 'Renew', offer: string, price: string): Promise<void> {
  const card = page.locator('.ag-card').filter({ has: page.getByRole('heading', { name: offer, exact: true }) })
  await card.getByRole('button', { name: label, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Order “${offer}”?` })
  await question.getByText(`The price is ${price}`).waitFor()
  await question.getByRole('button', { name: 'Order', exact: true }).click()
  await page.waitForURL('**/pay/*')
  await settled(page)
  await expectSound(page)
  await page.getByRole('button', { name: `Pay ${price}`, exact: true }).click()
  await page.waitForURL('**/pay/sandbox/**')
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  await page.getByText(`${price} paid`, { exact: true }).waitFor()
  await either(page, 'Back to the package').click()
  await settled(page)
}

/** What leads elsewhere, as a link or a button. */
function either(page: Page, name: string): Locator {
  return page.getByRole('link', { name }).or(page.getByRole('button', { name }))
}

it('[PACKAGE-21] a school administrator buys a package on a phone, renews it, is told before it ends, and loses nothing when it has ended', async () => {
  const school = await world.school()
  const organiser = await world.holder('account.organisationAdmin', school.id)
  const { page: phone, problems } = await visit(school.token, { width: 360, path: DATA })
  await phone.getByText('“Data pages” is not included at present.', { exact: false }).waitFor()
  await expectSound(phone)
  await either(phone, 'See packages').click()
  await phone.getByText('You use what is free').waitFor()
  await expectSound(phone)
  await buy(phone, 'Buy', 'Standard', 'CNY 5,980.00')
  await phone.getByText('“Standard” is active until', { exact: false }).waitFor()
  await expectSound(phone)
  await loadPath(phone, DATA)
  await phone.getByText('Participants this year', { exact: true }).waitFor()
  await expectSound(phone)
  await loadPath(phone, PACKAGE)
  await buy(phone, 'Renew', 'Standard', 'CNY 5,980.00')
  await phone.getByText('“Standard” starts at', { exact: false }).waitFor()

  const create = (zh: string) =>
    world.call('api/web/competition/saveNewCompetition', { organisationId: school.id, title: { zh } }, organiser.token)
  for (let each = 1; each <= 4; each++) expect((await create(`示例竞赛${each}`)).code).toBe(0)

  const last = Math.max(...(await ends(school.id)))
  world.clock.now = last - 7 * DAY
  await world.run('package.handleExpiry')
  await loadPath(phone, '/personalCenter/mymsg')
  await phone.getByText('Package expires soon').first().waitFor()

  world.clock.now = last + 15 * DAY
  await world.run('package.handleExpiry')
  await loadPath(phone, PACKAGE)
  await phone.getByText('The package has expired', { exact: true }).waitFor()
  await phone.getByText('Competitions, registrations and works that exist continue.', { exact: false }).waitFor()
  await expectSound(phone)
  await loadPath(phone, DATA)
  await either(phone, 'See packages').waitFor()

  const { page: desk, problems: deskProblems } = await visit(organiser.token, { width: 1440, path: '/admin/list' })
  for (let each = 1; each <= 4; each++) await desk.getByText(`示例竞赛${each}`).first().waitFor()
  await loadPath(desk, '/createNewCompetition')
  await desk.getByLabel('Title (Chinese)').fill('再办一场')
  await desk.getByRole('combobox', { name: 'Published by' }).fill('Sample')
  await desk.getByRole('option', { name: 'Sample school' }).click()
  await desk.getByRole('button', { name: 'Create and continue' }).click()
  const refusal = desk.getByRole('alertdialog', { name: 'The limit is reached' })
  await refusal.getByText('“Competitions at the same time” is 3', { exact: false }).waitFor()
  await expectSound(desk)
  await refusal.getByRole('button', { name: 'See packages' }).click()
  await desk.getByText('The package has expired', { exact: true }).waitFor()
  await desk.getByRole('button', { name: 'Buy', exact: true }).first().waitFor()
  await expectSound(desk)
  expect([...problems, ...deskProblems]).toEqual([])
})

async function ends(organisationId: string): Promise<number[]> {
  const rows = await world.rows('SELECT "endsAt" FROM package_term WHERE "organisationId" = $1', [organisationId])
  return rows.map(({ endsAt }) => new Date(endsAt).getTime())
}
