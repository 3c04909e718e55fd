/** Staff edit a page where they see it: choose, type, move, insert, undo; on a computer and a phone at once. */
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage } from '../../harness/openPage.ts'
import { callAs } from './callAs.ts'

const DOCUMENT = 'page/competition.index'
const PATH = `/api/platform/document/${DOCUMENT}`
const { SCREENSHOTS } = process.env
let visit: OpenPage

afterEach(async () => {
  await callAs(visit.page, `${PATH}/discard`, {})
  await visit.close()
})

const shoot = (page: Page, name: string) => SCREENSHOTS && page.screenshot({ path: `${SCREENSHOTS}/${name}.png` })
const draft = async (page: Page) => (await callAs(page, `/api/platform/opened/${DOCUMENT}`)).data.content
const nodesOf = async (page: Page): Promise<string[]> => (await draft(page)).body[0].children.map(({ node }: { node: string }) => node)

async function openInPlace(lang: 'zh' | 'en', width = 1440): Promise<{ page: Page; desk: FrameLocator; phone: FrameLocator }> {
  visit = await openPage({ as: 'administrator', lang, width, path: `/admin/screens/${DOCUMENT}` })
  const { page } = visit
  const frame = (name: string) => page.frameLocator(`iframe[title$="${name}"]`)
  const [desk, phone] = [frame(lang === 'zh' ? '电脑' : 'Computer'), frame(lang === 'zh' ? '手机' : 'Phone')]
  if (width > 1023) await desk.locator('[data-in-place]').first().waitFor()
  await phone.locator('[data-in-place]').first().waitFor()
  return { page, desk, phone }
}

it('[SIGHT-1] a click on the live page chooses the node, and words are typed over the place where they are read', async () => {
  const { page, desk, phone } = await openInPlace('en')
  await desk.locator('h1').click()
  await expect.poll(() => page.getByRole('treeitem', { selected: true }).innerText()).toContain('Competitions')
  await desk.locator('h1').dblclick()
  const field = desk.locator('.ag-in-place-type')
  await field.fill('Contests, in place')
  await field.press('Enter')
  await expect.poll(() => desk.locator('h1').innerText()).toBe('Contests, in place')
  await expect.poll(() => phone.locator('h1').innerText()).toBe('Contests, in place')
  expect((await draft(page)).body[0].title).toEqual({ zh: '竞赛中心', en: 'Contests, in place' })
  await shoot(page, 'in-place-en')
  expect(await seriousProblems(page, { within: 'main' })).toEqual([])
  expect(visit.problems).toEqual([])
})

it('[SIGHT-2] nodes are inserted with a sample, moved by keys and by dragging, and each change is undone', async () => {
  const { page, desk } = await openInPlace('zh')
  const before = (await draft(page)).body[0].children.map(({ node }: { node: string }) => node) as string[]
  await page.getByRole('treeitem').nth(2).click()
  await page.getByRole('button', { name: '插入' }).click()
  const palette = page.getByRole('dialog')
  await palette.getByRole('searchbox').fill('提示')
  await shoot(page, 'in-place-palette')
  await palette.getByRole('button', { name: /banner/ }).click()
  await desk.getByText('报名将在今晚截止').waitFor({ timeout: 120_000 })
  await expect.poll(() => nodesOf(page)).toEqual([before[0], 'banner', ...before.slice(1)])

  await page.getByRole('treeitem', { selected: true }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => nodesOf(page)).toEqual(['banner', ...before])
  await page.getByText('已移到第 1 位').waitFor()

  // the frame shows the stored draft: what is dragged before it does stands elsewhere
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  await expect.poll(async () => (await top(desk.getByText('报名将在今晚截止'))) < (await top(desk.locator(QUERY).last()))).toBe(true)
  await desk.getByText('报名将在今晚截止').hover()
  await dragBelow(page, desk)
  await expect.poll(() => nodesOf(page)).toEqual([before[0], 'banner', ...before.slice(1)])

  await page.keyboard.press('Control+z')
  await expect.poll(() => nodesOf(page)).toEqual(['banner', ...before])
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect.poll(() => nodesOf(page)).toEqual(before)
  expect(visit.problems).toEqual([])
})

const QUERY = '.ag-query'

/** From the banner to the lower half of the part below it. */
async function dragBelow(page: Page, desk: FrameLocator): Promise<void> {
  const from = await restingBox(desk.getByText('报名将在今晚截止'))
  const to = await restingBox(desk.locator(QUERY).last())
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(to.x + 30, to.y + to.height - 4, { steps: 8 })
  await page.mouse.up()
}

/** The box of a part once its content has come: it stands the same in three looks. */
async function restingBox(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const looks: string[] = []
  await expect
    .poll(
      async () => {
        looks.push(JSON.stringify(await part.boundingBox()))
        return looks.length > 2 && new Set(looks.slice(-3)).size === 1
      },
      { timeout: 120_000, interval: 200 },
    )
    .toBe(true)
  return (await part.boundingBox())!
}

it('[SIGHT-3] fits a phone, and the page can be tried without choosing', async () => {
  const { page, phone } = await openInPlace('en', 360)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Try' }).click()
  await phone.getByRole('link', { name: /About/ }).first().click()
  await expect.poll(() => phone.locator('html').getAttribute('data-address')).not.toBe('/competition')
  await shoot(page, 'in-place-360')
  expect(await seriousProblems(page, { within: 'main' })).toEqual([])
})

it('[SIGHT-8] two versions are compared in words and side by side, with the changed parts outlined in both', async () => {
  const { page } = await openInPlace('zh')
  const { content } = (await callAs(page, `/api/platform/opened/${DOCUMENT}`)).data
  const [section] = content.body
  const changed = { ...section, title: { zh: '全部竞赛', en: 'All competitions' }, children: section.children.slice(1) }
  const notice = { node: 'banner', tone: 'info', title: { zh: '今晚截止', en: 'Closes tonight' } }
  await callAs(page, PATH, { content: { ...content, body: [notice, changed, ...content.body.slice(1)] } })
  await page.reload()
  await page.getByRole('tab', { name: '对比与版本' }).click()
  const list = page.locator('.ag-in-place__changes')
  await list.getByText('新增', { exact: true }).waitFor()
  await list.getByText('删除', { exact: true }).first().waitFor()
  await list
    .getByText(/竞赛中心/)
    .first()
    .waitFor()
  const side = (name: string) => page.frameLocator(`iframe[title$="${name}"]`)
  await side('现在').locator('[data-in-place-change="added"]').getByText('今晚截止').waitFor({ timeout: 120_000 })
  await side('原来').locator('[data-in-place-change="removed"]').first().waitFor({ timeout: 120_000 })
  expect(await side('原来').getByText('今晚截止').count()).toBe(0)
  await list.getByRole('button', { name: /今晚截止/ }).click()
  await side('现在').locator('[data-in-place-shown]').waitFor()
  await shoot(page, 'in-place-compare')
  expect(await seriousProblems(page, { within: 'main' })).toEqual([])
  expect(visit.problems).toEqual([])
})
