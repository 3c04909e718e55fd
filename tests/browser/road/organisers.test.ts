/** The row of organisers on the home page. */
import { expect, it } from 'vitest'
import { openPage, openPath } from '../../harness/openPage.ts'
import { expectSound } from '../../harness/visitServer.ts'

const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30"/></svg>')}`

it.each([
  ['en', 1440, 'Organisers on Agon'],
  ['zh', 360, '在 Agon 办赛的机构'],
] as const)('[ORGANISERS-1] are named on the home page, each with the way to its page (%s, %i)', async (lang, width, title) => {
  const { page, problems, close } = await openPage({ lang, width, path: '/' })
  const row = page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) }).last()
  const links = row.getByRole('link')
  await expect.poll(() => links.count()).toBeGreaterThan(1)
  expect(await links.count()).toBeLessThanOrEqual(12)
  await expectSound(page)
  const name = await links.first().textContent()
  await links.first().click()
  await page.getByRole('heading', { level: 1, name: name ?? '' }).waitFor()
  expect(problems).toEqual([])
  await close()
})

it('[ORGANISERS-2] show a logo in place of the name, which names it; without organisers there is no row', async () => {
  const { page, close } = await openPage({ lang: 'en', path: '/news' })
  const answer = (data: object[]) =>
    page.route('**/api/web/page/organisers', (route) => route.fulfill({ json: { code: 0, message: '', data } }))
  await answer([
    { id: '1', name: { zh: '甲', en: 'First' }, logo: PICTURE },
    { id: '2', name: { zh: '乙', en: 'Second' }, logo: null },
  ])
  await openPath(page, '/')
  const picture = page.getByRole('link', { name: 'First' }).getByRole('img', { name: 'First' })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(90)
  expect(await page.getByRole('link', { name: 'Second' }).getByRole('img').count()).toBe(0)
  await page.unroute('**/api/web/page/organisers')
  await answer([])
  await openPath(page, '/news')
  await openPath(page, '/')
  await page.getByRole('heading', { name: 'How to take part' }).waitFor()
  await expect.poll(() => page.getByRole('heading', { name: 'Organisers on Agon' }).count()).toBe(0)
  await close()
})
