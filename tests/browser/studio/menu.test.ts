/** A menu is put in order by staff who do not program. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { openPage } from '../../harness/openPage.ts'
import { callAs } from './callAs.ts'

const MENU = 'shell.header'

/** Names of the entries from top to bottom, those of a group indented. */
const entries = (page: Page) =>
  page
    .getByRole('treeitem')
    .evaluateAll((rows) => rows.slice(1).map((row) => `${'- '.repeat(Number(row.ariaLevel) - 2)}${row.firstChild?.textContent?.trim()}`))
const entry = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) })

it('[MENU-2] its entries are moved by keys, buttons and dragging, pages are added by title, and the draft is saved', async () => {
  const visit = await openPage({ as: 'administrator', path: `/admin/screens/menu/${MENU}` })
  const { page, problems } = visit
  try {
    await entry(page, '帮助中心').click()
    expect(await entries(page)).toEqual(['首页', '竞赛中心', '案例体验', '帮助中心'])
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => entries(page)).toEqual(['首页', '竞赛中心', '帮助中心', '案例体验'])
    await page.keyboard.press('Alt+ArrowRight')
    await expect.poll(() => entries(page)).toEqual(['首页', '竞赛中心', '- 帮助中心', '案例体验'])
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('帮助中心')
    await page.getByRole('button', { name: '移出分组' }).click()
    await expect.poll(() => entries(page)).toEqual(['首页', '竞赛中心', '帮助中心', '案例体验'])
    expect(await page.getByRole('button', { name: '移出分组' }).isDisabled()).toBe(true)

    await entry(page, '首页').dragTo(entry(page, '案例体验'), { targetPosition: { x: 30, y: 2 } })
    await expect.poll(() => entries(page)).toEqual(['竞赛中心', '帮助中心', '首页', '案例体验'])
    await entry(page, '案例体验').dragTo(entry(page, '首页'))
    await expect.poll(() => entries(page)).toEqual(['竞赛中心', '帮助中心', '首页', '- 案例体验'])
    await page.keyboard.press('Control+z')
    await expect.poll(() => entries(page)).toEqual(['竞赛中心', '帮助中心', '首页', '案例体验'])
    // the row that had the focus is another one now
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treeitem')

    await entry(page, '竞赛中心').click()
    await page.getByRole('button', { name: '添加页面' }).click()
    const drawer = page.getByRole('dialog', { name: '添加页面' })
    await drawer.getByRole('searchbox').fill('/privacy')
    const found = drawer.locator('li button').first()
    const title = await found.locator('strong').innerText()
    await found.click()
    await expect.poll(() => entries(page)).toEqual(['竞赛中心', title, '帮助中心', '首页', '案例体验'])
    await page.getByText('草稿已保存，尚未发布').waitFor()
    expect(await seriousProblems(page)).toEqual([])

    await page.reload()
    await expect.poll(() => entries(page)).toEqual(['竞赛中心', title, '帮助中心', '首页', '案例体验'])
    await entry(page, title).click()
    await page.keyboard.press('Delete')
    await expect.poll(() => entries(page)).toEqual(['竞赛中心', '帮助中心', '首页', '案例体验'])
    await page.getByText('草稿已保存，尚未发布').waitFor()
    expect(problems).toEqual([])
  } finally {
    await callAs(page, `/api/platform/document/menu/${MENU}/discard`, {})
    await visit.close()
  }
})

it('[MENU-3] on a phone the entry and its properties stand below each other, and buttons move it', async () => {
  const visit = await openPage({ as: 'administrator', path: `/admin/screens/menu/${MENU}`, width: 360, lang: 'en' })
  const { page } = visit
  try {
    await entry(page, 'Help centre').click()
    await page.getByRole('button', { name: 'Move up', exact: true }).click()
    await expect.poll(() => entries(page)).toEqual(['Home', 'Competitions', 'Help centre', 'Showcase'])
    await page.getByText('Moved', { exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(await seriousProblems(page)).toEqual([])
  } finally {
    await callAs(page, `/api/platform/document/menu/${MENU}/discard`, {})
    await visit.close()
  }
})
