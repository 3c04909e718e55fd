/** Results of a sign-up form: questions, a filter, a cross table with its shares, in Chinese at a desk and in English on a phone. */
import { afterEach, describe, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, settled } from '../../harness/openPage.ts'

let visit: OpenPage
afterEach(() => visit.close())

const RESULTS = '/admin/regManagement?competitionId=2&view=answers'
const shots = process.env.SHOTS

describe('results of a form', () => {
  it('show each question, narrow to those who chose something, and cross two questions', async () => {
    visit = await openPage({ as: 'organiser', path: RESULTS })
    const { page, problems } = visit
    const cards = page.locator('.ag-results__questions > li')
    await cards.first().waitFor()
    if (shots) await page.screenshot({ path: `${shots}/questions-zh-1440.png`, fullPage: true })
    const submitted = page.locator('.ag-stat', { hasText: '已提交' }).locator('.ag-stat__value')
    const all = Number(await submitted.innerText())
    expect(all).toBeGreaterThan(0)

    const question = page.getByLabel('只看选了某项的人')
    await question.selectOption({ index: 1 })
    const answer = page.locator('.ag-results__filters .ag-filter').nth(1).locator('select')
    await answer.selectOption({ index: 1 })
    const counted = page.locator('.ag-stat', { hasText: '符合筛选' }).locator('.ag-stat__value')
    await expect.poll(async () => Number(await counted.innerText())).toBeLessThanOrEqual(all)
    await page.getByRole('button', { name: '清除筛选' }).click()
    await counted.waitFor({ state: 'detached' })

    await page.getByRole('tab', { name: '交叉分析' }).click()
    const table = page.locator('.ag-cross')
    await table.waitFor()
    await page.getByLabel('显示').selectOption('count')
    await expect
      .poll(async () => {
        const lines = await table
          .locator('tbody tr')
          .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))))
        return lines.length > 0 && lines.every((cells) => cells.at(-1)! <= all)
      })
      .toBe(true)
    if (shots) await page.screenshot({ path: `${shots}/cross-zh-1440.png`, fullPage: true })
    await page.getByRole('tab', { name: '回收情况' }).click()
    await page.locator('.ag-chart').first().waitFor()
    if (shots) await page.screenshot({ path: `${shots}/course-zh-1440.png`, fullPage: true })
    expect(await seriousProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })

  it('fit a phone, in English, with a table for each chart', async () => {
    visit = await openPage({ as: 'organiser', lang: 'en', width: 360, path: RESULTS })
    const { page, problems } = visit
    await page.locator('.ag-results__questions > li').first().waitFor()
    await settled(page)
    if (shots) await page.screenshot({ path: `${shots}/questions-en-360.png`, fullPage: true })
    await page.locator('.ag-results__questions').getByRole('button', { name: 'Show as table' }).first().click()
    await page.locator('.ag-results__questions .ag-simple-table').first().waitFor()
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('tab', { name: 'Cross table' }).click()
    await page.locator('.ag-cross, .ag-results__cross .ag-chart').first().waitFor()
    if (shots) await page.screenshot({ path: `${shots}/cross-en-360.png`, fullPage: true })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(problems).toEqual([])
  })
})
