/** A bulk email as an organiser sends it: checked, tried on oneself, sent and followed; and the way out of it for its reader. */
import { expect, it } from 'vitest'
import { openPath } from '../../harness/openPage.ts'
import { expectSound, visitServer } from '../../harness/visitServer.ts'
import { type BulkWorld, createBulkWorld } from '../../server/message/bulkWorld.ts'

let world: BulkWorld
const visit = visitServer(async () => {
  world = await createBulkWorld()
  return world
})

it('[BULK-40] is written, checked with the people left out, tried, sent and followed; its reader unsubscribes without signing in', async () => {
  const school = await world.school()
  await world.rows('UPDATE account_user SET email = $2 WHERE id = $1', [school.userId, 'school@example.com'])
  const reader = await world.member(school, { name: '甲同学', email: 'reader@example.com' })
  const other = await world.member(school, { name: '乙同学', email: null })

  const { page, problems } = await visit(school.token, { width: 1440, lang: 'zh', path: '/sendMessage' })
  await page.getByLabel('指定账号').check()
  await page.getByRole('combobox', { name: '机构' }).fill('示例学校')
  await page.getByRole('option').first().click()
  await page.getByLabel('或粘贴名单').fill(`${reader.email}\n${other.phone}\nnobody@example.com`)
  await page.getByRole('textbox', { name: '标题（中文）' }).fill('集训通知')
  const text = page.getByRole('textbox', { name: '正文（中文）' })
  await text.click()
  // a value stands as a pill: nobody writes braces
  await page.locator('.ag-form-rich-text', { has: text }).getByRole('button', { name: '姓名' }).click()
  await page.keyboard.type('，集训周六开始。')
  expect(await text.innerText()).not.toContain('{')
  await expectSound(page)
  await page.getByRole('button', { name: '下一步：检查' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('没有邮箱：1 人').waitFor()
  await dialog.getByText('1 行没有找到账号，将跳过').waitFor()
  await dialog.getByText('乙同学', { exact: true }).waitFor()
  await dialog.getByText('甲同学，集训周六开始。').first().waitFor()
  await expectSound(page)
  await dialog.getByRole('button', { name: '给自己发测试' }).click()
  await page.getByText('测试消息已发送至 school@example.com').waitFor()
  await dialog.getByRole('button', { name: '发送给 1 人' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '发送', exact: true }).click()
  await page.waitForURL('**/sendMessage/*')
  await page.getByText('已发送', { exact: true }).first().waitFor()
  await page.locator('.ag-tag', { hasText: '没有邮箱' }).waitFor()
  await expectSound(page)

  const [{ key, taskId }] = await world.rows('SELECT key, "taskId"::text AS "taskId" FROM message_receipt WHERE "userId" = $1', [reader.id])
  const { page: phone, problems: phoneProblems } = await visit(null, { width: 360, lang: 'zh', path: `/u/${key}` })
  await phone.getByText('r***@example.com', { exact: false }).waitFor()
  await expectSound(phone)
  await phone.getByRole('button', { name: '退订', exact: true }).click()
  await phone.getByText('已退订', { exact: true }).waitFor()
  await expectSound(phone)
  expect((await world.call('api/web/message/bulk/preview', world.input(school), school.token)).data.total).toBe(0)

  const { page: small, problems: smallProblems } = await visit(school.token, { width: 360, lang: 'zh', path: '/sendMessage' })
  await small.getByRole('textbox', { name: '标题（中文）' }).waitFor()
  await expectSound(small)
  await openPath(small, `/sendMessage/${taskId}`)
  await small.locator('.ag-tag', { hasText: '没有邮箱' }).waitFor()
  await expectSound(small)
  expect([...problems, ...phoneProblems, ...smallProblems]).toEqual([])
})
