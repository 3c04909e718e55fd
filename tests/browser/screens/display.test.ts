import { afterEach, describe, expect, it } from 'vitest'
import { type OpenPage, openPage } from '../../harness/openPage.ts'

let visit: OpenPage
afterEach(() => visit.close())

/** A mark that a reload would wipe away. */
const mark = () => visit.page.evaluate(() => Object.assign(window, { marked: true }))
const isMarked = () => visit.page.evaluate(() => 'marked' in window)
const primary = () => visit.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--agon-color-primary').trim())

describe('language', () => {
  it('changes every text at once, without a reload, and is kept for 365 days', async () => {
    visit = await openPage({ path: '/competition' })
    await mark()
    const before = await visit.page.textContent('main h1')
    await visit.page.getByRole('banner').getByRole('button', { name: 'English' }).click()
    await visit.page.waitForSelector('html[lang="en"]')
    await expect.poll(() => visit.page.textContent('main h1')).not.toBe(before)
    await expect.poll(() => visit.page.getByRole('banner').getByRole('button', { name: '中文' }).count()).toBe(1)
    // The other language is named in itself.
    await expect.poll(() => visit.page.evaluate(() => document.body.innerText.replaceAll('中文', ''))).not.toMatch(/[\u4e00-\u9fff]{2,}/)
    await expect.poll(() => isMarked()).toBe(true)
    const cookie = (await visit.context.cookies()).find(({ name }) => name === 'lang')
    expect(cookie?.value).toBe('en')
    expect(Math.round((cookie!.expires - Date.now() / 1000) / 86_400)).toBe(365)
  })
})

describe('skin', () => {
  it('changes at once, without a reload, and returns with the next visit', async () => {
    visit = await openPage({ lang: 'en', path: '/' })
    await mark()
    const light = await primary()
    await visit.page.getByRole('button', { name: 'Appearance' }).click()
    await visit.page.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
    await visit.page.waitForSelector('html[data-skin="skins.dark"]')
    const dark = await primary()
    expect(dark).not.toBe(light)
    await expect.poll(() => isMarked()).toBe(true)
    await visit.page.reload()
    await visit.settled()
    await expect.poll(() => primary()).toBe(dark)
    expect(visit.problems).toEqual([])
  })

  it('[LOOK-96] is dark where the system is, also while the page is open, until the person chooses one', async () => {
    visit = await openPage({ lang: 'en', path: '/' })
    const { page } = visit
    await page.waitForSelector('html[data-skin="skins.light"]')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.waitForSelector('html[data-skin="skins.dark"]')
    // the server draws it for both (FIRST-15)
    expect(await page.evaluate(() => document.cookie)).not.toContain('agon.skin')
    await page.reload()
    await visit.settled()
    await page.waitForSelector('html[data-skin="skins.dark"]')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.waitForSelector('html[data-skin="skins.light"]')
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Light' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('agon.skin'))).toBe('"skins.light"')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.reload()
    await visit.settled()
    await page.waitForSelector('html[data-skin="skins.light"]')
    // and back
    await page.getByRole('button', { name: 'Appearance' }).click()
    expect(await page.getByRole('menuitemcheckbox', { checked: true }).allInnerTexts()).toEqual(['Light'])
    await page.getByRole('menuitemcheckbox', { name: 'System' }).click()
    await page.waitForSelector('html[data-skin="skins.dark"]')
    await page.getByRole('button', { name: 'Appearance' }).click()
    expect(await page.getByRole('menuitemcheckbox', { checked: true }).allInnerTexts()).toEqual(['System'])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.waitForSelector('html[data-skin="skins.light"]')
    expect(visit.problems).toEqual([])
  })
})

it('[LOOK-98] signing in begins in the field of the account where a keyboard is at hand, and not on a phone', async () => {
  visit = await openPage({ lang: 'en', path: '/login' })
  const account = visit.page.getByRole('textbox', { name: /account|phone|email/i }).first()
  await expect.poll(() => account.evaluate((field) => field === document.activeElement)).toBe(true)
  // a tab that is chosen keeps the focus
  await visit.page.getByRole('tab', { name: 'With code' }).click()
  await visit.page.getByRole('tab', { name: 'With code', selected: true }).waitFor()
  expect(await visit.page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tab')
  await visit.close()
  visit = await openPage({ lang: 'en', width: 360, path: '/login' })
  await visit.page
    .getByRole('textbox', { name: /account|phone|email/i })
    .first()
    .waitFor()
  await visit.settled()
  expect(await visit.page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
})

it.each([360, 1440])('[LOOK-97] the head of a competition leaves %i px screens to what is below it', async (width) => {
  visit = await openPage({ lang: 'en', width, path: '/details?competitionId=3' })
  const head = visit.page.locator('.ag-section--hero')
  await head.getByRole('button', { name: 'Share' }).waitFor()
  expect((await head.boundingBox())!.height).toBeLessThanOrEqual(260)
})
