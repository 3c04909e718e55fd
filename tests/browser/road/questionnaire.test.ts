/** An organiser makes a questionnaire with the designer, publishes it and hands out its link; people answer on phones, and are refused a second time. */
import { afterAll, describe, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { onDatabase } from './person.ts'

const open: OpenPage[] = []
afterAll(async () => {
  for (const visit of open) await visit.close()
})
const visitAs = async (...facts: Parameters<typeof openPage>) => {
  const visit = await openPage(...facts)
  open.push(visit)
  return visit
}
let path = ''
let id = ''

describe('a questionnaire', () => {
  it('is made from a template, designed, published, and has a link and a QR code', async () => {
    const { page, problems } = await visitAs({ lang: 'en', as: 'organiser', path: '/admin/collectionlist' })
    await page.getByRole('button', { name: 'Create a questionnaire' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title (Chinese)').fill('志愿者招募')
    await dialog.getByLabel('Title (English)').fill('Volunteers wanted')
    await dialog.getByRole('combobox', { name: 'Belongs to' }).fill('Young Design')
    await page
      .getByRole('option', { name: /Young Design/ })
      .first()
      .click()
    await dialog.getByRole('radio', { name: 'Blank questionnaire' }).check()
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Volunteers wanted' }).waitFor()
    id = new URL(page.url()).pathname.split('/').at(-1)!

    await page.getByRole('tab', { name: 'Share' }).click()
    await page.getByText('Links are available after publishing').waitFor()
    await page.getByRole('tab', { name: 'Questions' }).click()
    await page.getByRole('listbox', { name: 'Form content' }).waitFor()
    await page.locator('[data-entry="longText"]').click()
    await page.locator('.ag-studio-save', { hasText: /^Saved/ }).waitFor()
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Publish questionnaire', exact: true }).first().click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Publish/ })
      .click()
    await page.getByText('Published. You can share the link now').waitFor()

    await page.getByRole('tab', { name: 'Share' }).click()
    const address = page.getByText(/\/q\/\d+-\w+$/)
    await address.waitFor()
    path = new URL((await address.textContent())!).pathname
    await page.getByRole('img', { name: /Scan to respond/ }).waitFor()
    expect(problems).toEqual([])
  })

  it('is answered by name on a phone, goes on where one stopped, and is refused a second time', async () => {
    const visitor = await visitAs({ lang: 'en', width: 360, path })
    await visitor.page.getByText('Please sign in').first().waitFor()
    const { page, problems } = await visitAs({ lang: 'en', width: 360, as: 'participant', path })
    await page.getByText('Named response').waitFor()
    await page.getByLabel('Multi-line text').fill('I can help with the opening.')
    await expect.poll(() => stored(id)).toMatchObject([{ state: 'draft', lastField: 'longText' }])
    await page.reload()
    await expect.poll(() => page.getByLabel('Multi-line text').inputValue()).toBe('I can help with the opening.')
    await page.getByRole('radio', { name: 'Second option' }).check()
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByText('Response submitted').waitFor()
    await expect.poll(() => stored(id)).toMatchObject([{ state: 'submitted', values: { choice: 'b' } }])
    await page.reload()
    await page.getByText('You have already responded to this questionnaire').waitFor()
    await page.getByText('Second option').waitFor()
    expect(await page.getByRole('button', { name: 'Submit', exact: true }).count()).toBe(0)
    expect([...problems, ...visitor.problems]).toEqual([])
  })

  it('that is anonymous says so, knows no person, and thanks in the language of the page', async () => {
    const organiser = open[0]!.page
    await openPath(organiser, '/admin/collectionlist/1?tab=links')
    const address = organiser.getByText(/\/q\/1-\w+$/)
    await address.waitFor()
    const { page, problems } = open[1]!
    await openPath(page, new URL((await address.textContent())!).pathname)
    await page.getByText('Anonymous response').waitFor()
    await page.getByRole('button', { name: '中文', exact: true }).click()
    await page.getByText('匿名填写').waitFor()
    await page.getByRole('radio', { name: '指导教师' }).check()
    await page.getByRole('radio', { name: '非常满意' }).check()
    await page.getByRole('radio', { name: '不会' }).check()
    await page.getByLabel('不再参加的原因').fill('时间不够')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('button', { name: '提交', exact: true }).click()
    await page.getByText('谢谢，祝你比赛顺利！').waitFor()
    const given = async () => (await stored('1')).filter(({ values }) => values.why === '时间不够')
    await expect.poll(given).toMatchObject([{ userId: null, holder: null, state: 'submitted' }])
    expect(problems).toEqual([])
  })
})

interface Stored {
  state: string
  userId: string | null
  holder: string | null
  lastField: string | null
  values: Record<string, unknown>
}
function stored(questionnaireId: string): Promise<Stored[]> {
  return onDatabase(
    async (db) =>
      (
        await db.query(`SELECT state, "userId", holder, "lastField", "values" FROM questionnaire_answer WHERE "questionnaireId" = $1`, [
          questionnaireId,
        ])
      ).rows,
  )
}
