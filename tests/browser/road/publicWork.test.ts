/** A visitor looks through the works of a competition, on a phone and at a desk. */
import { afterEach, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'

const VOTING = '/vote/2'
const PHONE = 360
const DESK = 1440

let visit: OpenPage
afterEach(() => visit.close())

it('[WORK-91] a visitor sees a work large, goes through its pictures with arrow keys, and on to the next work', async () => {
  visit = await openPage({ lang: 'en', width: DESK, path: '/competition/worksShow/2' })
  const { page, problems } = visit
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('button', { name: /^Enlarge/ }).click()
  const whole = page.getByRole('dialog', { name: title })
  await whole.getByText('1 / 2').waitFor()
  await whole.getByRole('button', { name: 'Next one' }).focus()
  await page.keyboard.press('ArrowRight')
  await whole.getByText('2 / 2').waitFor()
  expect(await seriousProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await whole.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await page.keyboard.press('Escape')
  await page
    .getByRole('link', { name: /^Next: / })
    .or(page.getByRole('button', { name: /^Next: / }))
    .click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).not.toBe(title)
  expect(problems).toEqual([])
})

it('[LOOK-90] on a phone a card with a cover is a row: five works take no more than a screen and a half', async () => {
  visit = await openPage({ lang: 'en', width: PHONE, path: VOTING })
  const { page } = visit
  const cards = page.locator('.ag-cards').first().locator('> li')
  await cards.nth(4).waitFor()
  const first = await cards.first().boundingBox()
  const fifth = await cards.nth(4).boundingBox()
  expect(fifth!.y + fifth!.height - first!.y).toBeLessThan(1110)
  // what does not fit beside its name stands below it, not letter under letter
  const thin = await cards
    .locator('dd')
    .evaluateAll((facts) =>
      facts.filter((fact) => fact.textContent!.length > 2 && fact.clientWidth < 2 * Number.parseFloat(getComputedStyle(fact).fontSize)),
    )
  expect(thin.length).toBe(0)
})

it('[LOOK-91] the support button is moved by arrow keys, and stays there on the next page', async () => {
  visit = await openPage({ lang: 'en', width: DESK, path: '/competition' })
  const { page } = visit
  const grip = page.getByRole('button', { name: /^Move this button/ })
  await grip.focus()
  const before = (await grip.boundingBox())!
  for (let times = 0; times < 3; times++) await page.keyboard.press('ArrowUp')
  await expect.poll(async () => Math.round(before.y - (await grip.boundingBox())!.y)).toBe(72)
  await openPath(page, '/news')
  await expect.poll(async () => Math.round(before.y - (await grip.boundingBox())!.y)).toBe(72)
})

it.each([
  ['en', PHONE],
  ['zh', PHONE],
  ['en', DESK],
  ['zh', DESK],
] as const)(
  '[LOOK-94] when voting closes stands on one line for who is signed in, and the day and time below on one (%s, %i)',
  async (lang, width) => {
    visit = await openPage({ lang, width, as: 'participant', path: VOTING })
    const stat = visit.page.locator('.ag-stat', { has: visit.page.locator('time') })
    await stat.waitFor()
    const lines = (part: string) =>
      stat.locator(part).evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      })
    expect([await lines('.ag-stat__value'), await lines('.ag-stat__hint')]).toEqual([1, 1])
  },
)

it('[LOOK-95] the page of an entrant leaves out what it does not have, and says once which competition it is', async () => {
  visit = await openPage({ lang: 'en', width: PHONE, path: '/details/player/121' })
  const { page } = visit
  await page.getByText('School or organisation', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Works' }).waitFor()
  const facts = await page.locator('.ag-detail').first().locator('dd').allInnerTexts()
  expect(facts.filter((fact) => fact.trim() === '')).toEqual([])
  expect(await page.getByRole('main').getByText('Young Design Biennial', { exact: true }).count()).toBe(1)
})

it('[TALK-9] a reader reports a work and a comment on a phone; the organiser reads both, with the reason of the work', async () => {
  const writer = await openPage({ lang: 'en', as: 'organiser 2', path: '/competition/worksShow/2' })
  await writer.page.getByRole('textbox').fill('Buy followers at example.com')
  await writer.page.getByRole('button', { name: 'Post', exact: true }).click()
  await writer.page.getByText('Buy followers at example.com').first().waitFor()
  await writer.close()

  visit = await openPage({ lang: 'en', width: PHONE, as: 'participant', path: '/competition/worksShow/2' })
  const { page, problems } = visit
  const report = async (button: string, dialog: string, reason: string) => {
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await page
      .getByRole('dialog', { name: dialog })
      .getByLabel(/^Reason/)
      .fill(reason)
    await page.getByRole('dialog', { name: dialog }).getByRole('button', { name: 'Report', exact: true }).click()
    await page.getByRole('dialog', { name: dialog }).waitFor({ state: 'detached' })
    await page.getByText('Reported. The organiser will look at it').first().waitFor()
  }
  await report('Report this work', 'Report this work', 'This is my drawing.')
  await report('Report', 'Report this comment', 'Advertising.')
  expect(problems).toEqual([])

  const staff = await openPage({ lang: 'en', as: 'administrator', path: '/admin/workmanagement?competitionId=2' })
  try {
    await staff.page.getByRole('tab', { name: /^Reports/ }).click()
    await staff.page.getByRole('row', { name: /This is my drawing\./ }).waitFor()
    await staff.page.getByRole('tab', { name: 'Comments' }).click()
    await staff.page
      .getByRole('row', { name: /Buy followers/ })
      .getByRole('cell', { name: '1', exact: true })
      .waitFor()
  } finally {
    await staff.close()
  }
})

it('[NEWS-90] a piece of news shows others of its competition, never itself, and is shared by a code', async () => {
  visit = await openPage({ lang: 'en', width: PHONE, path: '/news' })
  const { page, problems } = visit
  const read = async (id: string) => {
    await openPath(page, `/news/${id}`)
    await page.getByRole('button', { name: 'Share', exact: true }).waitFor()
  }
  await read('1')
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const others = page.locator('section', { has: page.getByRole('heading', { name: /^More news/ }) }).last()
  const titles = await others.locator('.ag-card__title').allInnerTexts()
  expect(titles.length).toBeGreaterThan(0)
  expect(titles).not.toContain(title)
  await others.locator('.ag-card__title').first().click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe(titles[0])
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page
    .getByRole('dialog', { name: `Share “${titles[0]}”` })
    .getByRole('img', { name: 'Scan to open it on a phone' })
    .waitFor()
  expect(problems).toEqual([])
})
