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
