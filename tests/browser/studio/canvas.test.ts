/** An organiser writes a form where it stands: words are typed on the canvas, fields are inserted by their name, questions are pasted. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { competitionId } from '../road/person.ts'
import { callAs } from './callAs.ts'

const AREA = '/api/web/questionnaire'
let studio: OpenPage
let id: string
beforeAll(async () => {
  studio = await openPage({ lang: 'en', as: 'organiser', path: '/admin/collectionlist' })
  const { page } = studio
  const list = await callAs(page, `${AREA}/create`, {
    title: { zh: '就地编辑', en: 'Written in place' },
    for: `competition:${await competitionId('Young Design Biennial')}`,
    mode: 'named',
    start: 'questionnaire.starter',
  })
  id = list.data.id
  await openPath(page, `/admin/collectionlist/${id}?tab=questions`)
  await parts(page)
    .first()
    .click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByText('The form has no fields yet').first().waitFor()
})
afterAll(() => studio?.close())

const parts = (page: Page) => page.getByRole('listbox', { name: 'Form content' }).getByRole('option')
const titles = (page: Page) => parts(page).evaluateAll((rows) => rows.map((row) => row.ariaLabel))
const focused = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel)
const saved = (page: Page) => page.locator('.ag-studio-save', { hasText: /^Saved/ }).waitFor()

describe('the canvas', () => {
  it('takes titles and help typed over the row: Enter saves as one step, Escape takes back, Tab goes to the next title', async () => {
    const { page, problems } = studio
    await page.locator('[data-entry="text"]').click()
    await page.locator('[data-entry="email"]').click()
    await expect.poll(() => titles(page)).toHaveLength(2)
    const before = await titles(page)

    await parts(page).first().dblclick()
    await page.getByRole('textbox', { name: /^Title of/ }).fill('Team name')
    expect(await seriousProblems(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('As on the certificate')
    await page.keyboard.press('Enter')
    await expect.poll(() => titles(page)).toEqual(['Field: Team name', before[1]])
    await page.locator('.ag-studio-row').first().getByText('As on the certificate').waitFor()
    await expect.poll(() => focused(page)).toBe('Field: Team name')
    await page.keyboard.press('Control+z')
    await expect.poll(() => titles(page)).toEqual(before)
    await page.keyboard.press('Control+Shift+z')

    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Title of “Team name”' }).fill('Nobody')
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Field: Team name')
    expect(await titles(page)).toEqual(['Field: Team name', before[1]])

    await page.keyboard.press('Enter')
    await page.keyboard.type('Name of the team')
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toMatch(/^Title of “(?!Team|Name)/)
    await page.keyboard.type('Where to write')
    await page.keyboard.press('Enter')
    await expect.poll(() => titles(page)).toEqual(['Field: Name of the team', 'Field: Where to write'])
    await saved(page)
    const { data } = await callAs(page, `${AREA}/form?id=${id}`)
    expect(Object.values(data.content.schema.properties)[0]).toMatchObject({ title: { zh: 'Name of the team', en: 'Name of the team' } })
    expect(await page.locator('.ag-studio-mistakes').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('inserts a field that is found by its name in either language after `/`, and takes its title', async () => {
    const { page, problems } = studio
    await parts(page)
      .first()
      .click({ position: { x: 4, y: 4 } })
    await page.keyboard.press('/')
    const dialog = page.getByRole('dialog', { name: 'Insert a field' })
    await dialog.getByRole('combobox', { name: 'Name of the field type' }).fill('日期')
    const options = dialog.getByRole('option')
    await expect.poll(() => options.count()).toBeGreaterThanOrEqual(2)
    expect(await seriousProblems(page, { within: '[role="dialog"]' })).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Field: Name of the team')

    await page.keyboard.press('/')
    await page.keyboard.type('日期')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    expect(await options.first().getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^Title of/)
    await page.keyboard.type('First day')
    await page.keyboard.press('Enter')
    await expect.poll(() => titles(page)).toEqual(['Field: Name of the team', 'Field: First day', 'Field: Where to write'])
    expect(await page.locator('.ag-studio-row--selected').getByText(/^Date/).count()).toBeGreaterThan(0)
    expect(problems).toEqual([])
  })

  it('[STUDIO-23] takes options typed in place: Enter adds, Backspace removes, Alt moves, pasted lines are options; values and the other language stay', async () => {
    const { page, problems } = studio
    await parts(page)
      .last()
      .click({ position: { x: 4, y: 4 } })
    await page.locator('[data-entry="radio"]').click()
    const row = page.locator('.ag-studio-row--selected')
    const choice = row.locator('.ag-form-choice')
    await expect.poll(() => choice.count()).toBe(2)
    const field = async () => {
      await saved(page)
      const { data } = await callAs(page, `${AREA}/form?id=${id}`)
      return Object.values(data.content.schema.properties).at(-1) as { 'x-options': { value: string; label: { zh: string; en: string } }[] }
    }
    const before = (await field())['x-options']
    const box = (await choice.nth(1).boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect.poll(() => focused(page)).toMatch(/^Option 2 of 2/)
    await page.keyboard.type('Talks')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Gone')
    for (let at = 0; at < 5; at++) await page.keyboard.press('Backspace')
    await expect.poll(() => focused(page)).toMatch(/^Option 2 of 2/)
    await page.keyboard.press('Enter')
    await pasteText(page, 'Workshops\n参观\tVisits\n')
    await expect.poll(() => focused(page)).toMatch(/^Option 4 of 4/)
    expect(await seriousProblems(page)).toEqual([])
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => focused(page)).toMatch(/^Option 3 of 4/)
    const grips = page.locator('.ag-studio-typing__grip')
    const [from, to] = [(await grips.nth(1).boundingBox())!, (await grips.nth(0).boundingBox())!]
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + 2, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.press('Tab')
    await page.locator('.ag-studio-typing').waitFor({ state: 'detached' })
    const made = (await field())['x-options']
    expect(made).toEqual([
      { ...before[1], label: { zh: 'Talks', en: 'Talks' } },
      before[0],
      { value: 'visits', label: { zh: '参观', en: 'Visits' } },
      { value: 'workshops', label: { zh: 'Workshops', en: 'Workshops' } },
    ])
    await page.getByRole('button', { name: /^Undo/ }).click()
    expect((await field())['x-options']).toEqual(before)
    expect(problems).toEqual([])
  })

  it('[STUDIO-41] fills the screen until Escape, with its tools in one row; a list that is pasted takes the place of the options a field begins with', async () => {
    const { page, problems } = studio
    const tools = page.getByRole('toolbar', { name: 'Actions on the selection' })
    const height = () => tools.evaluate((row) => row.getBoundingClientRect().height)
    const button = await tools.getByRole('button', { name: /^Insert/ }).evaluate((tool) => tool.getBoundingClientRect().height)
    expect(await height()).toBeLessThan(button * 2)
    await page.getByRole('button', { name: 'Full screen' }).click()
    const designer = page.getByRole('dialog', { name: 'Form designer' })
    expect(await designer.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize()! })
    expect(await height()).toBeLessThan(button * 2)
    expect(await seriousProblems(page, { within: '[role="dialog"]' })).toEqual([])

    await page.locator('[data-entry="select"]').click()
    const panel = designer.locator('.ag-studio-panel')
    await panel.getByRole('button', { name: 'Paste list' }).click()
    const list = page.getByRole('dialog', { name: 'Paste list of options' })
    await list.getByRole('textbox').fill('Talks\nWorkshops')
    await list.getByRole('button', { name: 'Add 2 options' }).click()
    await list.waitFor({ state: 'detached' })
    expect(
      await panel.getByLabel(/^English label of option/).evaluateAll((inputs) => inputs.map((each) => (each as HTMLInputElement).value)),
    ).toEqual(['Talks', 'Workshops'])
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.keyboard.press('Escape')
    await designer.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Full screen')
    expect(problems).toEqual([])
  })

  it('[STUDIO-24] makes fields of a questionnaire that is pasted as text, after a preview, in one step back', async () => {
    const { page, problems } = studio
    await parts(page)
      .first()
      .click({ position: { x: 4, y: 4 } })
    const before = await titles(page)
    await pasteText(
      page,
      '1. Division *\nA. Undergraduate\nB. Graduate\n2. What do you join? (select all that apply)\nA. Talks\nB. Workshops\n3. Upload your CV',
    )
    const dialog = page.getByRole('dialog', { name: 'Paste questions' })
    await dialog.getByText('2 questions found').waitFor()
    await dialog.getByText('“Upload your CV” is left out').waitFor()
    await dialog.getByText('Graduate', { exact: true }).waitFor()
    expect(await seriousProblems(page, { within: '[role="dialog"]' })).toEqual([])
    await dialog
      .getByRole('textbox', { name: 'Pasted text' })
      .fill('Question\tType\tOptions\nDivision\tsingle choice\tUndergraduate;Graduate\nAbout you\tlong text\t')
    await dialog.getByText('About you', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Insert 2 questions' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => titles(page)).toEqual([before[0], 'Field: Division', 'Field: About you', ...before.slice(1)])
    await saved(page)
    expect(await page.locator('.ag-studio-mistakes').count()).toBe(0)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(() => titles(page)).toEqual(before)
    expect(problems).toEqual([])
  })
})

/** What Ctrl+V does with a text on the clipboard. */
function pasteText(page: Page, text: string): Promise<void> {
  return page.evaluate((given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', given)
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}
