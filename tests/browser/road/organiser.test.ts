import { buffer } from 'node:stream/consumers'
import ExcelJS from 'exceljs'
import type { Download, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath, settled } from '../../harness/openPage.ts'
import { competitionId } from './person.ts'

/** "Year of study", asked by the form of the modelling challenge. */
const FORM_FIELD = '年级'

let visit: OpenPage | undefined
afterEach(() => visit?.close())

describe('the road of an organiser', () => {
  it('approves a registration, sends one back with a reason, and finds both in its history', async () => {
    visit = await openPage({ lang: 'en', as: 'organiser', path: await registrations() })
    const { page, problems } = visit
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Under review' })
    await settled(page)
    const waiting = page.getByRole('row').filter({ hasText: 'Under review' })

    const first = (await waiting.first().getByRole('cell').nth(1).innerText()).trim()
    await waiting.first().getByRole('cell').nth(2).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Approve', exact: true }).click()
    await drawer.getByText('Registered', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: first }).waitFor({ state: 'detached' })

    await waiting.first().getByRole('cell').nth(2).click()
    await drawer.getByRole('button', { name: 'Send back' }).click()
    const question = page.getByRole('dialog').last()
    await question.getByRole('button', { name: 'Send back' }).click()
    await question.getByText('This is required').first().waitFor()
    await question.getByLabel(/Reason/).fill('The student card of member 2 is not legible.')
    await question.getByRole('button', { name: 'Send back' }).click()
    await drawer.getByText('The student card of member 2 is not legible.').first().waitFor()
    await drawer.getByRole('tab', { name: 'Activity' }).click()
    await drawer.getByRole('tabpanel').getByText('The student card of member 2 is not legible.').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })

    // what was done to the chosen rows is done: they are chosen no longer
    await waiting.first().getByRole('checkbox').check()
    const chosen = page.getByRole('status').filter({ hasText: 'selected' })
    await chosen.getByRole('button', { name: 'Approve selected', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
    await page.getByText('1 approved, 0 skipped').waitFor()
    await chosen.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('[WALK-1] goes from registration to registration by keyboard, also after one has left the list, and keeps a note', async () => {
    visit = await openPage({ lang: 'en', as: 'organiser', path: await registrations() })
    const { page, problems } = visit
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Under review' })
    const rows = page.locator('tbody tr')
    await expect.poll(async () => (await rows.filter({ hasNotText: 'Under review' }).count()) === 0 && (await rows.count()) > 2).toBe(true)
    await settled(page)
    const numbers = await page.locator('tbody tr td:nth-child(2)').allInnerTexts()
    expect(numbers.length).toBeGreaterThan(2)
    const drawer = page.getByRole('dialog')
    const shows = (at: number) => drawer.getByRole('heading', { name: `Registration ${numbers[at]!.trim()}`, exact: true }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Under review' }).first().getByRole('cell').nth(2).click()
    await shows(0)
    await page.keyboard.press('j')
    await shows(1)
    await page.keyboard.press('k')
    await shows(0)
    await drawer.getByRole('button', { name: 'Previous', exact: true }).and(page.locator('[aria-disabled=true], :disabled')).waitFor()
    await drawer.getByRole('button', { name: 'Approve', exact: true }).click()
    await drawer.getByText('Registered', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await shows(1)
    await drawer.getByRole('tab', { name: 'Notes' }).click()
    await drawer.getByRole('button', { name: 'Add a note' }).click()
    const form = page.getByRole('dialog').last()
    await form.getByLabel(/Note/).fill('jk: called the school')
    await form.getByRole('button', { name: 'Add a note', exact: true }).click()
    await drawer.getByText('jk: called the school').waitFor()
    await shows(1)
    expect(problems).toEqual([])
  })

  it('[WALK-2] goes on over the pages of the list, says which of all it shows, and leaves out what is not there', async () => {
    visit = await openPage({ lang: 'zh', as: 'organiser', path: await registrations() })
    const { page, problems } = visit
    const all = await countShown(page)
    expect(all).toBeGreaterThan(20)
    const last = page.locator('tbody tr').last()
    const before = (await last.getByRole('cell').nth(1).innerText()).trim()
    await last.getByRole('cell').nth(2).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('heading', { name: `报名 ${before}`, exact: true }).waitFor()
    await drawer.getByText(`第 20 条，共 ${all} 条`, { exact: true }).waitFor()
    expect(
      await drawer
        .locator('dt')
        .filter({ hasText: /^Assigned to$/ })
        .count(),
    ).toBe(0)
    await page.keyboard.press('j')
    await drawer.getByText(`第 21 条，共 ${all} 条`, { exact: true }).waitFor()
    expect(await drawer.getByRole('heading', { name: `报名 ${before}`, exact: true }).count()).toBe(0)
    await drawer.getByRole('button', { name: '上一条', exact: true }).click()
    await drawer.getByText(`第 20 条，共 ${all} 条`, { exact: true }).waitFor()
    await drawer.getByRole('heading', { name: `报名 ${before}`, exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  it('filters by a field of the form and shows the answers at their form version', async () => {
    visit = await openPage({ lang: 'zh', as: 'organiser', path: await registrations() })
    const { page, problems } = visit
    const all = await countShown(page)
    await page.getByRole('button', { name: '列设置' }).click()
    await page.getByRole('dialog').getByLabel(FORM_FIELD, { exact: true }).check()
    await page.getByRole('button', { name: '完成' }).click()
    await page.getByRole('button', { name: '更多筛选' }).click()
    await page.getByRole('menuitemcheckbox', { name: FORM_FIELD, exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('search').getByRole('button', { name: FORM_FIELD }).click()
    const option = page.getByRole('menuitemcheckbox').first()
    const choice = (await option.innerText()).trim()
    await option.click()
    await page.keyboard.press('Escape')
    await expect.poll(() => countShown(page)).toBeLessThan(all)
    await settled(page)
    const column = (await page.getByRole('columnheader').allInnerTexts()).findIndex((title) => title.includes(FORM_FIELD))
    const cells = await page.locator(`tbody tr > :nth-child(${column + 1})`).allInnerTexts()
    expect(new Set(cells.map((cell) => cell.trim()))).toEqual(new Set([choice]))

    await page.getByRole('row').nth(1).getByRole('cell').nth(2).click()
    const answers = page.getByRole('dialog').getByRole('tabpanel')
    await answers.getByText(FORM_FIELD).first().waitFor()
    await answers.getByText(choice).first().waitFor()
    expect(problems).toEqual([])
  })

  it('exports what the filters leave as a workbook, made in the background', async () => {
    visit = await openPage({ lang: 'zh', as: 'organiser', path: await registrations() })
    const { page, problems } = visit
    await page.getByLabel('状态', { exact: true }).selectOption({ label: '参赛资格已中止' })
    await page.waitForFunction(() => {
      const rows = [...document.querySelectorAll('tbody tr')]
      return rows.length > 0 && rows.every((row) => row.textContent?.includes('参赛资格已中止'))
    })
    const shown = await page.getByRole('row').count()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/platform/job/**', async (route) => {
      await held
      await route.continue()
    })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出 Excel' }).click()
    // personal values are masked unless a reason is given
    await page.getByRole('dialog').getByRole('button', { name: '导出', exact: true }).click()
    await page.getByRole('progressbar').waitFor()
    release()
    const file = await download
    await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
    expect(file.suggestedFilename()).toMatch(/^报名名单.*\.xlsx$/)
    const workbook = new ExcelJS.Workbook()
    await workbook.xlsx.load(await bytesOf(file))
    const sheet = workbook.worksheets[0]!
    expect(sheet.getRow(1).getCell(2).text).toBe('参赛者或团队')
    expect(sheet.actualRowCount).toBe(shown)
    expect(problems).toEqual([])
  })

  it('of another organisation sees none of it', async () => {
    visit = await openPage({ lang: 'en', as: 'organiser 2', path: await registrations() })
    await visit.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await expect.poll(() => visit!.page.getByRole('row').count()).toBeLessThanOrEqual(1)
    const id = await competitionId('National Mathematical Modelling Challenge')
    await openPath(visit.page, `/createNewCompetition?competitionId=${id}`)
    await visit.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  })
})

/** The number in "共 110 条". */
async function countShown(page: Page): Promise<number> {
  return Number((await page.getByText(/^共 \d+ 条/).innerText()).replace(/\D/g, ''))
}

async function registrations(): Promise<string> {
  return `/admin/regManagement?competitionId=${await competitionId('National Mathematical Modelling Challenge')}`
}

async function bytesOf(file: Download): Promise<ArrayBuffer> {
  const { buffer: bytes, byteOffset, byteLength } = await buffer(await file.createReadStream())
  return bytes.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}
