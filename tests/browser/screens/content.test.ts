/** Content, help, inbox and sending at the browser. `SCREENSHOTS=<folder>` keeps pictures to look at. */
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath, settled } from '../../harness/open-page.ts'

let visit: OpenPage
afterEach(() => visit?.close())

/** Every screen of a person at both widths. */
async function look(paths: readonly string[], lang: string) {
  const { page } = visit
  for (const path of paths) {
    await openPath(page, path)
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      const name = `${path.replace(/\W+/g, '_')}-${lang}-${width}.png`
      if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, name), fullPage: true })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0)
      if (lang === 'zh') expect(await seriousProblems(page), `${path} at ${width} px`).toEqual([])
    }
    if (lang === 'en' && !path.includes('type=99'))
      expect(await page.evaluate(() => document.querySelector('main')!.innerText), path).not.toMatch(/[\u4e00-\u9fff]{4,}/)
  }
  expect(visit.problems).toEqual([])
}

const PUBLIC = [
  '/introductionPlatform',
  '/introductionProduct',
  '/expendingServices',
  '/experience',
  '/helpcenter?type=2',
  '/helpcenter?type=99',
  '/helpcenter/6',
  '/helpcenter?type=2&search=zzzz',
  '/applyCompetition',
  '/universitieSettled',
  '/applyCompetition/thanks?number=A1',
]
const STAFF = [
  '/admin/content',
  '/admin/content/edit?id=1',
  '/admin/leavmessage',
  '/admin/applications',
  '/admin/information',
  '/admin/information/send',
]

describe.each(['zh', 'en'] as const)('in %s', (lang) => {
  it('visitors read, search and apply', async () => {
    visit = await openPage({ lang })
    await look(PUBLIC, lang)
  })
  it('staff write, answer and send', async () => {
    visit = await openPage({ lang, as: 'administrator' })
    await look(lang === 'zh' ? STAFF : STAFF.slice(0, 1), lang)
  })
})

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
    expect(await page.getByText('nobody-here').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: '发送给 1 人', exact: true }).click()
    await page.getByText('已发送给 1 人').waitFor()
    await visit.close()
    visit = await openPage({ as: 'participant', path: '/personalCenter/mymsg' })
    const inbox = visit.page
    if (process.env.SCREENSHOTS) await inbox.screenshot({ path: join(process.env.SCREENSHOTS, 'inbox-zh-1440.png'), fullPage: true })
    expect(await inbox.getByText('颁奖典礼通知').count()).toBeGreaterThan(0)
  })
})
