/** What staff write and send, and what becomes of it on the screens of others. `SCREENSHOTS=<folder>` keeps pictures to look at. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath, settled } from '../../harness/openPage.ts'

const visits: OpenPage[] = []
afterEach(() => Promise.all(visits.splice(0).map((visit) => visit.close())))

async function visitAs(...visit: Parameters<typeof openPage>): Promise<OpenPage> {
  const opened = await openPage(...visit)
  visits.push(opened)
  return opened
}

async function send(page: Page, subject: string): Promise<void> {
  await openPath(page, '/admin/information/send?channel=message')
  await page.getByLabel('指定账号').check()
  await page.getByLabel('或粘贴名单').fill('student\nnobody-here')
  await page.getByRole('textbox', { name: '标题（中文）' }).fill(subject)
  await page.getByRole('textbox', { name: '正文（中文）' }).click()
  await page.keyboard.type('周六上午九点，请提前半小时到场。')
  await page.getByRole('button', { name: '下一步：检查' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 行没有找到账号，将跳过').waitFor()
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, 'send-preview.png') })
  await dialog.getByRole('button', { name: '发送给 1 人' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '发送', exact: true }).click()
  await page.waitForURL('**/sendMessage/*')
}

describe('a message', () => {
  it('is previewed and sent by staff, shows at once in the inbox its receiver has open, is read, deleted in bulk, and brought back', async () => {
    const subject = `颁奖典礼通知 ${randomBytes(3).toString('hex')}`
    const { page: inbox, problems } = await visitAs({ as: 'participant', path: '/personalCenter/mymsg' })
    const { page: staff } = await visitAs({ as: 'administrator', width: 1280 })
    const unread = () => inbox.locator('.ag-avatar .ag-badge').evaluateAll((badges) => Number(badges[0]?.getAttribute('data-count') ?? 0))
    const before = await unread()
    await send(staff, subject)
    await expect.poll(unread).toBeGreaterThan(before)
    const row = inbox.getByRole('row', { name: new RegExp(subject) })
    await row.getByText('未读').waitFor()
    await row.getByText(subject).click()
    const drawer = inbox.getByRole('dialog', { name: subject })
    await drawer.getByText('请提前半小时到场').waitFor()
    await inbox.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await row.getByText('已读').waitFor()
    await row.getByRole('checkbox').check()
    await inbox.getByRole('button', { name: '删除' }).click()
    await inbox.getByText('已删除 1 条消息').waitFor()
    await row.waitFor({ state: 'detached' })
    await inbox.getByRole('button', { name: '撤销' }).click()
    await row.getByText('已读').waitFor()
    expect(problems).toEqual([])
  })
})

describe('an answer of the help centre', () => {
  it('is saved unseen, published, changed, brought back to what it was, and withdrawn', async () => {
    const title = `How do I bring a guest? ${randomBytes(3).toString('hex')}`
    const { page } = await visitAs({ lang: 'en', as: 'administrator', path: '/admin/content/edit' })
    const { page: visitor } = await visitAs({ lang: 'en' })
    const seen = async (): Promise<string[]> => {
      await openPath(visitor, `/helpcenter?type=2&search=${encodeURIComponent(title)}`)
      return visitor.locator('main .ag-card').filter({ hasText: title }).allInnerTexts()
    }
    await page.getByLabel(/^Category/).selectOption({ label: 'For organisers' })
    await page.getByLabel(/^Title \(Chinese\)/).fill(`如何邀请嘉宾？${title}`)
    await page.getByLabel(/^Title \(English\)/).fill(title)
    await page.getByLabel(/^Summary \(English\)/).fill('Tell the organiser a week before.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. Visitors see it once you publish').waitFor()
    await page.waitForURL('**/admin/content/edit?id=*')
    await page.getByText('Not published yet; visitors cannot see it').waitFor()
    await expect.poll(seen).toEqual([])

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published. Visitors can see it now').waitFor()
    await expect.poll(seen).toEqual([expect.stringContaining('a week before')])

    await page.getByLabel(/^Summary \(English\)/).fill('Tell the organiser a month before.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('There are unpublished changes').waitFor()
    await page.getByRole('tab', { name: 'Versions' }).click()
    await settled(page)
    await page.getByRole('row', { name: /v1/ }).getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('alertdialog', { name: 'Restore version 1?' }).getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('row', { name: /v3/ }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect.poll(seen).toEqual([expect.stringContaining('a week before')])

    await page.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByRole('alertdialog', { name: 'Unpublish this content?' }).getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('Not published yet; visitors cannot see it').waitFor()
    await expect.poll(seen).toEqual([])
  })
})
