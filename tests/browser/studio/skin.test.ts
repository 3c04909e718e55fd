/** A skin of a competition from nothing: drawn, refused for its contrast, mended by what is proposed, published and worn; a participant on a phone
 *  sees it. One page of each, no reload. */
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath, withoutFirstScreen } from '../../harness/openPage.ts'
import { competitionId } from '../road/person.ts'
import { callAs } from './callAs.ts'

/** No other test looks at how it is dressed. */
const COMPETITION = { zh: '全国大学生数学建模挑战赛', en: 'National Mathematical Modelling Challenge' }
const SHIPPED = '#3046c5'
const PALE = '#8db4ff'
const { SCREENSHOTS } = process.env
let desk: OpenPage
let phone: OpenPage | undefined
let made: string | undefined

/** However far the test got, the competition is dressed as before. */
afterAll(async () => {
  if (made) {
    await callAs(desk.page, '/api/web/skin/unwear', { id: made })
    expect(await callAs(desk.page, '/api/web/skin/remove', { id: made })).toMatchObject({ code: 0 })
  }
  await phone?.close()
  await desk?.close()
})

const shoot = (page: Page, name: string) => SCREENSHOTS && page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true })
/** Of the page, or of the page in the preview. */
const primary = (of: { locator(selector: string): { evaluate(read: (root: Element) => string): Promise<string> } }) =>
  of.locator('html').evaluate((root) => (root as HTMLElement).style.getPropertyValue('--agon-color-primary'))

it('a skin that cannot be read is not published; mended with a click it shows on the pages of its competition, and on no others', async () => {
  desk = await openPage({ as: 'organiser', path: '/admin/skin' })
  const { page } = desk

  // begun from a shipped one, for a competition that the person manages
  await page.locator('.ag-card', { hasText: '明亮' }).getByRole('button', { name: '用它新建' }).click()
  const dialog = page.getByRole('dialog', { name: '新建皮肤' })
  await dialog.getByLabel('名称').fill('数据蓝')
  await dialog.getByRole('combobox', { name: '用于' }).fill(COMPETITION.zh)
  await page.getByRole('option', { name: COMPETITION.zh }).first().click()
  await dialog.getByRole('button', { name: '新建' }).click()
  await page.waitForURL(/\/admin\/skin\/\d+$/)
  made = page.url().split('/').pop()
  const preview = page.frameLocator('.ag-preview__frame')
  await expect.poll(() => primary(preview)).toBe(SHIPPED)

  // the preview follows the hand, and the pair that cannot be read is named
  const colour = page.getByRole('textbox', { name: '主色：按钮与重点', exact: true })
  const publish = page.getByRole('button', { name: '发布', exact: true })
  await colour.fill(PALE)
  await page.getByText(/“按钮上的文字”在“主色：按钮与重点”上是 [\d.]+:1，至少需要 4.5:1/).waitFor()
  await expect.poll(() => primary(preview)).toBe(PALE)
  await expect.poll(() => publish.getAttribute('aria-disabled')).toBe('true')
  await shoot(page, 'skin-contrast')

  // from a logo: its colour, in a shade that can be read; one step takes it back
  const logo = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 8
    const surface = canvas.getContext('2d')!
    surface.fillStyle = '#0b6e4f'
    surface.fillRect(0, 0, 8, 8)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  await page.getByLabel('从标志取色').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(logo, 'base64') })
  await page.getByRole('button', { name: '改为 #0b6e4f' }).click()
  await expect.poll(() => primary(preview)).toBe('#0b6e4f')
  await page.getByText(/对比度检查通过/).waitFor()
  await shoot(page, 'skin-logo')
  await page.getByRole('button', { name: '撤销', exact: true }).click()
  await expect.poll(() => primary(preview)).toBe(PALE)

  // what is proposed mends it, pair by pair
  const proposals = page.locator('.ag-contrast').getByRole('button', { name: /^改为 #/ })
  for (let left = await proposals.count(); left > 0; left = await proposals.count()) {
    await proposals.first().click()
    await expect.poll(() => proposals.count()).toBeLessThan(left)
  }
  await page.getByText(/对比度检查通过/).waitFor()
  const mended = await colour.inputValue()
  expect(mended).not.toBe(SHIPPED)
  await page.getByText('草稿已保存，尚未发布').waitFor()
  await shoot(page, 'skin-mended')
  expect(await seriousProblems(page, { within: '.ag-designer' })).toEqual([])

  // on a phone and in English the designer is the same
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: 'English', exact: true }).first().click()
  await page.getByText(/Contrast check passed/).waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await shoot(page, 'skin-designer-en-360')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: '中文', exact: true }).first().click()

  // published and worn
  await publish.click()
  const asked = page.getByRole('dialog', { name: '发布这个皮肤？' })
  expect(await asked.getByRole('checkbox', { name: '发布后立即启用' }).isChecked()).toBe(true)
  await asked.getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('已发布，没有新的修改').waitFor()
  await page.getByRole('button', { name: '停用', exact: true }).waitFor()

  // a participant sees it there, and the usual colours elsewhere
  const id = await competitionId(COMPETITION.en)
  phone = await openPage({ width: 360, as: 'participant', path: `/details?competitionId=${id}` })
  const { page: small } = phone
  await expect.poll(() => primary(small)).toBe(mended)
  await shoot(small, 'skin-phone')
  expect(await seriousProblems(small, { rules: ['color-contrast'] })).toEqual([])
  await openPath(small, '/')
  await expect.poll(() => primary(small)).toBe(SHIPPED)
  expect(phone.problems).toEqual([])
  expect(desk.problems).toEqual([])
})

it('[SAFE-3] a skin that was stored before there were types shows its colours, and nothing that leaves its place', async () => {
  const visitor = await openPage({ fresh: true })
  const { page } = visitor
  const hostile = {
    id: 'own.skin.0',
    dark: false,
    tokens: { colorPrimary: '#123456', fontFamily: 'x;} body{display:none}', boxShadow: 'url(https://elsewhere.example/x)' },
    images: { banner: 'https://elsewhere.example/x.png' },
    layout: { 'a b': 'c' },
  }
  await withoutFirstScreen(page)
  await page.route('**/api/web/index/setting*', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, objectSkin: hostile } } })
  })
  await openPath(page, `/details?competitionId=${await competitionId(COMPETITION.en)}`)
  await expect.poll(() => primary(page)).toBe('#123456')
  const read = (name: string) => page.evaluate((variable) => document.documentElement.style.getPropertyValue(variable), name)
  expect(await read('--agon-font-family')).toContain('sans-serif')
  expect(await read('--agon-box-shadow')).toContain('rgba(')
  expect(await read('--agon-image-banner')).toBe('')
  expect(await page.locator('body').isVisible()).toBe(true)
  expect(visitor.problems).toEqual([])
  await visitor.close()
})
