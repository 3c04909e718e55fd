/** A certificate of one's own from the gallery: designed by pointer and keyboard, taken back, looked at with the hard cases, refused and published; looked at on a phone in English. */
import { afterAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { competitionId } from '../road/person.ts'
import { callAs } from './callAs.ts'

const COMPETITION = { zh: '全国大学生数学建模挑战赛', en: 'National Mathematical Modelling Challenge' }
const T = '/api/web/certificate/template'
const { SCREENSHOTS } = process.env
let desk: OpenPage
let phone: OpenPage | undefined
let made: string | undefined

afterAll(async () => {
  if (made) expect(await callAs(desk.page, `${T}/remove`, { id: made })).toMatchObject({ code: 0 })
  await phone?.close()
  await desk?.close()
})

const shoot = (name: string, { page } = desk) => SCREENSHOTS && page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true })

it('[CERT-DESIGN-1] a template is designed by pointer and keyboard, taken back, looked at as PDF, refused for an unknown value, and published', async () => {
  desk = await openPage({ as: 'organiser', path: '/admin/cert/setTemplate' })
  const { page } = desk
  await shoot('print-gallery')

  // begun from the gallery, for a competition that the person manages
  await page.locator('.ag-card', { hasText: '简约' }).getByRole('button', { name: '用它新建' }).click()
  const dialog = page.getByRole('dialog', { name: '新建证书模板' })
  await dialog.getByLabel('名称').fill('金奖证书')
  await dialog.getByRole('combobox', { name: '用于' }).fill(COMPETITION.zh)
  await page.getByRole('option', { name: COMPETITION.zh }).first().click()
  await dialog.getByRole('button', { name: '新建' }).click()
  await page.waitForURL(/\/admin\/cert\/setTemplate\/\d+$/)
  made = page.url().split('/').pop()
  const content = async () => (await callAs(page, `${T}/get/${made}`)).data.content
  const canvas = page.getByRole('group', { name: '画布' })
  await canvas.waitFor()

  // added from the menu, moved by keyboard, taken back and done again
  const before = (await content()).pages[0].elements.length
  await page.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByRole('menuitem', { name: '文字' }).click()
  const x = page.getByRole('spinbutton', { name: '左边距' })
  const start = Number(await x.inputValue())
  await canvas.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => Number(await x.inputValue())).toBe(start + 11)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => Number(await x.inputValue())).toBe(start + 1)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(async () => Number(await x.inputValue())).toBe(start + 11)

  // dragged with the pointer: it snaps to the middle of the sheet
  const chosen = page.locator('.ag-print-chosen')
  const box = (await chosen.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 25, box.y + box.height / 2 + 40, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => Number(await x.inputValue())).not.toBe(start + 11)
  const handle = (await page.locator('[data-handle="e"]').boundingBox())!
  const width = Number(await page.locator('#panel_width').inputValue())
  await page.mouse.move(handle.x + 6, handle.y + 6)
  await page.mouse.down()
  await page.mouse.move(handle.x + 46, handle.y + 6, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Number(await page.locator('#panel_width').inputValue())).toBeGreaterThan(width)

  // values are chosen from the list
  const text = page.getByRole('textbox', { name: '中文文字' })
  await text.fill('学校：')
  await page.getByRole('combobox', { name: /^插入变量/ }).selectOption({ label: '学校或单位' })
  await expect.poll(() => text.inputValue()).toBe('学校：{{person.school}}')
  await page.getByText('草稿已保存，尚未发布').waitFor()
  await expect.poll(async () => (await content()).pages[0].elements.length).toBe(before + 1)
  // an earlier step may be what was saved so far
  await expect.poll(async () => (await content()).pages[0].elements.at(-1).text.zh).toBe('学校：{{person.school}}')
  await shoot('print-designer')
  expect(await seriousProblems(page, { within: '.ag-designer' })).toEqual([])

  // two together: resized by one handle as one, taken back; a click on one of them chooses it alone
  const layers = page.locator('.ag-print-layers__name')
  const widths = async () => {
    const { elements } = (await content()).pages[0]
    return [elements.at(-1).width, elements.at(-2).width]
  }
  const was = await widths()
  await layers.nth(0).click()
  await layers.nth(1).click({ modifiers: ['Shift'] })
  await page.getByText('已选择 2 个图层').waitFor()
  const together = (await page.locator('.ag-print-handles--several [data-handle="e"]').boundingBox())!
  await page.mouse.move(together.x + 6, together.y + 6)
  await page.mouse.down()
  await page.mouse.move(together.x - 54, together.y + 6, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await widths()).every((each, at) => each < was[at])).toBe(true)
  await canvas.focus()
  await page.keyboard.press('Control+z')
  await expect.poll(widths).toEqual(was)

  // layers are put into another order by dragging and by keyboard, and back
  const order = () => layers.allInnerTexts()
  await layers.nth(0).click()
  const first = await order()
  const dragged = (await layers.nth(0).boundingBox())!
  const target = (await layers.nth(2).boundingBox())!
  await page.mouse.move(dragged.x + 20, dragged.y + dragged.height / 2)
  await page.mouse.down()
  await page.mouse.move(target.x + 20, target.y + target.height - 3, { steps: 6 })
  await page.mouse.up()
  await expect.poll(order).toEqual([first[1], first[2], first[0], ...first.slice(3)])
  await layers.nth(2).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toEqual([first[1], first[0], ...first.slice(2)])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(first[0])
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(order).toEqual(first)

  // what a file for pdfme cannot hold is told by name before the download
  await page.getByRole('button', { name: '导出给其他工具' }).click()
  const losses = page.getByRole('dialog', { name: '导出给其他工具' })
  await losses.getByText('字体：其他工具使用自己的字体').waitFor()
  await losses.getByText('缺少内容时的处理规则：').waitFor()
  await shoot('print-pdfme')
  expect(await seriousProblems(page, { within: '[role="dialog"]' })).toEqual([])
  const download = page.waitForEvent('download')
  await losses.getByRole('button', { name: '下载' }).click()
  expect((await download).suggestedFilename()).toBe('金奖证书.pdfme.json')
  await losses.waitFor({ state: 'hidden' })
  await layers.nth(0).click()

  // a value that there is not: told with its place, and not published
  const publish = page.getByRole('button', { name: '发布', exact: true })
  await text.fill('{{person.shool}}')
  await page.getByText('使用了不存在的变量 person.shool').waitFor()
  await expect.poll(() => publish.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Control+End')
  await text.fill('学校：{{person.school}}')
  await page.getByText('草稿已保存，尚未发布').waitFor()

  // the real sheet, with the hard cases
  await page.getByRole('tab', { name: '预览' }).click()
  const sheet = page.getByRole('img', { name: /^预览，第 1/ })
  await page.locator('canvas[data-drawn="true"]').first().waitFor()
  await shoot('print-preview')
  await page.getByRole('combobox', { name: '预览数据' }).selectOption('missing')
  await page.getByText('缺少内容：奖项名称').waitFor()
  await shoot('print-preview-missing')
  await sheet.waitFor()
  expect(await seriousProblems(page, { within: '.ag-designer' })).toEqual([])

  await publish.click()
  await page.getByRole('alertdialog').getByRole('button', { name: '发布', exact: true }).click()
  await page.getByText('已发布，没有新的修改').waitFor()
  const offered = await callAs(page, '/api/web/certificate/listCompetitionTemplate', {
    competitionId: await competitionId(COMPETITION.en),
  })
  expect(offered.data.list.map(({ id }: { id: string }) => id)).toContain(`own.print.${made}`)
  expect(desk.problems).toEqual([])
})

it('[CERT-DESIGN-2] on a phone, in English, the template is seen whole and set by its panels', async () => {
  phone = await openPage({ as: 'organiser', lang: 'en', width: 360, path: `/admin/cert/setTemplate/${made}` })
  const { page } = phone
  await page.getByRole('group', { name: 'Canvas' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.locator('.ag-print-layers__name').first().click()
  await page.getByRole('textbox', { name: 'English text' }).fill('School: {{person.school}}')
  await page.getByText('Draft saved').first().waitFor()
  await shoot('print-phone', phone)
  expect(await seriousProblems(page, { within: '.ag-designer' })).toEqual([])
  await page.getByRole('tab', { name: 'Preview' }).click()
  await page.locator('canvas[data-drawn="true"]').first().waitFor()
  await shoot('print-phone-preview', phone)
  expect(phone.problems).toEqual([])
})

it('[CERT-DESIGN-3] a change is saved though the one before could not be read back', async () => {
  await openPath(desk.page, `/admin/cert/setTemplate/${made}`)
  const { page } = desk
  const canvas = page.getByRole('group', { name: '画布' })
  await canvas.waitFor()
  await page.locator('.ag-print-layers__name').first().click()
  const x = page.getByRole('spinbutton', { name: '左边距' })
  const start = Number(await x.inputValue())
  await page.route(`**${T}/get/${made}*`, (route) => route.abort(), { times: 1 })
  for (const step of [1, 2]) {
    const saved = page.waitForResponse((reply) => reply.url().endsWith(`${T}/save`)).then((reply) => reply.json())
    await canvas.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => Number(await x.inputValue())).toBe(start + step)
    expect(await saved).toMatchObject({ code: 0 })
  }
  await page.getByText('草稿已保存，尚未发布').waitFor()
  const { elements } = (await callAs(page, `${T}/get/${made}`)).data.content.pages[0]
  expect(elements.at(-1).x).toBe(start + 2)
})
