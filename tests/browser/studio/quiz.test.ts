/** An organiser makes a quiz without JSON: right answers, points, pass mark and words, tried out before it is published. */
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
  const list = await callAs(studio.page, `${AREA}/create`, {
    title: { zh: '测验', en: 'Quiz' },
    for: `competition:${await competitionId('Young Design Biennial')}`,
    mode: 'named',
    start: 'questionnaire.starter',
  })
  id = list.data.id
})
afterAll(() => studio?.close())

describe('the designer of a quiz', () => {
  it('[QUIZ-10] asks for right answers, points, pass mark and words, says what is missing, and the preview counts', async () => {
    const { page, problems } = studio
    await openPath(page, `/admin/collectionlist/${id}?tab=questions`)
    const parts = page.getByRole('listbox', { name: 'Form content' }).getByRole('option')
    await parts.first().click({ position: { x: 4, y: 4 } })
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    const panel = page.getByRole('complementary', { name: 'Settings' })
    await panel.getByText('Quiz', { exact: true }).click()
    await panel.getByText('No question has points yet').waitFor()

    await page.locator('[data-entry="radio"]').click()
    await panel.getByText('Quiz', { exact: true }).click()
    await panel.getByLabel('Right answers and points').selectOption('answers')
    await panel.getByText('Say at least one right answer.').waitFor()
    await panel.getByRole('checkbox', { name: 'Second option' }).check()
    await expect.poll(() => panel.getByText('Say at least one right answer.').count()).toBe(0)
    await panel.getByLabel('Points', { exact: true }).fill('2')
    expect(await seriousProblems(page)).toEqual([])

    await page.locator('[data-entry="number"]').click()
    await panel.getByLabel('Right answers and points').selectOption('answers')
    await panel.getByLabel('Right answers, one number per line').fill('42\n43')
    await panel.getByLabel('May differ by').fill('0.5')
    await page.locator('[data-entry="checkboxes"]').click()
    await panel.getByLabel('Right answers and points').selectOption('options')
    await panel.getByLabel('Second option').fill('-1')
    // a group of fields has no answer of its own to count
    await page.locator('[data-entry="note"]').click()
    expect(await panel.getByLabel('Right answers and points').count()).toBe(0)

    await page.keyboard.press('Escape')
    await parts.first().click({ position: { x: 4, y: 4 } })
    await page.keyboard.press('Escape')
    await panel.getByText('Quiz', { exact: true }).click()
    await panel.getByText('4 points in total').waitFor()
    await panel.getByLabel('Passed from (%)').fill('50')
    for (const [share, zh, en] of [
      ['0', '继续努力', 'Keep practising'],
      ['60', '不错', 'Well done'],
    ] as const) {
      await panel.getByRole('button', { name: 'Add a result text' }).click()
      const row = panel.getByRole('group', { name: /^Result text/ }).last()
      await row.getByLabel(/from which share/).fill(share)
      await row.getByLabel(/in Chinese/).fill(zh)
      await row.getByLabel(/in English/).fill(en)
    }
    await page.locator('.ag-studio-save', { hasText: /^Saved/ }).waitFor()
    const { content } = (await callAs(page, `${AREA}/form`, { id })).data
    expect(content.quiz).toEqual({
      pass: 50,
      results: [
        { from: 0, text: { zh: '继续努力', en: 'Keep practising' } },
        { from: 60, text: { zh: '不错', en: 'Well done' } },
      ],
    })
    expect(Object.values(content.schema.properties).map((field) => (field as Record<string, unknown>)['x-score'])).toEqual([
      { answers: ['b'], points: 2 },
      { answers: [42, 43], points: 1, tolerance: 0.5 },
      {
        options: [
          { value: 'a', points: 1 },
          { value: 'b', points: -1 },
        ],
      },
      undefined,
    ])
    expect(await page.locator('.ag-studio-mistakes').count()).toBe(0)

    await page.getByRole('tab', { name: 'Preview' }).click()
    const form = page.locator('.ag-studio-preview .ag-form')
    await form.getByRole('radio', { name: 'Second option' }).check()
    await form.getByRole('textbox').or(form.getByRole('spinbutton')).first().fill('42.4')
    await form.locator('button[type=submit]').click()
    await page.getByText('Score: 3 of 4. Passed. Well done').waitFor()
    expect(problems).toEqual([])
  })
})
