/** Keys of a document that name another one are chosen by its title. */
import { expect, it } from 'vitest'
import { openPage } from '../../harness/openPage.ts'
import { callAs } from './callAs.ts'

const PAGE = 'support.messages'

it('[REF-1] a table of a page is found by the words of its title; what is typed is not written before one is chosen', async () => {
  const visit = await openPage({ as: 'administrator', path: `/admin/screens/page/${PAGE}` })
  const { page, problems } = visit
  const panel = page.locator('.ag-designer__panel')
  await page.getByRole('tab', { name: '编辑', exact: true }).click()
  const outline = page.getByLabel('部分', { exact: true })
  await outline.selectOption(await outline.locator('option', { hasText: '表格' }).first().getAttribute('value'))
  const box = panel.getByRole('combobox', { name: '表格' })
  await expect.poll(() => box.inputValue()).toContain(' · support.messages')
  await panel.getByRole('link', { name: '打开所选文档' }).waitFor()
  await box.click()
  await box.fill('操作日志')
  await page.getByRole('option', { name: /shell\.logs/ }).waitFor()
  const text = page.locator('.cm-content')
  expect(await text.innerText()).toContain('"table": "support.messages"')
  await page.getByRole('option', { name: /shell\.logs/ }).click()
  await expect.poll(() => text.innerText()).toContain('"table": "shell.logs"')
  await expect.poll(() => box.inputValue()).toContain(' · shell.logs')
  await page.getByText('草稿已保存，尚未发布').waitFor()
  expect(problems).toEqual([])
  await callAs(page, `/api/platform/document/page/${PAGE}/discard`, {})
  await visit.close()
})
