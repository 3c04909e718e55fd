/** Content, inbox and sending at the browser. `SCREENSHOTS=<folder>` keeps pictures to look at. */
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenPage, openPage } from '../../harness/open-page.ts'

let visit: OpenPage
afterEach(() => visit?.close())

describe('a message', () => {
  it('is written, previewed and sent by staff, and stands in the inbox of its receiver', async () => {
    visit = await openPage({ as: 'administrator', path: '/admin/information/send' })
    const { page } = visit
    await page.getByText('指定账号').click()
    await page.getByLabel('或粘贴名单').fill('student\nnobody-here')
    await page.getByLabel('标题（中文）').fill('颁奖典礼通知')
    await page.getByLabel('正文（中文）').fill('周六上午九点，请提前半小时到场。')
    await page.getByRole('button', { name: '预览' }).click()
    await page.getByText('发送给 1 人？').waitFor()
    if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, 'send-preview.png') })
    await expect.poll(() => page.getByText('nobody-here').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: '发送给 1 人', exact: true }).click()
    await page.getByText('已发送给 1 人').waitFor()
    await visit.close()
    visit = await openPage({ as: 'participant', path: '/personalCenter/mymsg' })
    const inbox = visit.page
    if (process.env.SCREENSHOTS) await inbox.screenshot({ path: join(process.env.SCREENSHOTS, 'inbox-zh-1440.png'), fullPage: true })
    await inbox.getByText('颁奖典礼通知').first().waitFor()
  })
})
