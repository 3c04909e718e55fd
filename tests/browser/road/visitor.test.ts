import { buffer } from 'node:stream/consumers'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'

const PHONE = 360
/** Titles of the tabs in both languages, by address. */
const TABS: [string, string, string][] = [
  ['/details', '竞赛介绍', 'About'],
  ['/details/entryGuide', '参赛指南', 'Entry guide'],
  ['/details/Points', '赛项', 'Events'],
  ['/details/player', '参赛选手', 'Entrants'],
  ['/details/team', '参赛团队', 'Teams'],
  ['/details/dynamicState', '竞赛动态', 'News'],
  ['/details/rankingList', '排行榜', 'Ranking'],
  ['/details/worksShow', '作品展示', 'Works'],
  ['/details/questions', '问与答', 'Questions'],
]
const strip = (page: Page) => page.locator('.ag-tabs__strip a')
/** Pages that the organiser added stand behind them. */
const firstTabs = async (page: Page, count: number) => (await strip(page).allTextContents()).slice(0, count)
/** Tabs with something to show, and those without: other tests write guides and rankings meanwhile. */
async function tabsOf(competition: string | null): Promise<{ full: typeof TABS; empty: typeof TABS }> {
  const reply = await fetch(`${inject('serverUrl')}/api/web/competition/${competition}/tab/control`)
  const { data } = (await reply.json()) as { data: { tabs: { id: string; empty: boolean }[] } }
  const isEmpty = ([path]: (typeof TABS)[number]) => data.tabs.some(({ id, empty }) => empty && path === `/details/${id}`)
  return { full: TABS.filter((tab) => !isEmpty(tab)), empty: TABS.filter(isEmpty) }
}
const open = (page: Page) => page.locator('.ag-tabs__strip a[aria-current="page"]')
const bytesOf = async (download: Download) => buffer(await download.createReadStream())
/** Works or people in the open tab. */
const found = (page: Page) => page.locator('.ag-tabs__panel .ag-cards > li')

describe('a visitor on a phone', () => {
  let visit: OpenPage
  let page: Page
  let address: string
  beforeAll(async () => {
    visit = await openPage({ lang: 'zh', width: PHONE, path: '/competition' })
    page = visit.page
  })
  afterAll(() => visit?.close())

  it('finds a competition by a word and filters, which stand in the address, and clears them again', async () => {
    await page.getByRole('searchbox').first().fill('再生')
    await page.getByRole('searchbox').first().press('Enter')
    await page.waitForURL('**/competition?*search=*')
    // other tests publish competitions meanwhile: how many there are says nothing
    await page.getByText(/^共 \d+ 项竞赛$/).waitFor()
    await page.getByRole('heading', { name: '校园数据分析挑战' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: '青年设计双年赛' }).first().waitFor()
    await page.goto('/competition?search=再生&state=3')
    await page.getByText('没有符合条件的竞赛').waitFor()
    await page.locator('.ag-empty').getByRole('button', { name: '清除筛选' }).click()
    await page.waitForURL(/\/competition$/)
    await page.getByText(/^共 \d+ 项竞赛$/).waitFor()
    await page.getByRole('button', { name: '筛选' }).click()
    const drawer = page.getByRole('dialog', { name: '筛选' })
    await drawer.getByRole('button', { name: '已结束' }).click()
    await page.waitForURL('**/competition?state=3')
    await drawer.getByRole('button', { name: '查看结果' }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: '校园数据分析挑战' }).waitFor()
    await page.getByRole('heading', { name: '青年设计双年赛' }).first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '移除筛选：状态 已结束' }).click()
    await page.getByRole('heading', { name: '青年设计双年赛' }).first().waitFor()
    await openPath(page, '/competition?sort=signupEnd')
    await expect.poll(() => page.locator('.ag-cards .ag-card__title').first().textContent()).toBe('开放硬件黑客马拉松')
    await page.locator('.ag-cards').getByRole('link', { name: '青年设计双年赛' }).first().click()
    await page.waitForURL('**/details?competitionId=*')
    address = new URL(page.url()).search
  })

  it('comes from an address of an earlier version to the page of its tab', async () => {
    await page.goto(`/details${address}&tab=events`)
    await page.waitForURL(`**/details/Points${address}`)
    await openPath(page, `/details${address}`)
  })

  it('reads every tab at its own address in both languages, and goes back through them', async () => {
    const { full, empty } = await tabsOf(new URLSearchParams(address).get('competitionId'))
    expect(empty.map(([path]) => path)).toContain('/details/team')
    await expect.poll(() => firstTabs(page, full.length)).toEqual(full.map(([, zh]) => expect.stringContaining(zh)))
    for (const [path, zh] of full) {
      await strip(page).filter({ hasText: zh }).first().click()
      await page.waitForURL(`**${path}${address}`)
      await expect.poll(() => open(page).textContent()).toContain(zh)
    }
    await strip(page).nth(full.length).click()
    await page.waitForURL(/\/details\/\d+\?competitionId=/)
    await page.locator('.ag-tabs__panel .ag-section__title').waitFor()
    await page.goBack()
    await expect.poll(() => open(page).textContent()).toContain('问与答')
    await page.goBack()
    await expect.poll(() => open(page).textContent()).toContain('作品展示')
    for (const [path, zh] of empty) {
      await openPath(page, path + address)
      await expect.poll(() => open(page).textContent()).toContain(zh)
    }
    await expect.poll(() => page.title()).toContain('青年设计双年赛')
    const english = await openPage({ lang: 'en', width: PHONE, path: `/molbileDetails${address}` })
    await expect.poll(() => firstTabs(english.page, full.length)).toEqual(full.map(([, , en]) => expect.stringContaining(en)))
    for (const [path, , en] of full) {
      await strip(english.page).filter({ hasText: en }).first().click()
      await english.page.waitForURL(`**${path.replace('/details', '/molbileDetails')}${address}`)
      await expect.poll(() => open(english.page).textContent()).toContain(en)
    }
    await expect.poll(() => english.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE)
    expect(english.problems).toEqual([])
    await english.close()
  })

  it('looks at a player and a work, and finds the way back; works for phones stand without header and footer', async () => {
    await openPath(page, `/details/player${address}`)
    const name = await found(page).first().locator('.ag-card__title').textContent()
    await found(page).first().getByRole('link').click()
    await page.waitForURL('**/details/player/*')
    await page.getByRole('heading', { level: 1, name: name ?? '' }).waitFor()
    await page.getByRole('button', { name: '全部选手' }).click()
    await page.waitForURL('**/details/player?*')
    await openPath(page, `/details/mobileWork${address}`)
    await expect.poll(() => page.locator('header.ag-header, footer').count()).toBe(0)
    const title = await page.locator('.ag-cards .ag-card__title').first().textContent()
    await page.locator('.ag-cards').getByRole('link').first().click()
    await page.waitForURL('**/details/worksShow/*/*')
    await page.getByRole('heading', { level: 1, name: title ?? '' }).waitFor()
  })

  it('saves the dates as a calendar file and makes a picture to pass on', async () => {
    await openPath(page, `/details${address}`)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '加入日历' }).click()])
    expect(download.suggestedFilename()).toBe('青年设计双年赛.ics')
    expect((await bytesOf(download)).toString()).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
    await page.getByRole('button', { name: '分享' }).click()
    const picture = page.getByRole('dialog').getByRole('img')
    await picture.waitFor()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([900, 1200])
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: '保存图片' }).click()])
    expect((await bytesOf(saved)).subarray(1, 4).toString()).toBe('PNG')
    await page.keyboard.press('Escape')
  })

  it('is told that an unknown competition does not exist', async () => {
    expect((await page.goto('/details?competitionId=999999'))?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: '页面不存在' }).waitFor()
    // the browser counts the status itself among its errors
    expect(visit.problems.filter((line) => !line.includes('404'))).toEqual([])
  })
})

describe('an editor of a competition', () => {
  it('[PREVIEW-1] looks at its page as a visitor at another date, by the date field of the product and in their own time zone, tab by tab, and leaves the preview', async () => {
    const visit = await openPage({ as: 'organiser 2', path: '/details?competitionId=3' })
    const { page } = visit
    await page.getByRole('button', { name: '预览任意日期' }).click()
    await page.waitForURL('**/details?competitionId=3&previewAt=*')
    const bar = page.getByRole('region', { name: '以访客身份预览' })
    await bar.getByRole('group', { name: '预览时间' }).getByText('中国标准时间').waitFor()
    await bar.getByLabel('预览时间：日期').fill('2020-01-01')
    await bar.getByLabel('预览时间：时间').fill('08:00')
    await page.waitForURL('**previewAt=2020-01-01T00*')
    await page.getByRole('button', { name: '报名未开始' }).first().waitFor()
    await strip(page).filter({ hasText: '赛项' }).click()
    await page.waitForURL('**/details/Points?competitionId=3&previewAt=20*')
    await bar.getByRole('button', { name: '退出预览' }).click()
    await page.waitForURL('**/details/Points?competitionId=3')
    await bar.waitFor({ state: 'detached' })
    expect(visit.problems).toEqual([])
    await visit.close()
  })
})
