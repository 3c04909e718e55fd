/** An organiser changes the form while people fill it, and sends answers back: nobody loses what they typed, and every answer is read by the
 *  version it was given to. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenPage, openPage, openPath, settled } from '../../harness/openPage.ts'
import { readDemoAccount } from '../../harness/readDemoAccount.ts'
import { broughtBack, competitionId, register } from './person.ts'

/** Nobody else signs up for it in these tests. */
const COMPETITION = 'Young Design Biennial'
const FORM = 'api/platform/document/form/signup.design'
const REASON = 'The motto is missing a verb.'

let administrator: string
const visits: OpenPage[] = []
beforeAll(async () => {
  administrator = await tokenOf('administrator')
})
afterAll(() => send(`${FORM}/1/restore`, {}))
afterEach(() => Promise.all(visits.splice(0).map((visit) => visit.close())))

describe('a form that changes while it is filled', () => {
  it('is told in words and keeps the answers; they are read, sent back and corrected at the version that was answered', async () => {
    await publish('Your name', 'Motto')
    const { page, problems, id } = await entrant()
    await page.getByLabel('Your name').fill('Robin Hale')
    await page.getByLabel('Motto').fill('Less and better')

    await publish('Your name', 'Motto', 'Website')
    await page.getByRole('button', { name: 'Submit registration', exact: true }).click()
    await page.getByText('The sign-up form has just been updated').waitFor()
    await page.getByLabel('Website').waitFor()
    await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Robin Hale')
    await expect.poll(() => page.getByLabel('Motto').inputValue()).toBe('Less and better')
    await page.getByLabel('Website').fill('hale.example')
    await page.getByRole('button', { name: 'Submit registration', exact: true }).click()
    await page.waitForURL('**/details/signup/done?*')
    expect(problems).toEqual([])

    await publish('Full name')
    const organiser = await opened({ as: 'organiser', path: `/admin/regManagement?competitionId=${id}` })
    const drawer = await openRegistration(organiser.page)
    await expect.poll(() => drawer.locator('dt').allInnerTexts()).toEqual(expect.arrayContaining(['Your name', 'Motto', 'Website']))
    await expect.poll(() => drawer.getByText('hale.example').count()).toBe(1)
    await expect.poll(() => drawer.getByText('Full name', { exact: true }).count()).toBe(0)

    await drawer.getByRole('button', { name: 'Send back' }).click()
    const question = organiser.page.getByRole('dialog').last()
    await question.getByLabel(/Reason/).fill(REASON)
    await question.getByRole('button', { name: 'Send back' }).click()
    await drawer.getByText(REASON).first().waitFor()

    await openPath(page, '/personalCenter/jingsai')
    // what to do next leads there at once, the list by way of the registration
    await page.getByRole('main').getByRole('button', { name: 'Revise and resubmit' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: COMPETITION }).last().click()
    await page.waitForURL(/jingsai\/\d+$/)
    await page.getByText(REASON).first().waitFor()
    await page.getByRole('button', { name: 'Revise and resubmit' }).click()
    await page.waitForURL('**/fix')
    await settled(page)
    await page.getByRole('main').getByText(REASON).waitFor()
    await expect.poll(() => page.getByLabel('Motto').inputValue()).toBe('Less and better')
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
        .toBeLessThanOrEqual(0)
      if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/fix-en-${width}.png`, fullPage: true })
    }
    await page.getByLabel('Motto').fill('Draw less and better')
    await page.getByRole('button', { name: 'Resubmit' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/fix'))
    await page.getByRole('main').getByText('Under review').first().waitFor()
    await page.getByText('Draw less and better').waitFor()
    expect(problems).toEqual([])
  })
})

describe('a form that is submitted while the connection is lost', () => {
  it('stays with all that was typed, says why, and is submitted once the connection is back', async () => {
    await publish('Your name', 'Motto')
    const { page, context } = await entrant()
    await page.getByLabel('Your name').fill('Robin Hale')
    await page.getByLabel('Motto').fill('Less and better')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Submit registration', exact: true }).click()
    await page
      .getByText(/network|connection/i)
      .first()
      .waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('Robin Hale')
    expect(await page.getByLabel('Motto').inputValue()).toBe('Less and better')
    await context.setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Submit registration', exact: true }).click()
    await page.waitForURL('**/details/signup/done?*')
  })
})

async function opened(visit: Parameters<typeof openPage>[0]): Promise<OpenPage> {
  const made = await openPage({ lang: 'en', ...visit })
  visits.push(made)
  return made
}

/** Somebody new, in front of the form. */
async function entrant(): Promise<OpenPage & { id: string }> {
  const visit = await opened({ path: '/register' })
  const { page } = visit
  await register(page)
  await broughtBack(page)
  const id = await competitionId(COMPETITION)
  await openPath(page, `/details/signup?competitionId=${id}`)
  await page.getByRole('button', { name: 'Choose this event' }).first().click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  return { ...visit, id }
}

/** The registration of Robin Hale. */
async function openRegistration(page: Page) {
  await page.getByRole('row').filter({ hasText: 'Robin Hale' }).first().getByRole('cell').nth(2).click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByText('Website').waitFor()
  return drawer
}

/** Publishes a form that asks for these texts, all of them required. */
async function publish(...titles: string[]): Promise<void> {
  const names = titles.map((title) => (title === 'Your name' ? 'authorName' : title.replace(/\W/g, '').toLowerCase()))
  const field = (title: string) => ({ type: 'string', title: { zh: title, en: title }, 'x-widget': 'text', maxLength: 60 })
  await send(FORM, {
    content: {
      $schema: '../../../schemas/kinds/form.schema.json',
      version: 1,
      title: { zh: '报名表', en: 'Sign-up form' },
      schema: {
        type: 'object',
        required: names,
        properties: Object.fromEntries(titles.map((title, index) => [names[index], field(title)])),
      },
    },
  })
  await send(`${FORM}/publish`, {})
}

async function send(path: string, body: unknown): Promise<void> {
  const reply = await fetch(`${inject('serverUrl')}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${administrator}` },
    body: JSON.stringify(body),
  })
  const { code, message, details } = (await reply.json()) as { code: number; message: string; details?: unknown }
  if (code !== 0) throw new Error(`${path}: ${message} ${JSON.stringify(details)}`)
}

async function tokenOf(role: string): Promise<string> {
  const { userName, password } = readDemoAccount(role)
  const reply = await fetch(`${inject('serverUrl')}/api/usercenter/authentication/form`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ account: userName, password }),
  })
  return ((await reply.json()) as { data: { access_token: string } }).data.access_token
}
