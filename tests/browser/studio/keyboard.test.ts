/** A form with steps, a rule and a jump is made by the keyboard alone, and does what it says. */
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { competitionId } from '../road/person.ts'
import { callAs } from './callAs.ts'

const AREA = '/api/web/questionnaire'
const MAX_TABS = 120
let studio: OpenPage
afterAll(() => studio?.close())

/** What has the focus is called, as a screen reader says it first. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement
    if (at === (document.body as Element)) return ''
    const label = at.labels?.[0]?.querySelector('span')?.innerText ?? at.labels?.[0]?.innerText
    return (at.ariaLabel ?? label ?? at.innerText ?? '').replaceAll(/\s+/g, ' ').trim()
  })

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let pressed = 0; pressed < MAX_TABS; pressed++) {
    const found = await focused(page)
    if (typeof name === 'string' ? found === name : name.test(found)) return
    passed.push(found.slice(0, 40))
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reaches ${name}: ${passed.join(' | ')}`)
}

/** Inserts a field by its name behind the part that has the focus, and gives it a title. */
async function insert(page: Page, kind: string, title: string): Promise<void> {
  await page.keyboard.press('/')
  const dialog = page.getByRole('dialog', { name: 'Insert a field' })
  await dialog.waitFor()
  await page.keyboard.type(kind)
  await expect.poll(() => dialog.getByRole('option').first().getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toMatch(/^Title of/)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toContain(title)
}

/** Chooses in a list of the page by typing its beginning. */
async function choose(page: Page, name: string, words: string, key?: string): Promise<void> {
  await tabTo(page, name, key)
  await page.keyboard.type(words)
  const chosen = () => page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions?.[0]?.label)
  await expect.poll(chosen).toBe(words)
}

it('[STUDIO-KEYS] a form with steps, a condition and a jump is built, and its way is then walked', async () => {
  studio = await openPage({ lang: 'en', as: 'organiser', path: '/admin/collectionlist' })
  const { page, problems } = studio
  const { data } = await callAs(page, `${AREA}/create`, {
    title: { zh: '只用键盘', en: 'By keyboard' },
    for: `competition:${await competitionId('Young Design Biennial')}`,
    mode: 'named',
    start: 'questionnaire.starter',
  })
  await openPath(page, `/admin/collectionlist/${data.id}?tab=questions`)
  const parts = page.getByRole('listbox', { name: 'Form content' }).getByRole('option')
  await parts.first().waitFor()
  const titles = () => parts.evaluateAll((rows) => rows.map((row) => row.ariaLabel))
  await tabTo(page, /^(Field|Step|Group): /)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByText('The form has no fields yet').first().waitFor()
  await insert(page, 'single choice', 'Occupation')
  await insert(page, 'single-line', 'School')
  await insert(page, 'page break', 'Work')
  await insert(page, 'single-line', 'Company')
  await insert(page, 'page break', 'Wishes')
  await insert(page, 'single-line', 'A wish')
  const made = ['Step: First step', 'Field: Occupation', 'Field: School', 'Step: Work', 'Field: Company', 'Step: Wishes', 'Field: A wish']
  expect(await titles()).toEqual(made)

  await tabTo(page, 'Design', 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const add = page.getByRole('group', { name: 'Add rule' })
  await add.waitFor()
  await choose(page, 'Field', 'School')
  await choose(page, 'Effect', 'Show condition')
  await tabTo(page, 'Add rule')
  await page.keyboard.press('Enter')
  const fresh = page.getByRole('article', { name: 'New rule' })
  await fresh.waitFor()
  await choose(page, 'Field', 'Occupation')
  await choose(page, 'Value: Occupation', 'First option')
  await page.locator('.ag-studio-rule__words').getByText('“Occupation” is “First option”').waitFor()
  await tabTo(page, 'Done')
  await page.keyboard.press('Enter')
  await fresh.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Edit')

  await choose(page, 'Field', 'Step: First step', 'Shift+Tab')
  await choose(page, 'Effect', 'Next step')
  await tabTo(page, 'Add rule')
  await page.keyboard.press('Enter')
  await fresh.waitFor()
  await choose(page, 'Field', 'Occupation')
  await choose(page, 'Value: Occupation', 'Second option')
  await choose(page, 'Go to', 'Wishes')
  await tabTo(page, 'Done', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText('When “Occupation” is “Second option”: go to “Wishes”').waitFor()

  // a draft has one button for its questions and itself
  expect(await page.getByRole('button', { name: 'Publish questions' }).count()).toBe(0)
  await tabTo(page, 'Publish questionnaire', 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  await tabTo(page, 'Publish')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(problems).toEqual([])

  await page.getByText('Published. You can share the link now').waitFor()
  const { data: link } = await callAs(page, `${AREA}/link/${data.id}`)
  const visit = await openPage({ lang: 'en', as: 'participant' })
  await openPath(visit.page, new URL(link.address).pathname)
  const school = visit.page.getByRole('textbox', { name: 'School' })
  const current = visit.page.locator('[aria-current=step]')
  const answer = async (option: string) => {
    await tabTo(visit.page, /First option|Second option/, 'Shift+Tab')
    await visit.page.keyboard.press(option === 'First option' ? 'ArrowUp' : 'ArrowDown')
    await expect.poll(() => visit.page.getByRole('radio', { name: option }).isChecked()).toBe(true)
  }
  await visit.page.locator('.ag-form').waitFor()
  await tabTo(visit.page, /First option/)
  await visit.page.keyboard.press('Space')
  await school.waitFor()
  await answer('Second option')
  await school.waitFor({ state: 'detached' })
  await tabTo(visit.page, /^Next/)
  await visit.page.keyboard.press('Enter')
  await visit.page.getByRole('textbox', { name: 'A wish' }).waitFor()
  expect(await current.textContent()).toContain('Wishes')
  expect(visit.problems).toEqual([])
  await visit.close()
})
