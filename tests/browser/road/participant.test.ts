import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { keepPicture, PAINTED } from '../../harness/keepPicture.ts'
import { type OpenPage, openPage, openPath, settled } from '../../harness/openPage.ts'
import { broughtBack, chooseCountry, competitionId, fillHackathonForm, register, signIn } from './person.ts'

let visit: OpenPage | undefined
afterEach(() => visit?.close())

describe('the road of a participant', () => {
  it.each([1440, 360])('leads a stranger at %d px from the home page to a registration under review', async (width) => {
    visit = await openPage({ lang: 'en', width, painted: PAINTED, path: '/' })
    const { page, problems } = visit

    await page
      .getByRole('link', { name: /Open Hardware Hackathon/ })
      .first()
      .click()
    await page.waitForURL('**/details?competitionId=*')
    await settled(page)
    await page.getByRole('button', { name: 'Sign in and sign up' }).click()
    await page.waitForURL('**/login?*')
    await page.getByRole('link', { name: 'No account yet? Create one' }).click()
    await page.waitForURL('**/register?*')
    const { account } = await register(page)

    await page.waitForURL('**/details/signup?competitionId=*')
    await page.getByRole('button', { name: 'Choose this event' }).first().click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Agree and continue' }).click()

    // the button that was pressed is gone: the next step has the focus
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Fill in form')
    // known from the account: not asked for again
    await page.getByText('From your profile or your last sign-up').first().waitFor()
    expect(await page.getByLabel('Full name (as in your passport)').inputValue()).toBe('Robin Hale')
    expect(await page.getByLabel('Full name (as in your passport)').getAttribute('autocomplete')).toBe('name')
    await page.getByRole('button', { name: 'Submit registration', exact: true }).click()
    await page.getByRole('alert').getByText('Date of birth').waitFor()
    await expect.poll(() => page.locator('[name="/phone"]').evaluate((field) => field === document.activeElement)).toBe(true)

    await fillHackathonForm(page)
    await page.getByRole('button', { name: 'Submit registration', exact: true }).click()
    await page.waitForURL('**/details/signup/done?*')
    await page.getByText('Your registration has been submitted').waitFor()
    // [SHARE-1] others hear of it where the sign-up ends
    await page.getByRole('button', { name: 'Share this competition' }).click()
    const share = page.getByRole('dialog', { name: 'Share “Open Hardware Hackathon”' })
    await share.getByRole('img', { name: 'Scan to open it on a phone' }).waitFor()
    await page.keyboard.press('Escape')
    await share.waitFor({ state: 'detached' })

    await openPath(page, '/personalCenter/jingsai')
    await page.getByRole('main').getByText('Open Hardware Hackathon').waitFor()
    await page.getByRole('main').getByText('Under review').first().waitFor()
    await page.getByRole('main').getByText("Wait for the organiser's review").waitFor()
    expect(problems).toEqual([])
    await expect.poll(() => registrationsOf(account)).toEqual([{ status: 2, fullName: 'Robin Hale', passport: null }])

    await page.getByRole('main').getByText('Open Hardware Hackathon').first().click()
    await page.getByRole('button', { name: 'Edit registration' }).click()
    await page.getByLabel('Full name (as in your passport)').fill('Robin B. Hale')
    await page.getByRole('button', { name: 'Resubmit' }).click()
    await page.getByText('Resubmitted; pending review').waitFor()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await keepPicture(page, `registration-${width}`)
    await expect.poll(() => registrationsOf(account)).toEqual([{ status: 2, fullName: 'Robin B. Hale', passport: null }])
    await page.getByRole('button', { name: 'Withdraw registration' }).click()
    const question = page.getByRole('dialog', { name: 'Withdraw this registration?' })
    await keepPicture(page, `withdraw-${width}`)
    await question.getByRole('button', { name: 'Withdraw registration' }).click()
    await page.getByText('You withdrew this registration').waitFor()
    await expect.poll(() => registrationsOf(account)).toMatchObject([{ status: 10 }])
    expect(problems).toEqual([])
  })

  it('keeps what was typed through a reload and on another device, and asks nobody twice', async () => {
    visit = await openPage({ lang: 'en', path: '/register' })
    const { page } = visit
    const person = await register(page)
    await broughtBack(page)
    const id = await competitionId('Open Hardware Hackathon')
    await openPath(page, `/details/signup?competitionId=${id}`)
    await page.getByRole('button', { name: 'Choose this event' }).first().click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Agree and continue' }).click()
    await page.getByLabel('Full name (as in your passport)').fill('Robin Q. Hale')
    await page.getByText(/Saved \d\d:\d\d/).waitFor()

    const other = await openPage({ lang: 'en', path: '/login' })
    try {
      await signIn(other.page, person)
      await broughtBack(other.page)
      await openPath(other.page, `/details?competitionId=${id}`)
      await other.page.getByRole('button', { name: /continue/i }).click()
      await other.page.waitForURL('**/details/signup?*')
      // straight into the form of the event that was chosen
      await other.page.getByLabel('Full name (as in your passport)').waitFor()
      await expect.poll(() => other.page.getByLabel('Full name (as in your passport)').inputValue()).toBe('Robin Q. Hale')
    } finally {
      await other.close()
    }
    await expect.poll(() => draftsOf(person.account)).toBe(1)
  })

  it('shows the questions that an answer calls for, and only those', async () => {
    visit = await openPage({ lang: 'en', path: '/register' })
    const { page } = visit
    await register(page)
    await broughtBack(page)
    await openPath(page, `/details/signup?competitionId=${await competitionId('Open Hardware Hackathon')}`)
    await page.getByRole('button', { name: 'Choose this event' }).first().click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Agree and continue' }).click()

    await expect.poll(() => page.getByLabel('Passport number').count()).toBe(0)
    await chooseCountry(page, 'xinjiapo', 'Singapore')
    await page.getByRole('switch', { name: /visa letter/ }).check()
    await page.getByLabel('Passport number').waitFor()
    await chooseCountry(page, '中国', 'China')
    await page.getByLabel('Passport number').waitFor({ state: 'detached' })
  })
})

async function registrationsOf(account: string): Promise<unknown[]> {
  return rows(
    `select r.status, r.answers->>'fullName' as "fullName", r.answers->'passport' as passport
       from signup_registration r join account_user u on u.id = r."userId" where u.email = $1`,
    account,
  )
}

async function draftsOf(account: string): Promise<number> {
  const found = await rows(`select 1 from platform_draft d join account_user u on u.id = d."ownerId" where u.email = $1`, account)
  return found.length
}

async function rows(sql: string, ...values: unknown[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: inject('serverDatabaseUrl') })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}
