/** Every kind of field that a questionnaire's designer offers: inserted by a click, previewed on the canvas, shown on a phone.
 *  Answers, exports and statistics are in `tests/server/studio/palette.test.ts`. */
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
  const list = (await callAs(page, `${AREA}/create`, {
    titleZh: '全部字段',
    titleEn: 'All fields',
    for: `competition:${await competitionId('Young Design Biennial')}`,
    mode: 'named',
    start: 'questionnaire.starter',
  })) as {
    data: { id: string }
  }
  id = list.data.id
})
afterAll(() => studio?.close())

describe('the palette', () => {
  it('inserts every kind of field, with a picture of it on the canvas', async () => {
    const { page, problems } = studio
    await openPath(page, `/admin/collectionlist/${id}?tab=questions`)
    await page.locator('[data-entry]').first().waitFor()
    await page.getByRole('listbox', { name: 'Form content' }).getByRole('option').first().click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    const entries = await page.locator('[data-entry]').evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.entry!))
    const fields = entries.filter((entry) => !entry.endsWith('Break'))
    for (const entry of fields) {
      await page.keyboard.press('Escape')
      await page.locator(`[data-entry="${entry}"]`).click()
      await page.locator('.ag-studio-row--selected.ag-studio-row--field').waitFor()
      await expect.poll(() => page.locator('.ag-studio-row--selected .ag-form-input-waiting').count()).toBe(0)
      expect(await page.locator('.ag-studio-row--selected .ag-studio-waiting').count()).toBe(0)
    }
    await page.locator('[data-entry="pageBreak"]').click()
    await page.locator('.ag-studio-row--step.ag-studio-row--selected').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.locator('.ag-studio-save', { hasText: /^Saved/ }).waitFor()
    expect(await seriousProblems(page)).toEqual([])
    expect(await page.locator('.ag-studio-mistakes').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('shows each of them on a phone, and bars nothing of it to a screen reader', async () => {
    const { page: desk } = studio
    const { data: form } = await callAs(desk, `${AREA}/form/publish`, { id })
    expect(form.hash).toBeTruthy()
    expect((await callAs(desk, `${AREA}/publish`, { id })).code).toBe(0)
    const { data: link } = await callAs(desk, `${AREA}/link/${id}`)
    const visit = await openPage({ lang: 'en', width: 360, as: 'participant', path: new URL(link.address).pathname })
    const { page, problems } = visit
    await page.locator('.ag-form').waitFor()
    await expect.poll(() => page.locator('.ag-form-input-waiting').count()).toBe(0)
    expect(await seriousProblems(page)).toEqual([])
    expect(problems).toEqual([])
    await visit.close()
  })
})
