import type { Request } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenPage, openPage } from '../../harness/openPage.ts'

let visit: OpenPage
afterEach(() => visit.close())

const focused = () => visit.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '')
const MANAGEMENT = '/admin/regManagement?competitionId=1'

describe('keyboard', () => {
  it('first reaches the link that skips to the content', async () => {
    visit = await openPage({ lang: 'en', path: '/' })
    await visit.page.keyboard.press('Tab')
    await expect.poll(() => focused()).toContain('ag-skip')
  })
  it('puts the focus into the search by a slash, but not while typing', async () => {
    visit = await openPage({ lang: 'en', path: '/competition' })
    await visit.page.keyboard.press('/')
    await expect.poll(() => focused()).toContain('data-search')
    await visit.page.keyboard.type('a/b')
    await expect.poll(() => visit.page.locator('[data-search]').inputValue()).toBe('a/b')
  })
  it('opens a row by Enter, keeps the focus inside the drawer, and gives it back on Escape', async () => {
    visit = await openPage({ as: 'organiser', path: MANAGEMENT })
    await visit.page.waitForSelector('tbody tr[tabindex="0"]')
    await visit.page.locator('tbody tr').first().focus()
    await visit.page.keyboard.press('ArrowDown')
    const row = await focused()
    await visit.page.keyboard.press('Enter')
    await visit.page.getByRole('dialog').waitFor()
    await visit.settled()
    for (let times = 0; times < 30; times++) {
      await visit.page.keyboard.press('Tab')
      await expect.poll(() => visit.page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true)
    }
    await visit.page.keyboard.press('Escape')
    await visit.page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused()).toBe(row)
  })
  it('stays in a drawer that ends with tabs, while what the tab shows is on its way', async () => {
    visit = await openPage({ as: 'organiser', fresh: true, path: MANAGEMENT })
    await visit.page.route('**/api/platform/form/**', () => {})
    await visit.page.locator('tbody tr').first().focus()
    await visit.page.keyboard.press('Enter')
    await visit.page.getByRole('dialog').getByRole('tab').nth(1).waitFor()
    for (let times = 0; times < 8; times++) {
      await visit.page.keyboard.press('Tab')
      expect(await visit.page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null), `Tab ${times + 1}`).toBe(true)
    }
  })
  it('moves between tabs by arrows', async () => {
    visit = await openPage({ as: 'administrator', path: '/admin/experts' })
    await visit.page.getByRole('tab').first().focus()
    await visit.page.keyboard.press('ArrowRight')
    await visit.page.waitForSelector('[role="tab"]:nth-child(2)[aria-selected="true"]:focus')
    await expect.poll(() => new URL(visit.page.url()).searchParams.get('tab')).toBe('groups')
  })
})

describe('table', () => {
  it('tells how many rows are chosen and asks before it changes them', async () => {
    visit = await openPage({ lang: 'en', as: 'organiser', path: MANAGEMENT })
    await visit.page.waitForSelector('tbody input[type="checkbox"]')
    await visit.page.locator('tbody input[type="checkbox"]').nth(0).check()
    await visit.page.locator('tbody input[type="checkbox"]').nth(1).check()
    await expect.poll(() => visit.page.locator('.ag-selection__count').textContent()).toBe('2 selected')
    const writes: string[] = []
    // reports are read by POST, and anew when others write
    const isWrite = (request: Request) => request.method() === 'POST' && !request.url().includes('/report/')
    visit.page.on('request', (request) => isWrite(request) && writes.push(request.url()))
    await visit.page.locator('.ag-selection .ag-button--primary').click()
    await expect.poll(() => visit.page.getByRole('alertdialog').locator('h2').textContent()).toContain('2')
    await visit.page.getByRole('button', { name: 'Cancel' }).click()
    await visit.page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(writes).toEqual([])
    await expect.poll(() => visit.page.locator('.ag-selection__count').textContent()).toBe('2 selected')
  })
  it('shows rows as cards on a phone, and nothing scrolls sideways', async () => {
    visit = await openPage({ as: 'organiser', width: 360, path: MANAGEMENT })
    await visit.page.waitForSelector('.ag-table-cards > li')
    await expect.poll(() => visit.page.locator('main table').count()).toBe(0)
    await expect.poll(() => visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
  it('offers the fields of the form as columns and filters', async () => {
    visit = await openPage({ as: 'organiser', path: MANAGEMENT })
    const { page } = visit
    await page.getByRole('button', { name: '列设置' }).click()
    await page.getByRole('dialog').getByLabel('赛区', { exact: true }).check()
    await page.getByRole('button', { name: '完成' }).click()
    await page.getByRole('button', { name: '更多筛选' }).click()
    await page.getByRole('menuitemcheckbox', { name: '赛区', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('search').getByRole('group', { name: '赛区' }).waitFor()
    await expect.poll(() => visit.page.locator('thead').getByText('赛区', { exact: true }).count()).toBe(1)
  })
})

describe('the live search of a table', () => {
  it('[SEARCH-7] owns its text: a space before a pause stays, and nothing is asked while a composition runs', async () => {
    visit = await openPage({ as: 'organiser', path: MANAGEMENT })
    const { page } = visit
    const box = page.getByRole('searchbox').first()
    const asked: string[] = []
    page.on('request', (request) => {
      const words = `${request.url()} ${request.postData() ?? ''}`
      const search = /[?&]search=([^& ]*)/.exec(words)?.[1] ?? /"search":"([^"]*)"/.exec(words)?.[1]
      const text = search && decodeURIComponent(search.replaceAll('+', ' '))
      // a list that is live asks for the same again
      if (text && text !== asked.at(-1)) asked.push(text)
    })
    await box.pressSequentially('Ada ')
    await expect.poll(() => asked).toEqual(['Ada'])
    await visit.settled()
    await box.pressSequentially('Example')
    await expect.poll(() => asked).toEqual(['Ada', 'Ada Example'])
    expect(await box.inputValue()).toBe('Ada Example')
    await visit.settled()

    await box.fill('')
    await visit.settled()
    const keys = await page.context().newCDPSession(page)
    // longer than any pause after which a box asks: timers of one page end in their order
    const pause = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
    for (const text of ['w', 'wang']) {
      await keys.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      await pause()
      expect(await box.inputValue()).toBe(text)
    }
    await keys.send('Input.insertText', { text: '王' })
    await expect.poll(() => asked).toEqual(['Ada', 'Ada Example', '王'])
    expect(await box.inputValue()).toBe('王')
    await keys.detach()
  })
})
