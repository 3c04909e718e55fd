/** The finder: Ctrl K over pages, competitions and people that the person may reach. */
import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage } from '../../harness/openPage.ts'

let visit: OpenPage
afterEach(() => visit.close())

const box = (page: Page) => page.getByRole('combobox', { name: /^Find|^查找/ })
const list = (page: Page) => page.getByRole('dialog').getByRole('listbox')
const options = (page: Page) => list(page).getByRole('option').allInnerTexts()
const found = async (page: Page) => (await options(page)).map((text) => text.split('\n')[0])

async function find(page: Page, text: string): Promise<void> {
  if (!(await box(page).isVisible())) await page.keyboard.press('Control+k')
  await box(page).fill(text)
}

it('[FIND-1] opens by Ctrl K, finds entries by words of either language, and Enter goes to the chosen one', async () => {
  visit = await openPage({ lang: 'en', as: 'organiser', path: '/admin/regManagement?competitionId=1' })
  const { page, problems } = visit
  await find(page, 'certif')
  await expect.poll(() => found(page)).toContain('Certificates')
  await find(page, '证书')
  await expect.poll(() => found(page)).toContain('Certificates')
  expect(await seriousProblems(page)).toEqual([])
  await box(page).press('Enter')
  await expect.poll(() => page.url()).toContain('competitionId=1')
  await expect.poll(() => box(page).count()).toBe(0)
  expect(problems).toEqual([])
})

it('[FIND-2] finds Chinese entries by pinyin and by its initials', async () => {
  visit = await openPage({ lang: 'zh', as: 'organiser', path: '/admin/regManagement?competitionId=1' })
  for (const typed of ['zhengshuguanli', 'zsgl']) {
    await find(visit.page, typed)
    await expect.poll(() => found(visit.page)).toContain('证书管理')
  }
})

it('[FIND-3] finds competitions and, in one, its registrations; what was open last is offered first', async () => {
  visit = await openPage({ lang: 'zh', as: 'organiser', path: '/admin/regManagement?competitionId=1' })
  const { page } = visit
  await find(page, '奇点')
  await expect.poll(() => found(page)).toContain('奇点建模队')
  await find(page, '设计双年赛')
  await expect.poll(() => found(page)).toEqual(['青年设计双年赛'])
  await list(page).getByRole('option').first().click()
  await page.getByRole('main').getByText('青年设计双年赛').first().waitFor()
  await page.keyboard.press('Control+k')
  await expect.poll(() => found(page)).toEqual(['青年设计双年赛', '全国大学生数学建模挑战赛'])
})

it('[FIND-4] finds nothing that the person may not reach', async () => {
  visit = await openPage({ lang: 'zh', as: 'polytechnic organiser', path: '/admin' })
  const { page } = visit
  for (const typed of ['设计双年赛', '安全事件', '奇点']) {
    await find(page, typed)
    await page.getByText('没有找到').waitFor()
    expect(await options(page)).toEqual([])
  }
})

it('[FIND-5] fits a phone, where a button opens it', async () => {
  visit = await openPage({ lang: 'en', width: 360, as: 'organiser', path: '/admin' })
  const { page } = visit
  await page.getByRole('button', { name: 'Find' }).click()
  await box(page).fill('registrations')
  await expect.poll(() => found(page)).toContain('Registrations')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
