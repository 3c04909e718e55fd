/** The frame around all pages: menus, phone, unknown addresses, page settings, failures, tours. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { broughtBack, register } from '../road/person.ts'

const path = (page: Page) => new URL(page.url()).pathname

describe('on a desk', () => {
  let visit: OpenPage
  let page: Page
  beforeAll(async () => {
    visit = await openPage({ lang: 'en' })
    page = visit.page
  })
  afterAll(() => visit.close())

  const activeEntry = () => page.locator('.ag-header [aria-current="page"]').textContent()

  it('the entry of the address is marked; any other address counts as competition', async () => {
    await openPath(page, '/')
    await expect.poll(() => activeEntry()).toBe('Home')
    for (const address of ['/details?competitionId=1', '/agreement', '/register/organisation', '/news']) {
      await openPath(page, address)
      await expect.poll(() => activeEntry()).toBe('Competitions')
    }
  })
  it('[SHELL-2] the address of a competition by its number leads a visitor to what it shows', async () => {
    await openPath(page, '/competition/1')
    await expect.poll(() => path(page) + new URL(page.url()).search).toBe('/details?competitionId=1')
  })
  it('an unknown address leads to the page for it, which opens without authority', async () => {
    await openPath(page, '/nowhere/at/all')
    await expect.poll(() => path(page)).toBe('/404')
    await expect.poll(() => page.getAttribute('html', 'data-no-authority')).toBe('true')
    await page.getByRole('main').getByRole('button', { name: 'Back to the home page' }).click()
    await page.locator('html[data-no-authority="false"]').waitFor({ state: 'attached' })
    await expect.poll(() => path(page)).toBe('/')
  })
  it('going to where one is adds nothing to the history', async () => {
    await openPath(page, '/')
    const before = await page.evaluate(() => history.length)
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click()
    await expect.poll(() => page.evaluate(() => history.length)).toBe(before)
  })
  it('the footer says who, where and when, and its codes lead to the platform', async () => {
    const footer = page.getByRole('contentinfo')
    for (const words of ['400-010-8830', 'Innovation Road', '8:30–18:00', 'record no.', '©'])
      await expect.poll(() => footer.getByText(words).count()).toBeGreaterThan(0)
    await footer.getByRole('img', { name: 'Scan to sign up' }).waitFor()
    await expect.poll(() => footer.locator('.ag-qr').count()).toBe(2)
  })
  it('the support button takes a message', async () => {
    await page.getByRole('button', { name: 'Support' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your name').fill('Robin Hale')
    await dialog.getByLabel('Phone number or email').fill('robin@mail.example')
    await dialog.getByLabel('How can we help?').fill('Where do I see my result?')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.getByText('We will contact you soon').waitFor()
  })
  it('a fault of HTTP is an alert with its number, once for a burst; body codes stay messages', async () => {
    const list = '**/api/web/competition/queryCompetitionList**'
    await page.route(list, (route) => route.fulfill({ status: 500, json: { code: 500, error: 'SERVER_FAULT', message: 'It broke.' } }))
    await openPath(page, '/competition')
    const alert = page.getByRole('alertdialog')
    await expect.poll(() => alert.getByRole('heading').textContent()).toBe('Server error')
    await expect.poll(() => alert.textContent()).toContain('Error 500: It broke.')
    await alert.getByRole('button', { name: 'Confirm' }).click()
    await alert.waitFor({ state: 'detached' })
    await page.unroute(list)
  })
  it('[SPEC-10] too many attempts are no fault of the server: the alert says to wait', async () => {
    const list = '**/api/web/competition/queryCompetitionList**'
    const tooMany = { code: 429, error: 'RATE_LIMITED', message: 'Too many attempts. Please try again later.' }
    await page.route(list, (route) => route.fulfill({ status: 429, json: tooMany }))
    await openPath(page, '/searchCert')
    await openPath(page, '/competition')
    const alert = page.getByRole('alertdialog')
    await expect.poll(() => alert.getByRole('heading').textContent()).toBe('Please wait')
    await expect.poll(() => alert.textContent()).toContain(tooMany.message)
    await alert.getByRole('button', { name: 'Confirm' }).click()
    await alert.waitFor({ state: 'detached' })
    await page.unroute(list)
  })
  it('what an app document says about a failure is done: the school is asked for', async () => {
    await openPath(page, '/login')
    const signIn = '**/api/usercenter/authentication/form'
    await page.route(signIn, (route) => route.fulfill({ json: { code: 409, error: 'SCHOOL_UNBOUND', message: 'Link your school first.' } }))
    await page.getByLabel(/^Account/).fill('somebody')
    await page.getByLabel(/^Password/).fill('Sunrise#2026')
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await expect.poll(() => question.getByRole('heading').textContent()).toBe('Link your school first')
    await expect.poll(() => question.textContent()).toContain('Link your school first.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.unroute(signIn)
  })
  it('[SPEC-10] a form tells its failures as buttons do: a fault of HTTP in an alert, a body code in a message that can be closed', async () => {
    await openPath(page, '/login')
    const signIn = '**/api/usercenter/authentication/form'
    const submit = async (status: number, body: { code: number; error: string; message: string }) => {
      await page.route(signIn, (route) => route.fulfill({ status, json: body }))
      await page.getByLabel(/^Account/).fill('somebody')
      await page.getByLabel(/^Password/).fill('Sunrise#2026')
      await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await submit(503, { code: 503, error: 'SERVER_BUSY', message: '' })
    const alert = page.getByRole('alertdialog')
    await expect.poll(() => alert.textContent()).toContain('The server is busy. Please try again later.')
    await alert.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(() => page.getByRole('main').getByText('Submission failed').count()).toBe(1)
    await page.unroute(signIn)
    await submit(200, { code: 409, error: 'ACCOUNT_CLOSED', message: 'This account is closed.' })
    const toast = page.locator('.ag-toast', { hasText: 'This account is closed.' })
    await toast.getByRole('button', { name: 'Close' }).click()
    await toast.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('main').getByText('This account is closed.').count()).toBe(1)
    await page.unroute(signIn)
  })
  it('[SHELL-BUSY] what a page reads is asked for again while the server is busy, and not what took too long', async () => {
    const list = '**/api/web/competition/queryCompetitionList**'
    const asked: string[] = []
    const refuse = (error: string, times: number) =>
      page.route(
        list,
        (route) => {
          asked.push(error)
          return route.fulfill({ status: 503, headers: { 'retry-after': '0.1' }, json: { code: 503, error, message: 'Busy' } })
        },
        { times },
      )
    await refuse('BUSY', 2)
    await openPath(page, '/competition')
    await page.locator('.ag-main a[href*="/details"]').first().waitFor()
    expect(asked).toEqual(['BUSY', 'BUSY'])
    await refuse('TOO_LONG', 1)
    await openPath(page, '/competition?search=a')
    await page.getByRole('main').getByText('Busy').first().waitFor()
    expect(asked).toEqual(['BUSY', 'BUSY', 'TOO_LONG'])
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
    await page.unroute(list)
  })
  it('[SHELL-TOAST] a message about a page goes with the page', async () => {
    await openPath(page, '/login')
    const signIn = '**/api/usercenter/authentication/form'
    await page.route(signIn, (route) => route.fulfill({ json: { code: 409, error: 'ACCOUNT_CLOSED', message: 'This account is closed.' } }))
    await page.getByLabel(/^Account/).fill('somebody')
    await page.getByLabel(/^Password/).fill('Sunrise#2026')
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    const toast = page.locator('.ag-toast', { hasText: 'This account is closed.' })
    await toast.waitFor()
    await page.getByText('Forgot password?').click()
    // by itself it stays for ten seconds
    await toast.waitFor({ state: 'detached', timeout: 4_000 })
    await page.unroute(signIn)
  })
  it('[SPEC-10] a list that does not come says which, and why', async () => {
    const list = '**/api/web/competition/queryCompetitionList**'
    await page.route(list, (route) => route.fulfill({ json: { code: 409, error: 'OTHER', message: 'Not today.' } }))
    await openPath(page, '/competition')
    const notice = page.getByRole('alert').filter({ hasText: 'Not today.' })
    await expect.poll(() => notice.first().textContent()).toContain('The competitions could not be loaded')
    await page.unroute(list)
  })
  it('a part of the client that does not come is asked for again, then explained', async () => {
    let asked = 0
    await page.route(/\/assets\/form\.lazy-[^/]*\.js$/, (route) => {
      asked += 1
      return route.abort()
    })
    await page.goto('/login')
    await page.getByText('Part of this page could not be loaded').waitFor()
    // A page may ask ahead of need too: at least the first time and once more.
    expect(asked).toBeGreaterThan(1)
    await expect.poll(() => page.getByRole('button', { name: 'Reload the page' }).count()).toBe(1)
    await page.unrouteAll()
  })
})

describe('on a phone', () => {
  let visit: OpenPage
  beforeAll(async () => {
    visit = await openPage({ lang: 'en', width: 360, path: '/competition' })
  })
  afterAll(() => visit.close())

  it('the menu is a drawer that closes when one goes somewhere', async () => {
    const { page } = visit
    await page.getByRole('button', { name: 'Menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.getByRole('link', { name: 'Home' }).click()
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => path(page)).toBe('/')
  })
  it('the main entries stand at the bottom, and give way to the main button of a page', async () => {
    const { page } = visit
    const bar = page.getByRole('navigation', { name: 'Bottom navigation' })
    await expect.poll(() => bar.getByRole('link').allTextContents()).toEqual(['Home', 'Competitions', 'Sign in'])
    await bar.getByRole('link', { name: 'Competitions' }).click()
    await page.waitForURL('**/competition')
    await page.waitForSelector('.ag-bottom-menu [aria-current="page"]:has-text("Competition")')
    await openPath(page, '/details?competitionId=1')
    await page.waitForSelector('.ag-bottom-bar')
    await expect.poll(() => bar.isVisible()).toBe(false)
  })
  it('nothing scrolls sideways', async () => {
    await openPath(visit.page, '/')
    await expect.poll(() => visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

describe('page settings', () => {
  it('are previewed, used and undone, and act for everybody at once', async () => {
    const visit = await openPage({ lang: 'en', as: 'administrator', path: '/personalCenter/adminPlatformConfig' })
    const { page } = visit
    const applied = () => page.getAttribute('html', 'data-skin')
    const spring = page.locator('.ag-card', { hasText: 'Spring' })
    const before = await applied()
    await spring.getByRole('button', { name: 'Preview' }).click()
    await page.waitForSelector('html[data-skin="skins.spring"]')
    await page.getByRole('button', { name: 'End preview' }).click()
    await page.waitForSelector(`html[data-skin="${before}"]`)
    await spring.getByRole('button', { name: 'Use' }).click()
    await page.waitForSelector('html[data-skin="skins.spring"]')
    const other = await openPage({ lang: 'en', path: '/' })
    await other.page.waitForSelector('html[data-skin="skins.spring"]')
    await other.close()
    await page.getByRole('button', { name: 'Undo the last change' }).click()
    await page.waitForSelector(`html[data-skin="${before}"]`)
    expect(visit.problems).toEqual([])
    await visit.close()
  })
  it('of a partner contest hide the competition centre and show its logo', async () => {
    const visit = await openPage({ lang: 'en', as: 'organiser 2' })
    const { page } = visit
    const answer = (data: unknown) => ({ json: { code: 0, message: 'ok', data } })
    await page.route('**/api/web/user/lz', (route) => route.fulfill(answer({ lz: true })))
    const logo = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='
    await page.route('**/api/web/index/setting', (route) =>
      route.fulfill(answer({ groupId: '3', logo, theme: 'skins.partner', partner: true })),
    )
    await openPath(page, '/')
    await page.waitForSelector('html[data-skin="skins.partner"]')
    await page.getByRole('banner').getByRole('link', { name: 'Competitions' }).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.ag-header .ag-brand img').getAttribute('src')).toBe(logo)
    await visit.close()
  })
})

describe('the tour of a page', () => {
  it('is shown once, goes on by keyboard, and is over for good when it was skipped', async () => {
    const visit = await openPage({ lang: 'en', path: '/register?from=/' })
    const { page } = visit
    await register(page)
    await broughtBack(page)
    const tour = page.getByRole('dialog', { name: 'Find a competition' })
    await tour.waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Open for sign-up' }).waitFor()
    const remembered = page.waitForResponse('**/api/usercenter/updateUserBankInfo')
    await page.keyboard.press('Escape')
    await page.locator('.ag-guide').waitFor({ state: 'detached' })
    expect(JSON.parse((await remembered).request().postData() ?? '')).toEqual({ noviceGuide: '{"home": 1}' })
    await Promise.all([page.waitForResponse('**/api/usercenter/user/without401'), page.reload()])
    await visit.settled()
    await expect.poll(() => page.locator('.ag-guide').count()).toBe(0)
    await visit.close()
  })
})
