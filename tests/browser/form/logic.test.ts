/** The rules of a form with steps as a person meets them: jumps, options of another answer, filled values, checks between fields, earlier answers in words.
 *  `parity.test.ts` compares random forms without steps with the server. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FormWorld, startFormWorld } from './formWorld.ts'

let world: FormWorld
beforeAll(async () => {
  world = await startFormWorld()
})
afterAll(() => world?.close())
afterEach(() => world.leave())

const submit = (page: Page) => page.locator('.ag-form button[type=submit]').click()
const back = (page: Page) => page.getByRole('button', { name: 'Back' }).click()
const current = (page: Page) => page.locator('.ag-steps [aria-current=step]').textContent()
const cities = (page: Page) => page.getByLabel('City').locator('option').allTextContents()

async function begin(page: Page, kind: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada')
  await page.getByRole('radio', { name: kind }).check()
  await submit(page)
}

describe('a form whose steps lead elsewhere', () => {
  it('[FORM-71] goes to the step that the answers lead to, and back over the jump with the answers', async () => {
    const { page, problems } = await world.open('jump')
    await begin(page, 'Working')
    await page.getByRole('textbox', { name: 'Company' }).waitFor()
    expect(await current(page)).toContain('Work')
    await page.getByRole('textbox', { name: 'Company' }).fill('Agon')
    await submit(page)
    await expect.poll(() => current(page)).toContain('Rest')
    await back(page)
    await expect.poll(() => page.getByRole('textbox', { name: 'Company' }).inputValue()).toBe('Agon')
    await back(page)
    await expect.poll(() => page.getByRole('radio', { name: 'Working' }).isChecked()).toBe(true)

    await begin(page, 'Student')
    await page.getByLabel('Province').selectOption({ label: 'Guangdong' })
    await page.getByLabel('City').selectOption({ label: 'Shenzhen' })
    await submit(page)
    await expect.poll(() => current(page)).toContain('Rest')
    await back(page)
    await expect.poll(() => page.getByLabel('City').locator('option:checked').textContent()).toBe('Shenzhen')
    expect(problems).toEqual([])
  })

  it('[FORM-78] offers the options of the other answer alone, and lets one go that is not offered any more', async () => {
    const { page, problems } = await world.open('jump')
    await begin(page, 'Student')
    await page.getByLabel('Province').selectOption({ label: 'Guangdong' })
    await expect.poll(async () => (await cities(page)).slice(1)).toEqual(['Guangzhou', 'Shenzhen'])
    await page.getByLabel('City').selectOption({ label: 'Guangzhou' })
    await page.getByLabel('Province').selectOption({ label: 'Sichuan' })
    await expect.poll(async () => (await cities(page)).slice(1)).toEqual(['Chengdu'])
    await submit(page)
    await expect.poll(() => page.locator('.ag-form-field-error').allTextContents()).toEqual(['This is required'])
    expect(problems).toEqual([])
  })

  it('[FORM-74] fills in a value, says an earlier answer in its words, tells a check in its own words, and stores what was asked alone', async () => {
    const { page, problems } = await world.open('jump')
    await begin(page, 'Student')
    await page.getByLabel('Province').selectOption({ label: 'Guangdong' })
    await back(page)
    await begin(page, 'Working')
    await page.getByRole('textbox', { name: 'Company' }).fill('Agon')
    await submit(page)
    await expect.poll(() => page.getByLabel('Fee').inputValue()).toBe('100')
    expect(await page.getByLabel('Fee').isEditable()).toBe(false)
    await page.getByLabel('Anything else, Ada?').fill('No')
    await page.getByLabel('Begins').fill('2026-05-02')
    await page.getByLabel('Ends').fill('2026-05-01')
    await submit(page)
    await expect.poll(() => page.locator('.ag-form-field-error').allTextContents()).toEqual(['It ends before it begins'])
    await page.getByLabel('Ends').fill('2026-05-03')
    await submit(page)
    await page.getByText('Received').first().waitFor()
    const { rows } = await world.db.query('select answers from forms_entry order by id desc limit 1')
    expect(rows[0]?.answers).toEqual({
      name: 'Ada',
      kind: 'work',
      company: 'Agon',
      fee: 100,
      startsOn: '2026-05-02',
      endsOn: '2026-05-03',
      wish: 'No',
    })
    expect(problems).toEqual([])
  })
})
