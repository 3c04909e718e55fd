/** Tables: filters of every declared type, saved views, columns, selection. */
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath, settled } from '../../harness/openPage.ts'

let visit: OpenPage
afterEach(() => visit.close())

const MODELLING = '/admin/regManagement?competitionId=1'
const DESIGN = '/admin/regManagement?competitionId=2'

const total = async (page: Page) => Number((await page.locator('.ag-table-toolbar__total').innerText()).replace(/\D/g, ''))
const chips = (page: Page) => page.locator('.ag-chip__text').allInnerTexts()
const address = (page: Page) => new URL(page.url()).searchParams

/** Of a menu that may have closed: then it is opened again. */
const SOON = { timeout: 2000 }

async function askFor(page: Page, ...filters: string[]): Promise<void> {
  for (const name of filters) {
    const entry = page.getByRole('menuitemcheckbox', { name, exact: true })
    // a page that is still settling may take the focus at any moment, and the menu closes: what is not checked yet is asked for again
    const ask = async () => {
      if ((await entry.count()) === 0) await page.getByRole('button', { name: '更多筛选' }).click()
      if ((await entry.getAttribute('aria-checked', SOON)) !== 'true') await entry.click(SOON)
      return entry.getAttribute('aria-checked', SOON)
    }
    await expect.poll(() => ask().catch(() => 'closed')).toBe('true')
  }
  await page.keyboard.press('Escape')
}

describe('filters of a table', () => {
  it('take a region and a span of days of the form, stand in the address, survive a reload, and go away one by one', async () => {
    visit = await openPage({ as: 'organiser', path: DESIGN })
    const { page, problems } = visit
    const all = await total(page)
    await askFor(page, '所在地区', '出生日期')
    const region = page.getByRole('group', { name: '所在地区' }).locator('select')
    await region.first().selectOption({ index: 1 })
    await region.nth(1).waitFor()
    await expect.poll(() => chips(page)).toHaveLength(1)
    await page.getByLabel('出生日期，起').fill('1990-01-01')
    await expect.poll(() => chips(page)).toHaveLength(2)
    await page.getByLabel('出生日期，止').fill('2100-01-01')
    await expect.poll(() => address(page).get('registrations.answers.birthDate')).toBe('1990-01-01..2100-01-01')
    await settled(page)
    const some = await total(page)
    expect(some).toBeLessThan(all)

    await page.reload()
    await settled(page)
    await expect.poll(() => total(page)).toBe(some)
    await expect.poll(() => address(page).get('registrations.answers.birthDate')).toBe('1990-01-01..2100-01-01')
    await page.getByRole('button', { name: /^移除筛选：所在地区/ }).click()
    await expect.poll(() => chips(page)).toEqual(['出生日期：1990-01-01 – 2100-01-01'])
    await page.locator('.ag-chips').getByRole('button', { name: '清除筛选' }).click()
    await expect.poll(() => total(page)).toBe(all)
    await expect.poll(() => [...address(page).keys()]).toEqual(['competitionId'])
    expect(problems).toEqual([])
  })

  it('stand in a drawer on a phone, with the order of the cards', async () => {
    visit = await openPage({ as: 'organiser', width: 360, path: MODELLING })
    const { page } = visit
    const all = await total(page)
    await page.getByRole('button', { name: '筛选' }).click()
    const drawer = page.getByRole('dialog', { name: '筛选' })
    await drawer.getByLabel('状态', { exact: true }).selectOption({ label: '参赛资格已中止' })
    await drawer.getByLabel('排序').selectOption({ label: '提交时间：升序' })
    await drawer.getByRole('button', { name: '查看结果' }).click()
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => total(page)).toBeLessThan(all)
    await expect.poll(() => chips(page)).toEqual(['状态：参赛资格已中止'])
    await expect.poll(() => address(page).get('registrations.sort')).toBe('submittedAt')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

describe('a table on a slow line', () => {
  /** Holds the replies to some requests until it is called. */
  async function hold(page: Page, address: string): Promise<() => Promise<void>> {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(address, async (route) => {
      await held
      await route.continue()
    })
    return async () => {
      release()
      await page.unrouteAll({ behavior: 'wait' })
    }
  }

  it('keeps both of two filters set at once; shows words and no ids while options come; a menu stays open when a page arrives behind it', async () => {
    visit = await openPage({ lang: 'en', as: 'administrator', path: MODELLING })
    const { page } = visit
    const events = page.getByLabel('Event', { exact: true })
    await events.locator('option').nth(1).waitFor({ state: 'attached' })
    await page.evaluate(() => {
      for (const label of document.querySelectorAll<HTMLLabelElement>('.ag-filter label')) {
        if (!(label.control instanceof HTMLSelectElement)) continue
        label.control.selectedIndex = 1
        label.control.dispatchEvent(new Event('change', { bubbles: true }))
      }
    })
    await expect
      .poll(() => [...address(page).keys()].toSorted())
      .toEqual(expect.arrayContaining(['competitionId', 'registrations.eventId', 'registrations.status']))

    const answerOptions = await hold(page, '**/api/web/competition/myCompetition**')
    await page.goto('/admin/experts?experts.competitionId=1')
    const competition = page.getByRole('combobox', { name: 'Competition' })
    await competition.and(page.getByPlaceholder('Loading options…')).waitFor()
    await expect.poll(() => competition.inputValue()).toBe('')
    await expect.poll(() => chips(page)).toEqual(['Competition: …'])
    await answerOptions()
    await expect.poll(() => competition.inputValue()).toMatch(/Modelling/)
    await expect.poll(() => chips(page)).toEqual([expect.stringMatching(/^Competition: .*Modelling/)])

    const answerPage = await hold(page, '**/api/platform/page/account.roles**')
    await page.getByRole('navigation').getByRole('link', { name: 'Roles', exact: true }).click()
    await page.locator('.ag-avatar').click()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    await answerPage()
    await page.getByRole('main').getByRole('heading', { level: 1, name: 'Roles' }).waitFor()
    await settled(page)
    await expect.poll(() => menu.count()).toBe(1)
  })
})

describe('views of a table', () => {
  it('keep filters, columns and order under a name, open the table when they are the default, and can be renamed and deleted', async () => {
    visit = await openPage({ lang: 'en', as: 'administrator', path: MODELLING })
    const { page, problems } = visit
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Suspended' })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('dialog').getByLabel('Reviewer', { exact: true }).check()
    for (let times = 0; times < 6; times += 1) await page.getByRole('button', { name: 'Move “Reviewer” up' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    const headings = async () => (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
    await expect.poll(headings).toContain('Reviewer')
    const columns = await headings()
    await page.getByRole('button', { name: 'View: All rows' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByLabel('View name').fill('Suspended ones')
    await page.getByLabel('Use by default when this table opens').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'View: Suspended ones' }).waitFor()

    // another device: nothing is remembered in the browser
    await visit.close()
    visit = await openPage({ lang: 'en', as: 'administrator', path: MODELLING })
    const { page: second } = visit
    await second.getByRole('button', { name: 'View: Suspended ones' }).waitFor()
    await settled(second)
    await expect.poll(() => chips(second)).toEqual(['Status: Suspended'])
    await expect
      .poll(async () => (await second.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean))
      .toEqual(columns)

    await second.getByRole('button', { name: 'View: Suspended ones' }).click()
    await second.getByRole('menuitem', { name: 'Manage views' }).click()
    await second.getByRole('button', { name: 'Edit view “Suspended ones”' }).click()
    await second.getByLabel('View name').fill('Out')
    await second.getByRole('button', { name: 'Save', exact: true }).click()
    await second.getByRole('button', { name: 'Delete view “Out”' }).click()
    await second.getByRole('button', { name: 'Delete view “Out”' }).click()
    await second.getByText('No saved views yet').waitFor()
    await second.keyboard.press('Escape')
    await second.getByRole('button', { name: 'View: All rows' }).waitFor()
    await openPath(second, MODELLING)
    await expect.poll(() => chips(second)).toEqual([])
    expect([...problems, ...visit.problems]).toEqual([])
  })
})

describe('chosen rows', () => {
  it('stay chosen while pages are turned, and it is said how many stand elsewhere', async () => {
    visit = await openPage({ lang: 'en', as: 'organiser', path: MODELLING })
    const { page } = visit
    const boxes = page.locator('tbody input[type="checkbox"]')
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await page.getByText('2 selected: 0 on this page, 2 on others').waitFor()
    await settled(page)
    await boxes.nth(0).check()
    await page.getByText('3 selected: 1 on this page, 2 on others').waitFor()
    await expect.poll(() => address(page).get('registrations.page')).toBe('2')
  })

  it('[TABLE-RANGE] are a range from the one chosen before with Shift held, on their boxes and on the rows', async () => {
    visit = await openPage({ lang: 'en', as: 'organiser', path: MODELLING })
    const { page } = visit
    const boxes = page.locator('tbody input[type="checkbox"]')
    await boxes.nth(1).click()
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    await page
      .locator('tbody tr')
      .nth(6)
      .locator('td')
      .nth(3)
      .click({ modifiers: ['Shift'] })
    await page.getByText('6 selected').waitFor()
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    await page.getByText('1 selected').waitFor()
  })
})

describe('a table without room', () => {
  it('[TABLE-ROOM] puts the actions of rows into a menu, so that no column lies under them, and spells them out where there is room', async () => {
    visit = await openPage({ lang: 'en', as: 'organiser', path: '/admin/list' })
    const { page } = visit
    const scroll = page.locator('.ag-table-scroll')
    const hidden = () => scroll.evaluate((box) => box.scrollWidth - box.clientWidth)
    const row = page.locator('tbody tr').first()
    expect(await hidden()).toBe(0)
    expect((await row.getByRole('button').allInnerTexts()).at(-1)).toBe('')
    await row.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Registrations' }).waitFor()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1680, height: 900 })
    await row.getByText('Registrations', { exact: true }).waitFor()
    expect(await hidden()).toBe(0)
  })
})

describe('figures above a table', () => {
  it('[TABLE-FIGURE] filter it, say which of them does, and leave other filters', async () => {
    visit = await openPage({ lang: 'en', as: 'organiser', path: `${MODELLING}&view=figures&registrations.search=大学` })
    const { page } = visit
    const figure = (name: string) => page.getByRole('button', { name, exact: true })
    expect(await figure('All registrations').getAttribute('aria-pressed')).toBe('true')
    await figure('Under review').click()
    await expect.poll(() => chips(page)).toContain('Status: Under review')
    expect(await figure('Under review').getAttribute('aria-pressed')).toBe('true')
    expect(await figure('All registrations').getAttribute('aria-pressed')).toBe('false')
    expect(Object.fromEntries(address(page))).toMatchObject({ view: 'list', 'registrations.status': '2', 'registrations.search': '大学' })
    await figure('All registrations').click()
    await expect.poll(() => chips(page)).not.toContain('Status: Under review')
    await page.goBack()
    await expect.poll(() => figure('Under review').getAttribute('aria-pressed')).toBe('true')
  })
})

describe('what an action of a row says', () => {
  it('[SHELL-TOAST] stays on the page that the action leads to', async () => {
    visit = await openPage({ lang: 'en', as: 'organiser', path: '/admin/collectionlist' })
    const { page } = visit
    const row = page.locator('tbody tr').first()
    await row.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy' }).click()
    await page.waitForURL(/collectionlist\/\d+$/)
    await page.locator('.ag-toast', { hasText: 'Copied' }).waitFor()
  })
})

describe('a table on a phone', () => {
  it('[TABLE-PHONE] offers no density, and columns only where some are not shown', async () => {
    visit = await openPage({ lang: 'en', as: 'participant', width: 360, path: '/personalCenter/mymsg' })
    const { page } = visit
    await page.getByRole('button', { name: 'Refresh' }).waitFor()
    expect(await page.getByRole('button', { name: /Columns|Density/ }).count()).toBe(0)
  })
})
