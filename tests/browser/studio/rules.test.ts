/** An organiser works on the form that people fill: rules built of rows and written, texts translated, a version published with its effect told, and
 *  taken back. One page, no reload. */
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage } from '../../harness/openPage.ts'
import { competitionId } from '../road/person.ts'

const COMPETITION = 'National Mathematical Modelling Challenge'
const { SCREENSHOTS } = process.env
let visit: OpenPage
afterAll(() => visit.close())

const shoot = async (page: Page, name: string) => {
  if (!SCREENSHOTS) return
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}.png`, fullPage: true })
  }
}
const tab = async (page: Page, name: string) => {
  await page.getByRole('tab', { name, exact: true }).click()
  await page.getByRole('tabpanel', { name, exact: true }).waitFor()
}

it('rules, translations and versions of a form are made without code, and nothing that was answered is lost', async () => {
  const id = await competitionId(COMPETITION)
  visit = await openPage({ lang: 'en', as: 'organiser', path: `/createNewCompetition/signup?competitionId=${id}` })
  const { page, problems } = visit

  // all rules stand in one place, in words
  await tab(page, 'Rules')
  await page.getByText('“Division” is answered and “Division” is not “Vocational”').first().waitFor()
  const words = page.locator('.ag-studio-rule__words')
  const before = await words.count()
  expect(before).toBeGreaterThan(8)

  // a rule built of rows
  const add = page.getByRole('group', { name: 'Add rule' })
  await add.getByLabel('Field').selectOption({ label: 'Remarks' })
  await add.getByRole('button', { name: 'Add rule' }).click()
  const fresh = page.getByRole('article', { name: 'New rule' })
  const rule = page.locator('[data-rule="/schema/properties/remark/x-visibleWhen"]')
  await fresh.getByLabel('Field', { exact: true }).selectOption({ label: 'Division' })
  await fresh.getByLabel('Operator').selectOption({ label: 'is one of …' })
  await fresh.getByRole('checkbox', { name: 'Undergraduate' }).check()
  await rule.getByText('“Division” is one of “Undergraduate”').waitFor()
  await rule.getByRole('button', { name: 'Add condition', exact: true }).click()
  await rule.getByLabel('Field', { exact: true }).nth(1).selectOption({ label: 'Members (without the captain)' })
  await rule.getByLabel('Operator').nth(1).selectOption({ label: 'some row has' })
  await rule.getByLabel('Field', { exact: true }).nth(2).selectOption({ label: 'Year' })
  await rule.getByLabel('Value: Year').selectOption({ index: 1 })
  await rule.getByText(/and some row of “Members \(without the captain\)” has: “Year” is/).waitFor()
  await fresh.getByRole('button', { name: 'Done' }).click()

  // tried with sample answers: the reason is told
  await rule.getByRole('button', { name: 'Try it' }).click()
  await rule.getByText('With these answers: hidden, because this is not true').waitFor()
  const conditions = rule.getByRole('list', { name: 'Each condition' })
  await conditions.getByText('“Division” is one of “Undergraduate” (now: no answer)').waitFor()
  await rule.getByRole('group', { name: 'Sample answers' }).getByLabel('Division').selectOption({ label: 'Undergraduate' })
  await conditions.getByText('(now: “Undergraduate”)').waitFor()
  await expect.poll(() => conditions.locator('[data-holds="true"]').count()).toBe(1)

  // an option that cannot be chosen by everybody
  await add.getByLabel('Field').selectOption({ label: 'Division' })
  await add.getByLabel('Effect').selectOption({ label: 'Option unavailable condition' })
  await add.getByLabel(/^Option/).selectOption({ label: 'Vocational' })
  await add.getByRole('button', { name: 'Add rule' }).click()
  await fresh.getByLabel('Field', { exact: true }).selectOption({ label: 'Remarks' })
  await fresh.getByLabel('Operator').selectOption({ label: 'is not answered' })
  await page.locator('[data-rule*="/x-options/"]').getByText('“Remarks” is not answered').waitFor()
  await fresh.getByRole('button', { name: 'Done' }).click()
  await shoot(page, 'logic')
  await page.locator('[data-rule*="/x-options/"]').getByRole('button', { name: 'Delete', exact: true }).click()

  // a rule between fields, with its own words
  await add.getByLabel('Field').selectOption({ label: 'Remarks' })
  await add.getByLabel('Effect').selectOption({ label: 'Cross-check' })
  await add.getByRole('button', { name: 'Add rule' }).click()
  await fresh.getByLabel('Field', { exact: true }).selectOption({ label: 'Division' })
  await fresh.getByLabel('Operator').selectOption({ label: 'is answered' })
  const check = page.locator('[data-rule="/schema/properties/remark/x-checks/0/must"]')
  await check.getByLabel('Error message English').fill('Choose a division first')
  await check.getByLabel('Error message 中文').fill('请先选择组别')
  await check.getByText('“Division” is answered; otherwise “Choose a division first”').waitFor()
  await fresh.getByRole('button', { name: 'Done' }).click()
  await shoot(page, 'logic-check')
  await check.getByRole('button', { name: 'Delete', exact: true }).click()

  // a value that the form fills in
  await add.getByLabel('Field').selectOption({ label: 'Remarks' })
  await add.getByLabel('Effect').selectOption({ label: 'Fill in a value' })
  await add.getByRole('button', { name: 'Add rule' }).click()
  await fresh.getByLabel('Field', { exact: true }).selectOption({ label: 'Division' })
  await fresh.getByLabel('Operator').selectOption({ label: 'is answered' })
  const filled = page.locator('[data-rule="/schema/properties/remark/x-set/0/when"]')
  await filled.getByLabel('Value to fill in').fill('none')
  await filled.getByText('When “Division” is answered: filled with “none”, may be changed').waitFor()
  await filled.getByLabel('Respondents cannot change it').check()
  await filled.getByText('When “Division” is answered: “none”, cannot be changed').waitFor()
  await fresh.getByRole('button', { name: 'Done' }).click()
  await shoot(page, 'logic-set')
  await filled.getByRole('button', { name: 'Delete', exact: true }).click()

  // the same as an expression: completion, a mistake in place, and a suggestion that mends it
  await rule.getByRole('button', { name: 'Edit' }).click()
  await rule.getByRole('tab', { name: 'Expression' }).click()
  const editor = rule.getByRole('textbox', { name: 'Expression (CEL)' })
  await expect.poll(() => editor.innerText()).toContain('members.exists(row, row.grade ==')
  await editor.fill('grou')
  await rule.getByText('There is no “grou”. Did you mean “group”?').waitFor()
  await page.getByRole('option', { name: /^group/ }).waitFor()
  await page.keyboard.press('Escape')
  await editor.fill('group > 3')
  await rule.getByText('“>” cannot be used with text and number.').waitFor()
  // typed is not taken: a formula becomes the rule when it is applied
  await editor.fill("group == 'undergraduat'")
  await rule.getByText('Not in use yet.').waitFor()
  expect(await rule.getByText('“Division” is “undergraduat”', { exact: true }).count()).toBe(0)
  await editor.press('Control+Enter')
  await rule.getByText('“Division” is “undergraduat”', { exact: true }).waitFor()
  await page.getByRole('button', { name: /suggestions?$/ }).click()
  const suggestion = page.locator('.ag-studio-warnings li').filter({ hasText: 'uses the option “undergraduat”' })
  await shoot(page, 'logic-expert')
  await suggestion.getByRole('button', { name: 'Accept' }).click()
  await rule.getByText('“Division” is “Undergraduate”', { exact: true }).waitFor()
  expect(await seriousProblems(page, { within: '.ag-studio' })).toEqual([])

  // where a field is used
  await page.getByRole('combobox', { name: 'View', exact: true }).selectOption({ label: 'Division' })
  await page.getByRole('region', { name: 'Rules that use this field' }).waitFor()
  await expect.poll(() => words.count()).toBeLessThan(before)

  // texts side by side: the missing one is counted, Enter goes on, the table goes out and comes in
  await tab(page, 'Translation')
  await page.getByText('All translated').waitFor()
  const english = page.locator('textarea[data-path="/schema/properties/remark/title"][data-lang="en"]')
  await english.fill('')
  await page.getByText('1 translation missing').waitFor()
  await page.getByLabel('Show missing only').check()
  await expect.poll(() => page.locator('.ag-studio-texts tbody tr').count()).toBe(1)
  await english.fill('Anything else')
  await page.getByText('All translated').waitFor()
  await page.getByLabel('Show missing only').uncheck()
  const boxes = page.locator('textarea[data-lang="zh"]')
  await boxes.first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => boxes.nth(1).evaluate((box) => box === document.activeElement)).toBe(true)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()])
  const table = await text(await download.createReadStream())
  expect(table).toContain('/schema/properties/remark/title,备注,Anything else')
  const changed = `${table.replace('备注,Anything else', '备注,Further remarks')}/schema/properties/nobody/title,无,None\r\n`
  await page.locator('[data-studio-texts]').setInputFiles({ name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) })
  // read, and shown before anything changes
  await page.getByText('The table (UTF-8) changes 1 text').waitFor()
  await page.getByText('Anything else → Further remarks').waitFor()
  expect(await english.inputValue()).toBe('Anything else')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByText('1 text updated').waitFor()
  await page.getByText('the form has no /schema/properties/nobody/title').waitFor()
  await expect.poll(() => english.inputValue()).toBe('Further remarks')
  await shoot(page, 'translation')
  expect(await seriousProblems(page, { within: '.ag-studio' })).toEqual([])

  // a version: what it changes and what it means for answers is told before
  await page.getByRole('button', { name: 'Publish sign-up form' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish this form?' })
  await dialog.getByText('Title changed from “Remarks” to “Further remarks”').waitFor()
  await dialog.getByText(/Rule added \(.+\): “Division” is “Undergraduate”/).waitFor()
  await dialog.locator('[data-impact]').waitFor()
  await dialog.getByText(/Checked \d+ submitted response/).waitFor()
  await dialog.getByLabel('Note').fill('Remarks of undergraduates')
  await shoot(page, 'publish')
  expect(await seriousProblems(page, { within: '.ag-overlay' })).toEqual([])
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Sign-up form published').waitFor()

  // and taken back
  await tab(page, 'Versions')
  const rows = page.locator('.ag-studio-versions__list > li')
  await rows.first().getByText('Remarks of undergraduates').waitFor()
  await page.getByText('No differences').waitFor()
  await rows.last().getByRole('button', { name: 'Compare with the current draft' }).click()
  await page.getByText('Title changed from “Remarks” to “Further remarks”').waitFor()
  await shoot(page, 'versions')
  expect(await seriousProblems(page, { within: '.ag-studio' })).toEqual([])
  await rows.last().getByRole('button', { name: 'Restore' }).click()
  const back = page.getByRole('dialog', { name: /Restore version/ })
  await back.locator('[data-impact]').waitFor()
  await back.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('This version is in use again').waitFor()
  await tab(page, 'Versions')
  await expect.poll(() => rows.count()).toBe(3)

  // a form of another tool comes in with what was lost
  const foreign = {
    title: 'Visit',
    elements: [
      { type: 'text', name: 'who', title: 'Who comes?', isRequired: true },
      { type: 'geolocation', name: 'where' },
    ],
  }
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Import' }).click()
  // what is no form is refused by its name, with what to do
  await page.getByLabel('Paste text').fill('{"name":"x","version":"1.0.0","type":"module","dependencies":{}}')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByText(/This is a package\.json/).waitFor()
  await page.locator('[data-studio-import]').setInputFiles({
    name: 'visit.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(foreign)),
  })
  const report = page.getByRole('dialog', { name: 'Import a form from another tool' })
  await report.getByText('1 field; 1 part not imported').waitFor()
  await report.getByText('geolocation').waitFor()
  await shoot(page, 'import')
  await report.getByRole('button', { name: 'Use this form' }).click()
  await tab(page, 'Translation')
  await page.getByLabel('Who comes? · title · English').waitFor()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await english.waitFor()
  expect(problems).toEqual([])
})
