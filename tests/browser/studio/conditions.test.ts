/** Conditions of screens are rows in words, as in the form designer; what rows cannot say stays an expression. */
import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage } from '../../harness/openPage.ts'
import { callAs } from './callAs.ts'

const DOCUMENT = 'page/support.messages'
const { SCREENSHOTS } = process.env
let visit: OpenPage

afterEach(async () => {
  await callAs(visit.page, `/api/platform/document/${DOCUMENT}/discard`, {})
  await visit.close()
})

const shoot = (page: Page, name: string) => SCREENSHOTS && page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true })
const stored = async (page: Page): Promise<string | undefined> => {
  let condition: string | undefined
  const { content } = (await callAs(page, `/api/platform/opened/${DOCUMENT}`)).data
  JSON.stringify(content, (_, value) => {
    if (value?.node === 'table') condition = value.visibleWhen?.cel
    return value
  })
  return condition
}

const WORDS = {
  zh: { edit: '编辑', part: '部分', table: '表格', shown: '满足条件才显示', none: '没有条件，始终成立。', field: '字段' },
  en: { edit: 'Edit', part: 'Part', table: 'Table', shown: 'Shown when', none: 'No condition: it always holds.', field: 'Field' },
} as const

/** The condition of the table on the page. */
async function openCondition(lang: 'zh' | 'en', width: number) {
  visit = await openPage({ as: 'administrator', lang, width, path: `/admin/screens/${DOCUMENT}` })
  const { page } = visit
  const words = WORDS[lang]
  await page.getByRole('tab', { name: words.edit, exact: true }).click()
  const outline = page.getByLabel(words.part, { exact: true })
  // the whole name: a tab of the page has the word in its own
  const table = outline.locator('option', { hasText: new RegExp(`^\\s*${words.table}$`) })
  await outline.selectOption(await table.getAttribute('value'))
  const condition = page.getByRole('group', { name: words.shown, exact: true })
  await condition.getByText(words.none).waitFor()
  return { page, condition }
}

it('[COND-2] a condition of a part is made of rows over what the page knows there, is read back in words, and goes', async () => {
  const { page, condition } = await openCondition('zh', 1440)
  await condition.getByRole('button', { name: '设置条件' }).click()
  const field = condition.getByLabel('字段', { exact: true })
  await field.waitFor()
  expect(await field.locator('optgroup').evaluateAll((groups) => groups.map((group) => (group as HTMLOptGroupElement).label))).toEqual(
    expect.arrayContaining(['页面的数据', '当前用户', '页面状态', '时间']),
  )
  await field.selectOption({ label: '拥有的权限' })
  await condition.getByLabel('值: 拥有的权限').selectOption({ label: '机构与账号管理' })
  await expect.poll(() => stored(page)).toBe('"managerPermission" in session.permissions')
  await condition.getByText('“拥有的权限”包括“机构与账号管理”').waitFor()
  await condition.getByRole('button', { name: '添加条件', exact: true }).click()
  await condition.getByLabel('字段', { exact: true }).last().selectOption({ label: '现在的时间' })
  await condition.getByLabel('判断方式').last().selectOption({ label: '早于 …' })
  await shoot(page, 'condition-rows')
  // a row without a value waits for it
  expect(await stored(page)).toBe('"managerPermission" in session.permissions')
  await condition.getByRole('button', { name: '删除这个条件' }).last().click()
  expect(await seriousProblems(page, { within: 'main' })).toEqual([])

  // the expression says the same, and what is unsound is not taken
  await condition.getByRole('tab', { name: '表达式' }).click()
  const text = condition.getByRole('textbox')
  await text.fill('session.signedOut')
  await condition.getByRole('alert').filter({ hasText: 'signedOut' }).waitFor()
  expect(await stored(page)).toBe('"managerPermission" in session.permissions')
  await text.fill('session.signedIn && size(session.permissions) * 2 > 4')
  await text.press('Control+Enter')
  await expect.poll(() => stored(page)).toBe('session.signedIn && size(session.permissions) * 2 > 4')
  await condition.getByRole('tab', { name: '条件编辑' }).click()
  await condition.getByText('请在“表达式”中编辑').waitFor()

  await condition.getByRole('button', { name: '删除', exact: true }).click()
  await expect.poll(() => stored(page)).toBeUndefined()
  expect(visit.problems).toEqual([])
})

it('[COND-3] on a phone the rows are set with the keyboard alone', async () => {
  const { page, condition } = await openCondition('en', 360)
  await condition.getByRole('button', { name: 'Set a condition' }).focus()
  await page.keyboard.press('Enter')
  const field = condition.getByLabel('Field', { exact: true })
  await field.waitFor()
  await page.keyboard.press('Tab')
  await field.focus()
  await page.keyboard.type('Signed in')
  await expect.poll(() => field.inputValue()).toBe('session.signedIn')
  await condition.getByLabel('Value: Signed in').focus()
  await page.keyboard.type('Yes')
  await expect.poll(() => stored(page)).toBe('session.signedIn == true')
  await shoot(page, 'condition-phone')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await seriousProblems(page, { within: 'main' })).toEqual([])
  expect(visit.problems).toEqual([])
})
