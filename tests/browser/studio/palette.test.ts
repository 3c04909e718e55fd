/** Every kind of field that a questionnaire's designer offers: inserted by a click, previewed on the canvas, answered with the keyboard alone, and
 *  stored. Its wrong answers, exports and statistics are in `tests/server/studio/palette.test.ts`. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { competitionId, onDatabase } from '../road/person.ts'
import { callAs } from './callAs.ts'

const AREA = '/api/web/questionnaire'
let studio: OpenPage
let id: string
let entries: string[]
beforeAll(async () => {
  studio = await openPage({ lang: 'en', as: 'organiser', path: '/admin/collectionlist' })
  const { page } = studio
  const list = (await callAs(page, `${AREA}/create`, {
    title: { zh: '全部字段', en: 'All fields' },
    for: `competition:${await competitionId('Young Design Biennial')}`,
    mode: 'named',
    start: 'questionnaire.starter',
  })) as {
    data: { id: string }
  }
  id = list.data.id
})
afterAll(() => studio?.close())

/** What is pressed in a control, from its first element that takes the focus. */
const KEYS: Record<string, readonly string[]> = {
  personName: ['type:Robin Hale'],
  phone: ['tab:input', 'type:13800138000'],
  mainlandPhone: ['type:13800138000'],
  country: ['type:German', 'ArrowDown', 'Enter'],
  identityDocument: [' ', 'Tab', 'type:11010519491231002X'],
  email: ['type:a@b.cn'],
  idNumber: ['type:11010519491231002X'],
  bankAccount: ['type:6222020200112233445'],
  creditCode: ['type:91350100M000100Y43'],
  school: ['type:Chujiang'],
  schoolList: ['type:univ', 'ArrowDown', 'Enter'],
  region: ['ArrowDown'],
  text: ['type:one'],
  longText: ['type:more'],
  number: ['type:1.5'],
  numberUnit: ['type:3'],
  integer: ['type:4'],
  money: ['type:12.5'],
  // a phone's own inputs, in the order of either locale
  date: ['type:05062026'],
  datetime: ['type:05062026'],
  time: ['type:0830AM'],
  dateRange: ['type:05062026', 'Tab', 'type:05082026'],
  location: ['type:Hall 3'],
  link: ['type:https://a.example'],
  richText: ['tab:[contenteditable]', 'type:words'],
  colour: ['Tab', 'type:#1677ff'],
  radio: [' '],
  select: ['ArrowDown'],
  checkboxes: [' '],
  pictureChoice: ['ArrowDown'],
  pictureChoices: [' '],
  yesNo: ['ArrowDown'],
  switch: [' '],
  ranking: ['Enter'],
  rating: ['ArrowRight', 'ArrowRight'],
  slider: ['ArrowRight'],
  matrix: [' '],
  matrixSeveral: [' '],
  matrixTable: ['type:cell'],
  signatureText: ['type:Robin Hale'],
  agreement: [' '],
  repeat: ['Enter', 'type:Robin'],
  roster: ['Enter', 'type:Robin'],
  group: ['type:inner'],
}
/** Their options come while one types. */
const SEARCHED = ['schoolList', 'country']
/** They show words and take none. */
const SILENT = ['note', 'calculated', 'hidden']

describe('the palette', () => {
  it('inserts every kind of field, with a picture of it on the canvas', async () => {
    const { page, problems } = studio
    await openPath(page, `/admin/collectionlist/${id}?tab=questions`)
    await page.locator('[data-entry]').first().waitFor()
    await page.getByRole('listbox', { name: 'Form content' }).getByRole('option').first().click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    entries = await page.locator('[data-entry]').evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.entry!))
    const fields = entries.filter((entry) => !entry.endsWith('Break'))
    expect(fields.filter((entry) => !KEYS[entry] && !SILENT.includes(entry))).toEqual([])
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

  it('[SEARCH-8] is searched by words alone: letters that an input method is still making a word of narrow nothing', async () => {
    const { page } = studio
    const shown = () => page.locator('[data-entry]').count()
    const before = await shown()
    await page.getByRole('searchbox', { name: 'Find field type' }).click()
    const keys = await page.context().newCDPSession(page)
    await keys.send('Input.imeSetComposition', { text: 'phon', selectionStart: 4, selectionEnd: 4 })
    // longer than it takes to narrow the list: timers of one page end in their order
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(await shown()).toBe(before)
    await keys.send('Input.insertText', { text: 'phone' })
    await expect.poll(shown).toBeLessThan(before)
    await page.getByRole('searchbox', { name: 'Find field type' }).fill('')
    await expect.poll(shown).toBe(before)
  })

  it('each is answered with the keyboard alone on a phone, stored, and shown; nothing of it is barred to a screen reader', async () => {
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
    const { data } = await callAs(desk, `${AREA}/form`, { id })
    const fields = Object.keys(data.content.schema.properties)
    const kinds = entries.filter((entry) => !entry.endsWith('Break'))
    for (const [at, entry] of kinds.entries()) {
      if (SILENT.includes(entry)) continue
      if (entry === 'signatureText') await drawAndClear(page)
      await focusFirst(page, fields[at]!, entry)
      for (const key of KEYS[entry]!) {
        if (key.startsWith('type:')) await page.keyboard.type(key.slice(5))
        else if (key.startsWith('tab:')) await tabTo(page, key.slice(4))
        else await page.keyboard.press(key)
        if (SEARCHED.includes(entry) && key.startsWith('type:')) await page.locator('[role="option"]').first().waitFor()
      }
    }
    await page.getByRole('button', { name: 'Submit', exact: true }).focus()
    await page.keyboard.press('Enter')
    const stored = () =>
      onDatabase(
        async (db) =>
          (await db.query(`select "values" from questionnaire_answer where "questionnaireId" = $1 and "submittedAt" is not null`, [id]))
            .rows[0]?.values ?? null,
      )
    await expect
      .poll(async () => (await stored()) ?? page.locator('.ag-form-summary').allTextContents())
      .toEqual(expect.objectContaining({ ranking: ['b', 'a', 'c'], rating: expect.any(Number), colour: '#1677ff' }))
    const answers = await stored()
    const missing = kinds.flatMap((entry, at) => (SILENT.includes(entry) || answers[fields[at]!] !== undefined ? [] : [entry]))
    expect(missing).toEqual([])
    expect(problems).toEqual([])
    await visit.close()
  })
})

/** A signature is drawn, shown as strokes, and taken back with the keyboard. */
async function drawAndClear(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: 'Signature: signature area' })
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  await page.mouse.move(box.x + 30, box.y + 30)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 4 })
  await page.mouse.up()
  const drawn = () => pad.locator('path').getAttribute('d')
  await expect.poll(drawn).toMatch(/^M\d+ \d+(L\d+ \d+){2,}$/)
  await page.locator('.ag-form-signature').getByRole('button', { name: 'Clear' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(drawn).toBe('')
}

/** Presses Tab until what has the focus is such an element. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let pressed = 0; pressed < 20; pressed++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${selector}`)
}

/** The first element of a control that the Tab key reaches; the button that adds the first row of a group. */
async function focusFirst(page: Page, name: string, entry: string): Promise<void> {
  const isRows = entry === 'repeat'
  await page.evaluate(
    ({ name, isRows }) => {
      const own = [...document.querySelectorAll<HTMLElement>('.ag-form [id]')].find(({ id }) => id.replace(/^[^-]*-/, '') === name)
      const inside = '.ag-form-field, .ag-form-group, .ag-form-repeat, .ag-form-matrix'
      const frame =
        own?.closest<HTMLElement>(inside) ?? document.querySelector<HTMLElement>(`[name="/${name}"]`)?.closest<HTMLElement>(inside)
      const wanted = isRows
        ? '.ag-form-repeat-add'
        : 'input:enabled, textarea, select, [contenteditable="true"], button:enabled:not(.ag-form-repeat-add)'
      frame?.querySelector<HTMLElement>(wanted)?.focus()
    },
    { name, isRows },
  )
  expect([entry, await page.evaluate(() => document.activeElement !== document.body)]).toEqual([entry, true])
}
