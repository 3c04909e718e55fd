/** The road of an organiser who has nothing yet: a competition is created, filled, published, copied, deleted and brought back. */
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenPage, openPage, settled } from '../../harness/open-page.ts'

let visit: OpenPage | undefined
afterEach(() => visit?.close())

const TITLE = 'Rookie Modelling Contest'
const saved = (page: Page, at = 0) => page.locator('.ag-form-autosave[data-phase="saved"]').nth(at).waitFor()
const goTo = async (page: Page, name: string, title: string) => {
  await page.getByRole('navigation').getByRole('link', { name }).first().click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await settled(page)
}
/** A moment, by the label of its field. */
const fillMoment = async (page: Page, label: string, day: string) => {
  await page.getByLabel(`${label}: day`).fill(day)
  await page.keyboard.press('Escape')
}

describe('the road of a new competition', () => {
  it('goes from nothing to a published competition, its copy, and back from the bin', async () => {
    visit = await openPage({ lang: 'en', as: 'organiser', path: '/admin' })
    const { page, problems } = visit
    await page.getByRole('button', { name: 'New competition' }).first().click()
    await page.getByLabel('Title (Chinese)').fill('建模新秀赛')
    await page.getByLabel('Title (English)').fill(TITLE)
    await page.getByRole('combobox', { name: 'Publishing organisation' }).click()
    await page.getByRole('option', { name: 'National Student Modelling Committee' }).click()
    await page.getByRole('button', { name: 'Create and continue' }).click()
    await page.getByRole('heading', { level: 1, name: 'Competition information' }).waitFor()
    await settled(page)
    const publish = page.getByRole('button', { name: 'Publish' })
    await expect.poll(() => publish.isDisabled()).toBe(true)

    await page.getByLabel('Level').selectOption({ label: 'National' })
    await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Type A' })
    await page.getByRole('radio', { name: 'Team', exact: true }).check()
    await saved(page)

    await goTo(page, 'Introduction and guide', 'Introduction and entry guide')
    await page.locator('[contenteditable="true"]').first().fill('面向一年级学生的建模竞赛。')
    await saved(page)

    await goTo(page, 'Timeline', 'Timeline')
    await fillMoment(page, 'Sign-up opens', '2027-02-01')
    await fillMoment(page, 'Sign-up closes', '2027-01-20')
    await page.locator('.ag-form-autosave[data-phase="invalid"]').waitFor()
    await page.getByText('Must be later than the opening of sign-up').first().waitFor()
    await fillMoment(page, 'Sign-up closes', '2027-03-01')
    await fillMoment(page, 'Supplements until', '2027-03-10')
    await fillMoment(page, 'Competition starts', '2027-04-01')
    await fillMoment(page, 'Competition ends', '2027-04-04')
    await saved(page)

    await goTo(page, 'Events', 'Events')
    await page.getByRole('button', { name: 'New event' }).first().click()
    await page.getByLabel('Title (Chinese)').fill('本科组')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()

    await expect.poll(() => publish.isEnabled()).toBe(true)
    await publish.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Withdraw' }).waitFor()
    const id = new URL(page.url()).searchParams.get('competitionId')
    const reply = await page.request.get(`/api/web/competition/detail/${id}`)
    expect((await reply.json()).data).toMatchObject({ title: { en: TITLE }, level: 'national', state: 0 })

    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await publish.waitFor()
    const hidden = await page.request.get(`/api/web/competition/detail/${id}`)
    expect((await hidden.json()).error).toBe('NOT_FOUND')

    await goTo(page, 'Overview', TITLE)
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('heading', { level: 1, name: `${TITLE} (copy)` }).waitFor()
    await page.getByRole('link', { name: 'All competitions' }).first().click()
    const row = page.getByRole('row').filter({ hasText: `${TITLE} (copy)` })
    await row.getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.waitFor()
    expect(problems).toEqual([])
  })
})
