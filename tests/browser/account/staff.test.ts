/** What staff do with accounts, roles and organisations, from the screens: what is done to a row is done from that row. */
import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { broughtBack, onDatabase, register } from '../road/person.ts'

let visit: OpenPage
afterEach(() => visit?.close())

const dialogOf = (page: Page) => page.getByRole('dialog').last()
const closed = (page: Page) => expect.poll(() => page.getByRole('dialog').count()).toBe(0)

async function choose(form: Locator, label: string, words: string, option: string | RegExp): Promise<void> {
  await form.getByRole('combobox', { name: label }).fill(words)
  await form.getByRole('option', { name: option }).first().click()
}

it('[STAFF-1] an account is added, given a role and a password, and disabled, all from its row', async () => {
  visit = await openPage({ lang: 'en', as: 'administrator', path: '/admin/accounts' })
  const { page } = visit
  const userName = `keeper.${randomBytes(4).toString('hex')}`
  await page.getByRole('button', { name: 'Create account' }).click()
  const added = dialogOf(page)
  await added.getByLabel(/^Name/).fill('Ellis Moore')
  await added.getByLabel(/^Username/).fill(userName)
  await added.getByLabel(/^Initial password/).fill('Autumn#2026')
  await added.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Account created').waitFor()
  await closed(page)

  await page.getByRole('searchbox').fill(userName)
  const row = page.getByRole('row', { name: new RegExp(userName) })
  await row.getByRole('button', { name: 'Roles' }).click()
  const drawer = page.getByRole('dialog', { name: 'Roles of Ellis Moore' })
  await drawer.getByRole('button', { name: 'Grant a role' }).click()
  const grant = page.getByRole('dialog', { name: 'Grant a role' })
  await choose(grant, 'Role', 'Finance', 'Finance staff')
  await choose(grant, 'Organisation', 'Qiming', /Qiming Open Hardware/)
  await grant.getByRole('button', { name: 'Grant a role' }).click()
  await drawer.getByText('Finance staff').waitFor()
  // Escape closes what lies on top
  await grant.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await closed(page)

  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  await dialogOf(page)
    .getByLabel(/^New password/)
    .fill('Winter#2027')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await dialogOf(page)
    .getByLabel(/^Repeat the password/)
    .fill('Winter#2027')
  await dialogOf(page).locator('button[type=submit]').click()
  await page.getByText('Password reset; the account has been signed out').waitFor()
  await closed(page)

  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await dialogOf(page)
    .getByLabel(/^Reason/)
    .fill('Left the organisation')
  await dialogOf(page).getByRole('button', { name: 'Disable' }).click()
  await page.getByText('Account disabled').waitFor()
  await row.getByText('Disabled').waitFor()
  const granted = `select u.state, g.role from account_user u join account_grant g on g."userId" = u.id where u."userName" = $1`
  await expect
    .poll(() => onDatabase(async (db) => (await db.query(granted, [userName])).rows))
    .toEqual([{ state: 'disabled', role: 'account.finance' }])
  expect(visit.problems).toEqual([])
})

it('[STAFF-2] a role made here can be seen as; what it may not open leads to /401, until the view ends', async () => {
  visit = await openPage({ lang: 'en', as: 'administrator', path: '/admin/roles' })
  const { page } = visit
  const name = `News desk ${randomBytes(3).toString('hex')}`
  await page.getByRole('button', { name: 'Create a role' }).click()
  const form = dialogOf(page)
  await form.getByLabel('Name (Chinese)').fill(`资讯编辑 ${name}`)
  await form.getByLabel('Name (English)').fill(name)
  await form.getByRole('checkbox', { name: 'Manage news' }).check()
  await form.getByRole('checkbox', { name: 'Manage messages' }).check()
  await form.getByRole('button', { name: 'Create a role' }).click()
  await page.getByText('Role created').waitFor()
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: 'Edit' })
    .waitFor()

  await openPath(page, '/admin/permissionCheck')
  await page.getByRole('button', { name: 'View as someone else' }).click()
  const asked = dialogOf(page)
  await asked.getByRole('radio', { name: 'Role' }).check()
  await choose(asked, 'Role', name, name)
  await asked.getByRole('radio', { name: 'The whole platform' }).check()
  const loaded = page.waitForEvent('load')
  await asked.getByRole('button', { name: 'Start viewing' }).click()
  await loaded
  await page.getByText(/You are viewing as/).waitFor()
  await openPath(page, '/admin/information')
  await page.getByRole('heading', { name: 'Messages', exact: true }).first().waitFor()
  await openPath(page, '/admin/accounts')
  await page.waitForURL('**/401')
  await page.getByText('You do not have permission to open this page').first().waitFor()
  await page.getByRole('button', { name: 'Stop viewing' }).click()
  await page.waitForURL('**/admin/permissionCheck')
  await openPath(page, '/admin/accounts')
  await page.getByRole('button', { name: 'Create account' }).waitFor()
})

it('[ORG-4] an organisation is registered by a person, rejected with words that they read, corrected, and approved', async () => {
  const name = `Harbour Institute ${randomBytes(3).toString('hex')}`
  const applicant = await openPage({ lang: 'en', path: '/register?from=%2Fregister%2Forganisation' })
  await register(applicant.page)
  await broughtBack(applicant.page)
  const form = applicant.page.getByRole('main')
  await form.getByLabel(/^Full name/).fill(name)
  await form.getByRole('radio', { name: 'School' }).check()
  await form
    .getByLabel(/^Unified social credit code/)
    .fill(`91330100MA2H${randomBytes(3).toString('hex').toUpperCase().replaceAll(/[A-F]/g, '7')}`)
  await form.getByLabel(/^Office address/).fill('1 Harbour Road')
  await form.getByLabel(/^Name/).fill('Robin Hale')
  await form.locator('[name="/phone"]').fill('13912345678')
  await form.getByLabel(/^Email/).fill('robin@harbour.example')
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  await form.locator('input[type=file]').setInputFiles({ name: 'licence.png', mimeType: 'image/png', buffer: picture })
  await form.getByRole('button', { name: 'Remove licence.png' }).waitFor()
  await form.getByRole('button', { name: 'Submit for review' }).click()
  await applicant.page.getByText('Application under review').waitFor()

  visit = await openPage({ lang: 'en', as: 'administrator', path: '/admin/organisationReview' })
  const { page } = visit
  const review = async () => {
    await page
      .getByRole('row', { name: new RegExp(name) })
      .first()
      .click()
    return page.getByRole('dialog', { name: 'Application' })
  }
  await (await review()).getByRole('button', { name: 'Do not approve' }).click()
  const refusal = dialogOf(page)
  await refusal.getByLabel(/^Reason/).fill('The licence cannot be read.')
  await refusal.locator('button[type=submit]').click()
  await closed(page)

  await openPath(applicant.page, '/register/organisation')
  await applicant.page.getByText('Application not approved: The licence cannot be read.').waitFor()
  await applicant.page.getByRole('button', { name: 'Submit for review' }).click()
  await applicant.page.getByText('Application under review').waitFor()
  await page.reload()
  await visit.settled()
  await page.getByRole('row', { name: new RegExp(`${name}.*Pending review`) }).click()
  await page.getByRole('dialog', { name: 'Application' }).getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await closed(page)
  await openPath(applicant.page, '/register/organisation')
  await applicant.page.getByText('Organisation registration approved').waitFor()
  await applicant.close()
})

it('[STAFF-3] a member added by their email waits in the list until they accept it on their own page', async () => {
  const person = await openPage({ lang: 'en', path: '/register?from=%2FpersonalCenter%2Foffers' })
  const { account } = await register(person.page)
  await broughtBack(person.page)
  await person.page.getByText('No offers are waiting for you').waitFor()

  visit = await openPage({ lang: 'en', as: 'organiser', path: '/admin/organizations' })
  const { page } = visit
  const row = page.getByRole('row', { name: /Young Design Biennial/ })
  await row.getByRole('button', { name: 'Members' }).click()
  const drawer = page.getByRole('dialog', { name: 'Members of' })
  await drawer.getByRole('button', { name: 'Add member' }).click()
  const form = page.getByRole('dialog', { name: 'Add member' })
  await form.getByRole('textbox').first().fill(account)
  await form.getByRole('button', { name: 'Add member' }).click()
  await page.getByText('Offer sent; they become a member when they accept').waitFor()
  const offer = drawer.getByRole('row', { name: new RegExp(account) })
  await offer.getByText('Awaiting acceptance').waitFor()

  const { page: own } = person
  const card = own.getByRole('main')
  await card.getByText('Membership of the organisation').waitFor()
  await card.getByText('Young Design Biennial').waitFor()
  await card.getByRole('button', { name: 'Accept', exact: true }).click()
  await own.getByText('Offer accepted, effective immediately').waitFor()
  await own.getByText('No offers are waiting for you').waitFor()

  await page.reload()
  await visit.settled()
  await row.getByRole('button', { name: 'Members' }).click()
  await drawer.getByRole('row', { name: /Robin Hale/ }).waitFor()
  await offer.getByText('Accepted').waitFor()
  expect([...visit.problems, ...person.problems]).toEqual([])
  await person.close()
})
