/** The editor of formatted texts that pages are made of. */
import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { openChooser } from '../../harness/openChooser.ts'
import { type OpenPage, openPage, settled } from '../../harness/openPage.ts'
import { plainPicture } from '../../server/services/uploadFile.ts'
import { onDatabase } from '../road/person.ts'

let visit: OpenPage
afterEach(() => visit?.close())

const EDIT = '/createNewCompetition/competition/entryGuide?competitionId=2'
const area = (page: Page) => page.getByRole('textbox', { name: 'Entry guide (Chinese)' })
const tool = (page: Page, name: string) =>
  page.locator('.ag-form-rich-text', { has: area(page) }).getByRole('button', { name, exact: true })

it('[RICH-1] sets links and buttons, makes tables, columns and questions, and takes steps back', async () => {
  visit = await openPage({ lang: 'en', as: 'organiser', path: EDIT })
  const { page, problems } = visit
  await area(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Rules')
  await page.keyboard.press('Control+a')
  await tool(page, 'Link').click()
  const address = page.getByLabel('Address of the link')
  await address.fill('nowhere at all')
  await address.press('Enter')
  await page.getByText('Enter a web address').waitFor()
  await address.fill('example.org/rules')
  await page.getByLabel('Show as a button').check()
  await address.press('Enter')
  await expect.poll(() => area(page).locator('a').getAttribute('href')).toBe('https://example.org/rules')
  expect(await area(page).locator('a').getAttribute('data-button')).toBe('primary')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  for (const name of ['Table', 'Columns', 'People', 'Question and answer']) {
    await tool(page, name).click()
    await page.keyboard.press('Control+End')
  }
  expect(await area(page).locator('table tr').count()).toBe(3)
  expect(await area(page).locator('[data-column]').count()).toBe(5)
  expect(await area(page).getByText('Position and organisation').count()).toBe(3)
  await tool(page, 'Undo').click()
  expect(await area(page).locator('.ag-rich-question').count()).toBe(0)
  await tool(page, 'Redo').click()
  expect(await area(page).locator('.ag-rich-question').count()).toBe(1)
  expect(await seriousProblems(page)).toEqual([])
  expect(problems).toEqual([])
})

it('[RICH-1] leaves the caret in the text while a button is pressed', async () => {
  visit = await openPage({ lang: 'en', as: 'organiser', path: EDIT })
  const { page } = visit
  await area(page).click()
  await page.keyboard.press('Control+End')
  await tool(page, 'Bold').hover()
  await page.mouse.down()
  expect(await area(page).evaluate((text) => text.contains(document.activeElement))).toBe(true)
  await page.keyboard.type('here')
  await page.mouse.up()
  await expect.poll(() => area(page).innerText()).toContain('here')
})

it('[RICH-2] takes a picture, which stands in the text after a save and a new opening', async () => {
  visit = await openPage({ lang: 'en', as: 'organiser', path: EDIT })
  const { page } = visit
  await area(page).click()
  await page.keyboard.press('Control+End')
  const chooser = await openChooser(page, () => tool(page, 'Picture').click())
  await chooser.setFiles({ name: 'hall.png', mimeType: 'image/png', buffer: await plainPicture(300, 200) })
  const picture = area(page).locator('img').last()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await page
    .getByText(/Saved \d/)
    .first()
    .waitFor()
  await page.reload()
  await expect.poll(() => area(page).locator('img').last().getAttribute('alt')).toBe('hall')
  await expect
    .poll(() =>
      area(page)
        .locator('img')
        .last()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(300)
})

const SAVED = `SELECT to_jsonb(c)::text LIKE '%rules.csv%' AS found FROM competition_competition c WHERE id = 2`

it('[RICH-4] takes live parts and files: the page fills the part in with what is current, and its reader saves the file', async () => {
  visit = await openPage({ lang: 'en', as: 'organiser', path: EDIT })
  const { page, problems } = visit
  await area(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await tool(page, 'Insert “Schedule”').click()
  await area(page).getByText('“Schedule”: the page shows what is current here').waitFor()
  const chooser = await openChooser(page, () => tool(page, 'File').click())
  await chooser.setFiles({ name: 'rules.csv', mimeType: 'text/csv', buffer: Buffer.from('rule,points\nfirst,1\n') })
  await area(page).getByRole('link', { name: 'rules.csv' }).waitFor()
  // what was saved before says so as well
  await expect.poll(() => onDatabase((db) => db.query(SAVED).then(({ rows }) => rows[0].found))).toBe(true)
  await page.reload()
  await area(page).getByText('“Schedule”: the page shows what is current here').waitFor()
  expect(problems).toEqual([])
  await visit.close()

  const [first, second] = ['Practice day moved here', 'Practice day']
  await onDatabase((db) =>
    db.query(
      `INSERT INTO competition_milestone ("competitionId", title, at, until) VALUES (2, $1, now() + interval '3 days', now() + interval '4 days')`,
      [JSON.stringify({ zh: second, en: second })],
    ),
  )
  visit = await openPage({ lang: 'en', path: '/details/entryGuide?competitionId=2' })
  const text = visit.page.locator('.ag-prose')
  await text.getByText(second, { exact: true }).waitFor()
  await onDatabase((db) =>
    db.query(`UPDATE competition_milestone SET title = $1 WHERE title->>'en' = $2`, [JSON.stringify({ zh: first, en: first }), second]),
  )
  // a page for visitors may be as it was a second ago
  const isRenewed = async () => {
    await visit.page.reload()
    await text.getByText(/Practice day/).waitFor()
    return text.getByText(first, { exact: true }).count()
  }
  await expect.poll(isRenewed).toBe(1)
  const [saved] = await Promise.all([visit.page.waitForEvent('download'), text.getByRole('link', { name: 'rules.csv' }).click()])
  expect(saved.suggestedFilename()).toBe('rules.csv')
  expect(await seriousProblems(visit.page)).toEqual([])
  expect(visit.problems).toEqual([])
})

const KEEPS_VIDEOS = `SELECT count(*)::int AS n FROM competition_competition WHERE id = 2 AND guide::text LIKE '%data-video%' AND guide::text LIKE '%76979871%'`
const SITES = /player\.vimeo\.com|www\.youtube/

it('[RICH-5] takes a video of a listed site or an upload; a reader loads it by a click, and another site hears of nobody before', async () => {
  visit = await openPage({ lang: 'en', as: 'organiser', path: EDIT })
  const { page, problems } = visit
  await area(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await tool(page, 'Video').click()
  await page.getByText('Videos of these sites play on the page: Bilibili, Tencent Video, Youku, YouTube, Vimeo').waitFor()
  const address = page.getByLabel('Address of the video')
  await address.fill('https://evil.example/watch?v=dQw4w9WgXcQ')
  await address.press('Enter')
  await page.getByText('This is no address of a video of these sites').waitFor()
  await address.fill('https://vimeo.com/76979871')
  await page.getByLabel('Name of the video').fill('The hall')
  await address.press('Enter')
  await area(page).locator('.ag-rich-video', { hasText: 'Video from Vimeo' }).waitFor()
  await tool(page, 'Video').click()
  const chooser = await openChooser(page, () => page.getByRole('button', { name: 'Upload a video (mp4, webm)' }).click())
  await chooser.setFiles({ name: 'talk.webm', mimeType: 'video/webm', buffer: smallVideo() })
  await area(page).locator('.ag-rich-video', { hasText: 'Uploaded video' }).waitFor()
  await expect.poll(() => onDatabase((db) => db.query(KEEPS_VIDEOS).then(({ rows }) => rows[0].n))).toBe(1)
  await page.reload()
  await area(page).locator('.ag-rich-video', { hasText: 'The hall' }).waitFor()
  await area(page).locator('.ag-rich-video', { hasText: 'talk' }).waitFor()
  expect(problems).toEqual([])
  await visit.close()

  visit = await openPage({ lang: 'en', path: '/404' })
  const reader = visit.page
  const asked: string[] = []
  await reader.route(SITES, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>player</title>' })
  })
  const isRenewed = async () => {
    await reader.goto(new URL('/details/entryGuide?competitionId=2', reader.url()).href)
    await settled(reader)
    return reader.locator('.ag-video').count()
  }
  await expect.poll(isRenewed).toBe(2)
  await reader.getByText('Plays from Vimeo, which then learns that you watch it.').waitFor()
  const poster = reader.getByRole('link', { name: 'Play the video “The hall”' })
  // without script it is a link to the site
  expect(await poster.getAttribute('href')).toBe('https://vimeo.com/76979871')
  expect(asked).toEqual([])
  const size = async () => {
    const { width, height } = (await reader.locator('.ag-video__frame').first().boundingBox())!
    return { width, height }
  }
  const before = await size()
  expect(before.width / before.height).toBeCloseTo(16 / 9, 1)
  await poster.click()
  const frame = reader.locator('.ag-video iframe')
  await frame.waitFor()
  expect(await frame.getAttribute('title')).toBe('The hall')
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-presentation allow-popups')
  await expect.poll(() => asked).toEqual(['https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'])
  expect(await size()).toEqual(before)
  await reader.getByRole('link', { name: 'Play the video “talk”' }).click()
  await reader.locator('.ag-video video').waitFor()
  expect(await seriousProblems(reader)).toEqual([])
})

/** The head of a webm file, which is as much as the server looks at. */
function smallVideo(): Buffer {
  const element = (id: number[], content: Buffer) => Buffer.concat([Buffer.from(id), Buffer.from([0x80 | content.length]), content])
  const head = element([0x42, 0x82], Buffer.from('webm'))
  return Buffer.concat([element([0x1a, 0x45, 0xdf, 0xa3], head), element([0x18, 0x53, 0x80, 0x67], Buffer.alloc(64))])
}
