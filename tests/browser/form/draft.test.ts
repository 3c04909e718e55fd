import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FormWorld, startFormWorld } from './formWorld.ts'

let world: FormWorld
beforeAll(async () => {
  world = await startFormWorld()
})
afterAll(() => world?.close())
afterEach(() => world.leave())

const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true })

async function drafts(): Promise<{ revision: number; answers: Record<string, unknown> }[]> {
  const { rows } = await world.db.query('select revision, answers from platform_draft order by id')
  return rows
}

describe('[FORM-72] a draft', () => {
  it('of a visitor survives a reload in this browser, and nothing of it reaches the server', async () => {
    const { page } = await world.open('stepped')
    await name(page).fill('Ada')
    await page.getByText(/Saved on this device at \d\d:\d\d/).waitFor()
    await page.reload()
    await page.getByText(/Restored your answers from/).waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('Ada')
    await expect.poll(() => drafts()).toEqual([])
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => name(page).inputValue()).toBe('')
    await page.reload()
    await name(page).waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('')
  })

  it('goes with the person through sign-in, to other devices, is one row, and ends with the submit', async () => {
    const { page } = await world.open('stepped')
    await name(page).fill('Ada')
    await page.getByText(/Saved on this device/).waitFor()
    const tokens = await world.register('13800000011')
    await page.evaluate((value) => localStorage.setItem('agon.tokens', value), JSON.stringify(tokens))
    await page.reload()
    await page.getByText(/^Saved \d\d:\d\d/).waitFor()
    await expect.poll(() => name(page).inputValue()).toBe('Ada')
    await expect.poll(() => drafts()).toMatchObject([{ answers: { name: 'Ada' } }])

    const other = await world.open('stepped', { tokens })
    await other.page.getByText(/Restored your answers/).waitFor()
    await expect.poll(() => name(other.page).inputValue()).toBe('Ada')
    await name(other.page).fill('Ada Lovelace')
    await other.page.getByText(/^Saved/).waitFor()
    await expect.poll(async () => (await drafts())[0]?.answers).toEqual({ name: 'Ada Lovelace' })

    await name(page).fill('Augusta')
    await page.getByText(/saved newer content/).waitFor()
    await page.getByRole('button', { name: 'Use that content' }).click()
    await expect.poll(() => name(page).inputValue()).toBe('Ada Lovelace')

    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Phone').fill('13812345678')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Received').first().waitFor()
    await expect.poll(drafts).toEqual([])
    await expect.poll(() => page.evaluate(() => localStorage.getItem('agon.draft.forms.stepped'))).toBeNull()
  })
})
