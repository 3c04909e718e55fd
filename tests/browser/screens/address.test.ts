import { afterEach, describe, expect, it } from 'vitest'
import { loadPath, type OpenPage, openPage } from '../../harness/openPage.ts'

let visit: OpenPage
afterEach(() => visit.close())

const titles = () => visit.page.locator('.ag-cards .ag-card__title').allTextContents()

describe('filters of the address', () => {
  it('stand in the address, narrow the list, survive a reload and can be cleared', async () => {
    visit = await openPage({ lang: 'en', path: '/competition' })
    const all = await titles()
    await visit.page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Finished' }).click()
    await visit.page.waitForFunction((count) => document.querySelectorAll('.ag-cards > li').length < count, all.length)
    const narrowed = await titles()
    await expect.poll(() => new URL(visit.page.url()).searchParams.get('state')).not.toBeNull()
    await visit.page.reload()
    await visit.settled()
    await expect.poll(() => titles()).toEqual(narrowed)
    // each choice is a step to go back from
    await visit.page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Sign-up open' }).click()
    await expect.poll(() => titles()).not.toEqual(narrowed)
    await visit.page.goBack()
    await expect.poll(() => titles()).toEqual(narrowed)
    await visit.page.getByRole('button', { name: 'Clear filters' }).click()
    await visit.page.waitForFunction((count) => document.querySelectorAll('.ag-cards > li').length === count, all.length)
    await expect.poll(() => new URL(visit.page.url()).search).toBe('')
  })
  it('say what to do when nothing matches', async () => {
    visit = await openPage({ lang: 'en', path: '/competition?search=zzzzzz' })
    await expect.poll(() => visit.page.locator('.ag-empty__title').textContent()).toBeTruthy()
    await visit.page.locator('.ag-empty').getByRole('button').click()
    await visit.page.waitForSelector('.ag-cards > li')
  })
})

describe('addresses', () => {
  it('send an unknown path to the page for it', async () => {
    visit = await openPage({ path: '/no/such/page' })
    await expect.poll(() => new URL(visit.page.url()).pathname).toBe('/404')
  })
  it('send a visitor to sign-in, and after it back to where they wanted to be', async () => {
    visit = await openPage({ path: '/personalCenter/jingsai?status=2' })
    const url = new URL(visit.page.url())
    expect(url.pathname).toBe('/login')
    expect(url.searchParams.get('from')).toBe('/personalCenter/jingsai?status=2')
  })
  it('[HEAD-16] name a language, which stays until another one is chosen; what the server told of the page leaves with it', async () => {
    visit = await openPage({ lang: 'zh' })
    const { page } = visit
    await loadPath(page, '/competition?lang=en')
    await page.waitForSelector('html[lang="en"]')
    const reported = () => page.locator('head link[rel=canonical], head meta[name=description], head meta[property="og:url"]').count()
    expect(await reported()).toBe(3)
    await page.getByRole('navigation').getByRole('link', { name: 'Help centre' }).first().click()
    await page.waitForURL('**/helpcenter?type=2')
    await expect.poll(reported).toBe(0)
    await loadPath(page, '/competition?lang=en&state=1')
    await page.getByRole('button', { name: '中文', exact: true }).first().click()
    await page.waitForSelector('html[lang="zh-CN"]')
    expect(new URL(page.url()).search).toBe('?state=1')
    await page.reload()
    await visit.settled()
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
  })
  it('move the focus to the title when the page changes', async () => {
    visit = await openPage({ lang: 'en', path: '/' })
    await visit.page.getByRole('navigation').getByRole('link', { name: 'Competitions', exact: true }).click()
    await visit.page.waitForURL('**/competition')
    await visit.page.waitForFunction(() => document.activeElement?.tagName === 'H1')
    await expect.poll(() => visit.page.title()).toMatch(/^Competitions/)
  })
})
