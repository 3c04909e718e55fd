/** Choice by picture: the organiser chooses a file for each option, people choose with the keyboard, and forms without pictures load none of it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { competitionId, onDatabase } from '../road/person.ts'
import { callAs } from './callAs.ts'

const AREA = '/api/web/questionnaire'
let studio: OpenPage
let id: string
beforeAll(async () => {
  studio = await openPage({ lang: 'en', as: 'organiser', path: '/admin/collectionlist' })
  const { page } = studio
  const list = await callAs(page, `${AREA}/create`, {
    title: { zh: '看图选择', en: 'Choose a poster' },
    for: `competition:${await competitionId('Young Design Biennial')}`,
    mode: 'named',
    start: 'questionnaire.starter',
  })
  id = list.data.id
  await openPath(page, `/admin/collectionlist/${id}?tab=questions`)
  await page
    .getByRole('listbox', { name: 'Form content' })
    .getByRole('option')
    .first()
    .click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
})
afterAll(() => studio?.close())

/** A photo far larger than an option may be, as a camera makes it. */
const photo = (page: Page, colour: string) =>
  page.evaluate((colour) => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 1200
    const surface = canvas.getContext('2d')!
    for (let at = 0; at < 4000; at++) {
      surface.fillStyle = at % 3 ? colour : `hsl(${at % 360} 80% 50%)`
      surface.fillRect((at * 97) % 1600, (at * 61) % 1200, 40, 30)
    }
    return canvas.toDataURL('image/png').split(',')[1]!
  }, colour)
const file = async (page: Page, name: string, colour: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(await photo(page, colour), 'base64'),
})
type Stored = { value: string; label: { en: string }; picture?: string }
const options = async (page: Page): Promise<Stored[]> => {
  await page.locator('.ag-studio-save', { hasText: /^Saved/ }).waitFor()
  const { data } = await callAs(page, `${AREA}/form?id=${id}`)
  return (Object.values(data.content.schema.properties)[0] as { 'x-options': Stored[] })['x-options']
}
const drawn = (page: Page) =>
  page.locator('.ag-form-picture-frame img').evaluateAll((all) => all.filter((each) => (each as HTMLImageElement).naturalWidth > 0).length)

describe('choice by picture', () => {
  it('[PICTURE-4] takes a picture for each option in the designer, made small, and further options from several files; a file that is none is refused in words', async () => {
    const { page, problems } = studio
    await page.locator('[data-entry="pictureChoice"]').click()
    const panel = page.getByRole('group', { name: 'Option 1', exact: true })
    await panel.getByLabel('Choose a picture for option 1').setInputFiles(await file(page, 'red.png', 'red'))
    await panel.getByLabel('Replace the picture of option 1').waitFor()
    await page.getByLabel('Choose a picture for option 2').setInputFiles(await file(page, 'blue.png', 'blue'))
    await page
      .getByLabel('Add pictures')
      .setInputFiles([await file(page, 'Evening sky.png', 'navy'), await file(page, 'Morning.png', 'gold')])
    await expect.poll(() => drawn(page)).toBe(4)
    await expect
      .poll(async () => (await options(page)).map(({ value, label, picture }) => [value, label.en, picture?.slice(0, 23)]))
      .toEqual([
        ['a', 'First picture', 'data:image/webp;base64,'],
        ['b', 'Second picture', 'data:image/webp;base64,'],
        ['evening-sky', 'Evening sky', 'data:image/webp;base64,'],
        ['morning', 'Morning', 'data:image/webp;base64,'],
      ])
    expect(await seriousProblems(page)).toEqual([])

    await page
      .getByLabel('Replace the picture of option 1')
      .setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await panel.getByText('This file cannot be read as a picture').waitFor()
    await page.getByRole('button', { name: 'Remove the picture of option 4' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => drawn(page)).toBe(3)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(() => drawn(page)).toBe(4)
    expect(await page.locator('.ag-studio-mistakes').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('[PICTURE-5] is answered with the keyboard on a phone, each picture named by the words of its option; the answer shows its words', async () => {
    const { page: desk } = studio
    await options(desk)
    expect((await callAs(desk, `${AREA}/form/publish`, { id })).code).toBe(0)
    expect((await callAs(desk, `${AREA}/publish`, { id })).code).toBe(0)
    const { data: link } = await callAs(desk, `${AREA}/link/${id}`)
    const visit = await openPage({ lang: 'en', width: 360, as: 'participant', path: new URL(link.address).pathname })
    const { page, problems } = visit
    await expect.poll(() => drawn(page)).toBe(4)
    expect(
      await page.getByRole('radio').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).labels![0]!.innerText.trim())),
    ).toEqual(['First picture', 'Second picture', 'Evening sky', 'Morning'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('radio', { name: 'First picture' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await page.getByRole('radio', { name: 'Evening sky' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Submit', exact: true }).focus()
    await page.keyboard.press('Enter')
    const stored = () =>
      onDatabase(async (db) => {
        const { rows } = await db.query(`select "values" from questionnaire_answer where "questionnaireId" = $1`, [id])
        return Object.values(rows[0]?.values ?? {})
      })
    await expect.poll(stored).toEqual(['evening-sky'])
    expect(problems).toEqual([])
    await visit.close()
  })

  it('[PICTURE-6] a form without it loads nothing of it', async () => {
    const { page: desk } = studio
    const { data: other } = await callAs(desk, `${AREA}/create`, {
      title: { zh: '没有图片', en: 'No pictures' },
      for: `competition:${await competitionId('Young Design Biennial')}`,
      mode: 'named',
      start: 'questionnaire.starter',
    })
    expect((await callAs(desk, `${AREA}/form/publish`, { id: other.id })).code).toBe(0)
    expect((await callAs(desk, `${AREA}/publish`, { id: other.id })).code).toBe(0)
    const loaded = async (questionnaire: string, as: string) => {
      const { data: link } = await callAs(desk, `${AREA}/link/${questionnaire}`)
      const visit = await openPage({ lang: 'en', as, fresh: true })
      const names: string[] = []
      visit.page.on('request', (request) => names.push(new URL(request.url()).pathname))
      await openPath(visit.page, new URL(link.address).pathname)
      await visit.page.locator('.ag-form').first().waitFor()
      await visit.settled()
      await visit.close()
      return names.filter((name) => /pictureChoice|richControls/.test(name))
    }
    expect(await loaded(other.id, 'participant')).toEqual([])
    expect(await loaded(id, 'school administrator')).not.toEqual([])
  })
})
