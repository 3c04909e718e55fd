/** Staff of the platform make a whole screen of documents and work with it, and change the words of a shipped one and take them back. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath, settled } from '../../harness/openPage.ts'
import { competitionId, onDatabase } from '../road/person.ts'
import { callAs } from './callAs.ts'

const AREA = 'letters'
const OWN = 'backers'
const SHIPPED = { document: 'page:support.messages', route: '/admin/leavmessage', title: '留言管理' }
const SENDER = '沈若溪'
const REASON = 'The student card of member 2 is not legible.'
const { SCREENSHOTS } = process.env
let visit: OpenPage
let bystander: OpenPage

/** However far the test got, the platform is as shipped. Who is named goes after who names it. */
afterAll(async () => {
  const { page } = visit
  const documents = ['menu:menu', 'page:one', 'page:list', 'table:list', 'form:item', 'resource:item', 'enum:level', 'entity:item']
  const mine = [SHIPPED.document, ...[AREA, OWN].flatMap((area) => documents.map((name) => name.replace(':', `:${area}.`)))]
  for (const document of mine) {
    const path = `/api/platform/document/${document.replace(':', '/')}`
    await callAs(page, `${path}/discard`, {})
    await callAs(page, `${path}/takeBack`, {})
  }
  await onDatabase((db) => db.query('delete from support_message where name = $1', [SENDER]))
  expect(await changed(page)).toEqual([])
  await bystander?.close()
  await visit.close()
})

const shoot = (page: Page, name: string) => SCREENSHOTS && page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true })

/** What is no longer as shipped, of what this test touches. */
async function changed(page: Page): Promise<string[]> {
  const found = await Promise.all(
    ['added', 'overridden', 'draft'].map((state) => callAs(page, `/api/platform/document?state=${state}&pageSize=100`)),
  )
  const keys = found.flatMap(({ data }) => data.list.map(({ key }: { key: string }) => key)) as string[]
  return keys.filter((key) => [AREA, OWN].some((area) => key.includes(`:${area}.`)) || key === SHIPPED.document)
}

async function choose(page: Page, name: string, options: string[]): Promise<void> {
  await page.getByRole('combobox', { name }).click()
  for (const option of options) await page.getByRole('option', { name: option, exact: true }).first().click()
  await page.keyboard.press('Escape')
}

/** Replies of an address wait until they are released. */
async function holdBack(page: Page, address: string): Promise<{ release(): Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return {
    async release() {
      resolve()
      await page.unroute(address, undefined)
    },
  }
}

async function confirm(page: Page, button: string, yes: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: yes, exact: true }).click()
}

/** An organiser who is in the middle of something. */
async function beginSendingBack(): Promise<Locator> {
  const id = await competitionId('National Mathematical Modelling Challenge')
  bystander = await openPage({ lang: 'en', as: 'organiser', path: `/admin/regManagement?competitionId=${id}` })
  const { page } = bystander
  await page.getByRole('row').filter({ hasText: 'Under review' }).first().getByRole('cell').nth(2).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send back' }).click()
  const reason = page
    .getByRole('dialog')
    .last()
    .getByLabel(/Reason/)
  await reason.fill(REASON)
  return reason
}

it('a screen made of documents alone is worked with, and the changed words of a shipped one are taken back', async () => {
  visit = await openPage({ as: 'administrator', path: '/admin/screens/new' })
  const { page, problems } = visit

  // what it shows is chosen, and the documents are seen before anything is saved
  await page.getByRole('radio', { name: '平台已有的数据' }).check()
  await page.getByRole('combobox', { name: '展示内容' }).fill('留言')
  await page.getByRole('option', { name: /^留言/ }).click()
  await page.getByLabel('标题（中文）').fill('来信登记')
  await page.getByLabel('标题（英文）').fill('Letters')
  await page.getByLabel('编号').fill(AREA)
  await choose(page, '列表的列', ['称呼', '留言内容', '状态'])
  await choose(page, '筛选条件', ['状态'])
  await choose(page, '表单的字段', ['称呼', '联系方式', '留言内容'])
  await shoot(page, 'screens-wishes')
  expect(await seriousProblems(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: '查看将生成的内容' }).click()
  await page.getByRole('heading', { name: '将要生成的内容' }).waitFor()
  await page.getByText('页面 · 来信登记', { exact: true }).waitFor()
  expect(await changed(page)).toEqual([])

  // published together, it is there: in the menu, with its filter and its drawer; who works elsewhere keeps what they are at
  const reason = await beginSendingBack()
  const anew = bystander.page.waitForResponse('**/api/platform/page/**')
  await confirm(page, '保存并发布', '发布')
  await anew
  await settled(bystander.page)
  await expect.poll(() => reason.inputValue()).toBe(REASON)
  await page.waitForURL(new RegExp(`/admin/${AREA}$`))
  await settled(page)
  await page.getByRole('heading', { level: 1, name: '来信登记' }).waitFor()
  await page.getByRole('link', { name: '来信登记' }).first().waitFor({ state: 'attached' })
  await page.getByLabel('状态').first().waitFor()
  await page.getByRole('button', { name: '添加', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: '添加来信登记' })
  await drawer.getByLabel('称呼').fill(SENDER)
  await drawer.getByLabel('联系方式').fill('13912345678')
  await drawer.getByLabel('留言内容').fill('报名表里的专业名称选错了，能帮我改一下吗？')
  await shoot(page, 'screens-drawer')
  await drawer.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByRole('cell', { name: SENDER }).first().waitFor()
  await drawer.waitFor({ state: 'hidden' })
  await shoot(page, 'screens-made')
  expect(await seriousProblems(page, { within: 'main' })).toEqual([])

  // a shipped page in other words: undone, redone, compared, published
  await openPath(page, `/admin/screens/${SHIPPED.document.replace(':', '/')}`)
  await page.getByRole('tab', { name: '编辑', exact: true }).click()
  const text = page.locator('.cm-content')
  await page.locator('.ag-designer__panel').getByRole('textbox').first().fill('读者来信')
  await expect.poll(() => text.innerText()).toContain('读者来信')
  await page.getByRole('button', { name: '撤销' }).click()
  await expect.poll(() => text.innerText()).not.toContain('读者来信')
  await page.getByRole('button', { name: '重做' }).click()
  await page.getByText('草稿已保存，尚未发布').waitFor()
  await page.getByRole('tab', { name: '对比与版本' }).click()
  await page.locator('.ag-in-place__changes').getByText('读者来信').first().waitFor()
  await shoot(page, 'screens-compare')

  // a mistake is told; once it is corrected, what was told no longer holds publishing up, however long the check takes
  await page.getByRole('tab', { name: '编辑', exact: true }).click()
  const title = page.locator('.ag-designer__panel').getByRole('textbox').first()
  const publish = page.getByRole('button', { name: '发布', exact: true })
  await title.fill('')
  await page.locator('.ag-designer__failures').waitFor()
  await expect.poll(() => publish.isDisabled()).toBe(true)
  await shoot(page, 'screens-mistake')
  const held = await holdBack(page, '**/api/platform/document/failures**')
  await title.fill('读者来信')
  await page.getByText('正在检查修改…').waitFor()
  await page.locator('.ag-designer__failures').waitFor({ state: 'detached' })
  await expect.poll(() => publish.isEnabled()).toBe(true)
  await shoot(page, 'screens-checking')
  await held.release()
  await page.getByText('正在检查修改…').waitFor({ state: 'detached' })

  // who sees what is asked of the draft
  await page.getByText('草稿已保存，尚未发布').waitFor()
  await openPath(page, `/admin/explain/${SHIPPED.document.split(':')[1]}`)
  await page.getByText('这里看的是你的草稿，尚未发布').waitFor()
  await settled(page)
  await shoot(page, 'screens-explained')
  await page.getByRole('button', { name: '看已发布的页面' }).click()
  await page.getByText('这里看的是你的草稿，尚未发布').waitFor({ state: 'detached' })
  await openPath(page, `/admin/screens/${SHIPPED.document.replace(':', '/')}`)
  await confirm(page, '发布', '发布')
  await page.getByRole('button', { name: '恢复系统默认' }).waitFor()
  await openPath(page, SHIPPED.route)
  await expect.poll(() => page.title()).toContain('读者来信')

  // and taken back
  await openPath(page, `/admin/screens/${SHIPPED.document.replace(':', '/')}`)
  await confirm(page, '恢复系统默认', '恢复系统默认')
  await page.getByRole('button', { name: '恢复系统默认' }).waitFor({ state: 'detached' })
  await openPath(page, SHIPPED.route)
  await expect.poll(() => page.title()).toContain(SHIPPED.title)

  // what was made goes in one act; alone, what another one uses stays, and is named
  await openPath(page, '/admin/screens')
  await page.getByPlaceholder('搜索名称、地址、标识', { exact: false }).fill(AREA)
  await page.getByRole('cell', { name: `${AREA}.one`, exact: true }).waitFor()
  const row = (id: string) => page.getByRole('row').filter({ has: page.getByRole('cell', { name: id, exact: true }) })
  await page
    .getByRole('row')
    .filter({ hasText: `${AREA}.list` })
    .filter({ hasText: '表格' })
    .getByRole('checkbox')
    .check()
  await confirm(page, '一起恢复系统默认', '一起恢复')
  await page.getByText(`page ${AREA}.list）仍在使用`).waitFor()
  await shoot(page, 'screens-used')
  expect(await row(`${AREA}.one`).count()).toBe(1)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await shoot(page, 'screens-together')
  await confirm(page, '一起恢复系统默认', '一起恢复')
  await row(`${AREA}.one`).waitFor({ state: 'detached' })
  expect(await changed(page)).toEqual([])
  expect(problems).toEqual([])
})

it('[OWN-11] a thing with data of its own is made without JSON: fields, a table, a chart, a page for a row, and back', async () => {
  const { page, problems } = visit
  await openPath(page, '/admin/screens/new')
  await page.getByLabel('标题（中文）').fill('赞助商')
  await page.getByLabel('标题（英文）').fill('Sponsors')
  await page.getByLabel('编号').fill(OWN)
  const fields = [
    { zh: '名称', en: 'Name', kind: '短文本' },
    { zh: '级别', en: 'Level', kind: '选项', options: '金牌 | Gold\n银牌 | Silver' },
    { zh: '合作竞赛', en: 'Competition', kind: '引用其他数据', of: '竞赛' },
  ]
  for (const [at, { zh, en, kind, options, of }] of fields.entries()) {
    if (at > 0) await page.getByRole('button', { name: '添加字段' }).click()
    await page.getByLabel('字段名称（中文）').nth(at).fill(zh)
    await page.getByLabel('字段名称（英文）').nth(at).fill(en)
    await page.getByLabel('类型').nth(at).selectOption({ label: kind })
    if (options) await page.getByRole('textbox', { name: '选项' }).fill(options)
    if (!of) continue
    await page.getByRole('combobox', { name: '引用的数据' }).fill(of)
    await page.getByRole('option', { name: of, exact: true }).first().click()
  }
  await page.getByRole('button', { name: '查看将生成的内容' }).click()
  await page.getByText('实体 · 赞助商', { exact: true }).waitFor()
  await shoot(page, 'own-plan')
  expect(await seriousProblems(page, { within: 'main' })).toEqual([])
  await confirm(page, '保存并发布', '发布')
  await page.waitForURL(new RegExp(`/admin/${OWN}$`))
  await settled(page)

  await page.getByRole('button', { name: '添加', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '添加赞助商' })
  await dialog.getByLabel('名称').fill('北辰科技')
  await dialog.getByLabel('级别').selectOption({ label: '金牌' })
  await dialog.getByRole('combobox', { name: '合作竞赛' }).fill('数学')
  await page.getByRole('option', { name: /数学/ }).first().click()
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByRole('figure', { name: '按级别统计' }).or(page.getByText('按级别统计')).first().waitFor()
  await shoot(page, 'own-list')
  expect(await seriousProblems(page, { within: 'main' })).toEqual([])
  await page.getByRole('link', { name: '北辰科技' }).click()
  await page.getByRole('heading', { level: 1, name: '北辰科技' }).waitFor()
  await page.getByText(/数学/).first().waitFor()
  await shoot(page, 'own-one')
  expect(await seriousProblems(page, { within: 'main' })).toEqual([])
  await confirm(page, '删除', '删除')
  await page.waitForURL(new RegExp(`/admin/${OWN}$`))
  await page.getByRole('link', { name: '北辰科技' }).waitFor({ state: 'detached' })

  await openPath(page, '/admin/screens')
  await page.getByPlaceholder('搜索名称、地址、标识', { exact: false }).fill(OWN)
  await page.getByRole('cell', { name: `${OWN}.one`, exact: true }).waitFor()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await confirm(page, '一起恢复系统默认', '一起恢复')
  await page.getByRole('cell', { name: `${OWN}.one`, exact: true }).waitFor({ state: 'detached' })
  expect(await onDatabase((db) => db.query(`select 1 from platform_table where name = '${OWN}_item'`)).then(({ rows }) => rows)).toEqual([])
  expect(problems).toEqual([])
})
