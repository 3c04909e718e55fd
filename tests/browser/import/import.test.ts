/** An organiser imports a sheet with errors, mends it, imports it, and undoes the import; the first and last step on a phone too. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { csv, person } from '../../server/import/sheets.ts'
import { onDatabase } from '../road/person.ts'

const PHONE = 360
const PAINTED = process.env.PICTURES !== undefined
const PATIENCE = { timeout: 240_000 }
let competitionId: string
let organiser: OpenPage
let phone: OpenPage | undefined

beforeAll(async () => {
  competitionId = await onDatabase(async (db) => {
    const { rows } = await db.query(`select id from competition_competition where title->>'zh' = '开放硬件黑客马拉松'`)
    return String(rows[0].id)
  })
  organiser = await openPage({
    lang: 'en',
    as: 'organiser 2',
    painted: PAINTED,
    path: `/admin/regManagement?competitionId=${competitionId}`,
  })
})
afterAll(() => Promise.all([organiser?.close(), phone?.close()]))

async function look(page: OpenPage['page'], name: string) {
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await seriousProblems(page)).toEqual([])
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
}
const stored = () =>
  onDatabase(async (db) =>
    Number((await db.query(`select count(*) from signup_registration where "displayName" like 'Person w%'`)).rows[0].count),
  )

async function uploadSheet(page: OpenPage['page'], rows: Record<string, string>[]) {
  await page.getByLabel('Event').selectOption({ label: 'Main hackathon' })
  await page.locator('input[type=file]').setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: csv(rows) })
  await page.getByText('class.csv').first().waitFor()
  await page.getByRole('button', { name: 'Upload and read' }).click()
  await page.getByRole('button', { name: 'Check the sheet' }).waitFor(PATIENCE)
}

it('[IMPORT-30] a sheet with errors is read, its columns are matched and its errors are told', async () => {
  const { page } = organiser
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Nothing imported yet').waitFor()
  await look(page, 'import-upload')
  await uploadSheet(page, [person('w1'), person('w2', { 赛道: 'astrology' })])
  await page.getByText('Track').first().waitFor()
  await look(page, 'import-columns')
  await page.getByRole('button', { name: 'Check the sheet' }).click()
  await page.getByText('astrology').waitFor(PATIENCE)
  await look(page, 'import-checked')
  expect(await stored()).toBe(0)
})

it('[IMPORT-31] mended, it is imported, and the import is undone', async () => {
  const { page } = organiser
  await page.getByRole('button', { name: 'Upload a corrected sheet' }).click()
  await uploadSheet(page, [person('w1'), person('w2')])
  await page.getByRole('button', { name: 'Check the sheet' }).click()
  await page.getByText('No problems found').waitFor(PATIENCE)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Import finished').waitFor(PATIENCE)
  expect(await stored()).toBe(2)
  await look(page, 'import-done')
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Import undone').waitFor(PATIENCE)
  expect(await stored()).toBe(0)
  await look(page, 'import-undone')
})

it('[IMPORT-32] the steps and the log fit a phone, in Chinese; who may not import is told so', async () => {
  phone = await openPage({
    lang: 'zh',
    width: PHONE,
    as: 'organiser 2',
    painted: PAINTED,
    path: `/regManagement/importRegister?competitionId=${competitionId}`,
  })
  const { page } = phone
  await page.getByText('class.csv').first().waitFor()
  await look(page, 'import-360')
  await page.getByText('class.csv').first().click()
  await page.getByText('导入已撤销').waitFor()
  await look(page, 'import-undone-360')
  await openPath(page, '/regManagement/importRegister')
  await page.getByText('先选择一项竞赛').waitFor()
})
