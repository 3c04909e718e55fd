/** School data as people see it: an award is reported, checked and approved, and counts; schools beside each other; a report is written, sent back and printed. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { loadPath, settled } from '../harness/openPage.ts'
import { readPdf } from '../harness/readPdf.ts'
import { readWorkbook } from '../harness/readWorkbook.ts'
import { expectSound, visitServer } from '../harness/visitServer.ts'
import { createWorld, serverScope, type World } from '../server/roadWorld.ts'

const YEAR = new Date().getFullYear()
const NAME = '破晓队'
let world: World
const visit = visitServer(async () => {
  world = await createWorld({ template: 'seeded' })
  // the university stands below the organisation that the auditor of the province looks after
  await world.rows(
    `UPDATE organisation_organisation SET "superiorId" = (SELECT "superiorId" FROM organisation_organisation WHERE name ->> 'zh' = '云江理工学院') WHERE name ->> 'zh' = '楚江大学'`,
  )
  await refresh()
  return world
})

function refresh(): Promise<unknown> {
  const scope = serverScope(world, world.server.deps.db)
  return world.server.deps.calls.runHandler('data.refresh', {}, { ...scope, background: true } as never)
}
async function look(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
  await expectSound(page)
}
/** The figure of that name on top of the overview. */
function figure(page: Page, label: string): Locator {
  return page.locator('.ag-stat').filter({ has: page.getByText(label, { exact: true }) })
}
const awards = async (page: Page) => Number(/\d+/.exec((await figure(page, 'Awards').innerText()).replace(',', ''))?.[0])
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

it('[DATA-20] an award is reported by a school, checked by it, approved above, and is in the overview and in the rows behind its figure', async () => {
  const school = await world.signIn('school administrator')
  const { page } = await visit(school, { width: 1440, path: '/admin/schooldatatab' })
  await figure(page, 'Awards').waitFor()
  const before = await awards(page)
  await look(page, 'overview')
  await loadPath(page, '/admin/schoolComCreation')
  await page.getByRole('button', { name: 'Report an award' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Year').selectOption(String(YEAR))
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/award.png` })
  await dialog.getByLabel('Awarded on').fill(`${YEAR}-05-15`)
  await dialog.getByLabel('Competition').fill('International Robot Challenge')
  await dialog.getByLabel('Level').selectOption({ label: 'National' })
  await dialog.getByLabel('Type').selectOption({ label: 'Type A' })
  await dialog.getByLabel(/^Award(?!ed)/).selectOption({ label: 'First prize' })
  await dialog.getByLabel('Person or team').fill(NAME)
  await dialog.getByRole('button', { name: 'Save as draft' }).click()
  await row(page, NAME).waitFor()
  await look(page, 'reported')
  await row(page, NAME).getByRole('button', { name: 'Submit', exact: true }).click()
  await row(page, NAME).getByText('At the school').waitFor()
  // what is over takes no place: its first action is spelled out
  await row(page, NAME).getByRole('button', { name: 'Check for the school', exact: true }).click()
  await row(page, NAME).getByText('At the parent').first().waitFor()

  const { page: above } = await visit(await world.signIn('provincial auditor'), { width: 1440, path: '/admin/dataAudit?view=awards' })
  expect(await above.getByRole('table').getByText('Approved', { exact: true }).count()).toBe(0)
  await row(above, NAME).getByRole('button', { name: 'Approve', exact: true }).click()
  await above.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await row(above, NAME).waitFor({ state: 'detached' })
  await above.getByRole('button', { name: 'Clear filters' }).first().click()
  await row(above, NAME).getByText('Approved', { exact: true }).waitFor()
  await look(above, 'approved')

  await refresh()
  await loadPath(page, '/admin/schooldatatab')
  await page.getByText(/^Figures as of /).waitFor()
  expect(await awards(page)).toBe(before + 1)
  await figure(page, 'Awards').getByRole('link').or(figure(page, 'Awards')).first().click()
  await page.waitForURL('**/seedata**')
  await settled(page)
  await row(page, NAME).waitFor()
  expect(await page.getByText(`${before + 1} in all`, { exact: true }).count()).toBe(1)
  await look(page, 'rows')
})

it('[DATA-21] two schools stand beside each other, also on a phone, and charts have tables', async () => {
  const school = await world.signIn('school administrator')
  const { page } = await visit(school, { width: 1440, lang: 'zh', path: '/admin/benchmarkingFocus' })
  for (const [field, name] of [
    ['学校一', '楚江大学'],
    ['学校二', '云江理工学院'],
    ['学校三', '南屿音乐学院'],
  ] as const) {
    await page.getByRole('combobox', { name: field }).fill(name)
    await page.getByRole('option', { name }).first().click()
  }
  await settled(page)
  const heads = page.locator('figure').getByRole('columnheader')
  await expect.poll(() => heads.allTextContents()).toEqual(['楚江大学', '云江理工学院', '南屿音乐学院'])
  await look(page, 'focus')
  const { page: phone } = await visit(school, { width: 360, lang: 'zh', path: new URL(page.url()).pathname + new URL(page.url()).search })
  await look(phone, 'focus-360')
  await loadPath(phone, '/admin/schooldatatab')
  await phone.getByRole('button', { name: '看表格' }).first().click()
  await phone.getByRole('table').first().waitFor()
  const saved = async (kind: string) => {
    await phone.getByRole('button', { name: '下载', exact: true }).first().click()
    const [file] = await Promise.all([phone.waitForEvent('download'), phone.getByRole('menuitem', { name: kind }).click()])
    return readFile(await file.path())
  }
  const csv = (await saved('表格（CSV）')).toString()
  expect(csv).toMatch(new RegExp(`历年获奖\r\n.*${YEAR},\\d+`, 's'))
  const [sheet] = await readWorkbook(await saved('表格（Excel）'))
  const cells: string[] = []
  sheet!.eachRow(({ values }) =>
    cells.push(
      (values as unknown[])
        .slice(1)
        .map((value) => value ?? '')
        .join(','),
    ),
  )
  expect(cells).toEqual(csv.slice(1).trim().split('\r\n'))
  await look(phone, 'overview-360')
})

it('[DATA-22] a report is prefilled, sent back with a mark, corrected, approved and printed', async () => {
  const writer = await world.signIn('polytechnic organiser')
  const competitionId = await world.competition('云江高校智能车邀请赛')
  const { page } = await visit(writer, { width: 1440, path: `/admin/competitionSummary/summaryForm?competitionId=${competitionId}` })
  await look(page, 'report')
  for (const [label, text] of [
    ['Organisation', '三校联合筹备。'],
    ['Judging and fairness', '现场计时。'],
    ['Outcomes', '学生独立完成整车调试。'],
    ['Problems and improvements', '赛道不足。'],
  ] as const)
    await page.getByRole('textbox', { name: label }).fill(text)
  await page.getByRole('radio', { name: 'No incident' }).check()
  await page.getByRole('button', { name: 'Submit report' }).click()
  await page.waitForURL('**/competitionSummary/details**')
  await settled(page)
  await look(page, 'details')

  const address = new URL(page.url()).pathname + new URL(page.url()).search
  const { page: above } = await visit(await world.signIn('provincial auditor'), { width: 1440, path: address })
  await above.getByRole('button', { name: 'Send back', exact: true }).click()
  const dialog = above.getByRole('dialog')
  await dialog.getByLabel(/^Reason/).fill('Please say what changes next year.')
  await dialog.getByRole('button', { name: /^Add/ }).click()
  await dialog.getByLabel(/^Question/).selectOption({ label: 'Problems and improvements' })
  await dialog.getByLabel(/^What to change/).fill('Name the steps.')
  if (process.env.PICTURES) await above.screenshot({ path: `${process.env.PICTURES}/sendBack.png` })
  await dialog.getByRole('button', { name: 'Send back', exact: true }).click()
  await above.getByText('Please say what changes next year.', { exact: false }).first().waitFor()

  await loadPath(page, address)
  await page.getByText('Name the steps.', { exact: false }).first().waitFor()
  await look(page, 'sentBack')
  await page
    .getByRole('button', { name: 'Write', exact: true })
    .or(page.getByRole('link', { name: 'Write', exact: true }))
    .click()
  await page.waitForURL(`**/summaryForm?**competitionId=${competitionId}**`)
  await settled(page)
  await page.getByRole('textbox', { name: 'Problems and improvements' }).fill('赛道不足，明年增加两条。')
  await page.getByRole('button', { name: 'Submit report' }).click()
  await page.waitForURL('**/competitionSummary/details**')

  await loadPath(above, address)
  await above.getByRole('button', { name: 'Approve', exact: true }).click()
  await above.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.poll(() => above.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
  const { page: phone } = await visit(writer, { width: 360, path: address.replace('/details', '/pdf') })
  await look(phone, 'print-360')
  const [download] = await Promise.all([phone.waitForEvent('download'), phone.getByRole('button', { name: 'Download in English' }).click()])
  const { pages } = await readPdf(await readFile(await download.path()))
  expect(pages.length).toBeGreaterThan(3)
  expect(pages.join('')).toContain('明年增加两条')
})

it('[DATA-27] the map of regions is one stop of the Tab key, is walked by arrows, and marks in its table the row of a chosen tile', async () => {
  const { page } = await visit(await world.signIn('school administrator'), { width: 1440, path: '/admin/competitionArea' })
  const map = page.getByRole('group', { name: 'Awards by province' })
  const table = page.getByRole('table', { name: 'Awards by province' })
  await map.waitFor()
  const stops = map.locator('button[tabindex="0"]')
  expect(await stops.count()).toBe(1)
  // the tile with the most is where it begins, and says what its row says
  const first = table.getByRole('row').nth(1)
  const [name, count] = await Promise.all([first.getByRole('rowheader').innerText(), first.getByRole('cell').last().innerText()])
  expect(await stops.textContent()).toContain(name)
  expect(await stops.textContent()).toContain(count)
  await stops.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => first.getAttribute('aria-current')).toBe('true')
  const focused = () => page.evaluate('document.activeElement.dataset.code')
  await page.keyboard.press('Home')
  expect(await focused()).toBe('23')
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe('22')
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toBe('21')
  await page.keyboard.press('End')
  expect(await focused()).toBe('82')
  expect(await stops.count()).toBe(1)
  await page.keyboard.press('Tab')
  expect(await map.locator(':focus').count()).toBe(0)
  await look(page, 'area')
})

const SCHOOL_PAGES = {
  area: '/admin/competitionArea',
  benchmark: '/admin/competitionBenchmark',
  focus: '/admin/benchmarkingFocus',
  competitions: '/admin/competitionData',
  rows: '/admin/seedata',
  questions: '/admin/dataQuestions',
  creation: '/admin/schoolComCreation',
  years: '/admin/surveyYear',
  style: '/admin/collegeStyle',
  management: '/admin/dataManagement',
  ...Object.fromEntries(
    ['overview', 'levels', 'colleges', 'competitions', 'gaps', 'targets', 'comments', 'score'].map((tab) => [
      `school-${tab}`,
      `/admin/schooldatatab?year=${YEAR - 1}&tab=${tab}`,
    ]),
  ),
}
it.each([
  ['zh', 360],
  ['en', 360],
  ['zh', 1440],
  ['en', 1440],
] as const)(
  '[DATA-28] every page of figures passes axe and fits the screen, each chart with a table: %s, %i px',
  { timeout: 1_800_000 },
  async (lang, width) => {
    const school = await world.signIn('school administrator')
    const { page } = await visit(school, { width, lang, path: '/admin/schooldatatab' })
    for (const [name, path] of Object.entries(SCHOOL_PAGES)) {
      await loadPath(page, path)
      await settled(page)
      await look(page, `${name}-${lang}-${width}`)
      const pictures = await page.locator('figure .ag-chart__picture').count()
      expect(await page.locator('figure table').count(), path).toBeGreaterThanOrEqual(pictures)
    }
  },
)
