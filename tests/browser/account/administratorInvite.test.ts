/** The page that the link of the console opens, on a phone and on a wide screen, in both languages. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt, decodeBase32, timeStep } from '../../../plugins/account/factors/totp.ts'
import { seriousProblems } from '../../harness/axe.ts'
import { newPage, openBrowser } from '../../harness/browserWindows.ts'
import { freePort } from '../../harness/freePort.ts'
import { inviteAdministrator } from '../../harness/inviteAdministrator.ts'
import { settled } from '../../harness/openPage.ts'
import { startTestServer, type TestServer } from '../../harness/startTestServer.ts'

let run: TestServer
let site: string
beforeAll(async () => {
  const port = await freePort()
  site = `http://127.0.0.1:${port}`
  run = await startTestServer({ siteAddress: site })
  await run.app.listen({ port, host: '127.0.0.1' })
})
afterAll(() => run?.close())

async function visit<T>(lang: 'zh' | 'en', width: number, action: (page: Page) => Promise<T>): Promise<T> {
  const context: BrowserContext = await (await openBrowser()).newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
  try {
    await context.addCookies([{ name: 'lang', value: lang, url: site }])
    return await action(await newPage(context))
  } finally {
    await context.close()
  }
}

describe('the link of the console', () => {
  it('[ADMIN-7] leads on a phone from the form over the second factor to the administration; then it says that it was used', async () => {
    const { address } = await inviteAdministrator(run)
    await visit('en', 360, async (page) => {
      await page.goto(address)
      await settled(page)
      await page.getByLabel(/^Username/).fill('chief')
      await page.getByLabel(/^Name/).fill('Chief Example')
      await page.getByLabel(/^Phone number or email/).fill('chief@agon.example')
      await page.getByLabel(/^Password/).fill('CorrectHorse1!')
      await page.getByRole('button', { name: 'Create account and sign in' }).click()
      const key = await page.getByText(/^Cannot scan\?/).textContent()
      const secret = key!.split(': ')[1]!.trim()
      await page.getByLabel(/^Code/).fill(codeAt(decodeBase32(secret), timeStep(new Date())))
      await page.getByRole('button', { name: 'Turn on and sign in' }).click()
      await page.getByRole('button', { name: 'I have saved them, continue' }).click()
      await page.waitForURL(`${site}/admin`)
      await page.locator('.ag-avatar').waitFor()
    })
    await visit('zh', 1440, async (page) => {
      await page.goto(address)
      await settled(page)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('链接已被使用')
    })
  })

  it.each(['zh', 'en'] as const)(
    '[ADMIN-8] tells in %s what is wrong with an expired and an unknown link, and fits a phone',
    async (lang) => {
      const { address } = await inviteAdministrator(run)
      const unknown = `${site}/becomeAdministrator?link=${'a'.repeat(32)}`
      await visit(lang, 360, async (page) => {
        const title = async (path: string) => {
          await page.goto(path)
          await settled(page)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
          return page.getByRole('heading', { level: 1 }).textContent()
        }
        expect(await title(address)).toBe({ zh: '成为平台管理员', en: 'Become a platform administrator' }[lang])
        expect(await seriousProblems(page)).toEqual([])
        await run.db.query(`UPDATE "account_administratorInvite" SET "expiresAt" = now() - interval '1 second' WHERE "usedAt" IS NULL`)
        expect(await title(address)).toBe({ zh: '链接已过期', en: 'This link has expired' }[lang])
        expect(await title(unknown)).toBe({ zh: '链接无效', en: 'This link is not valid' }[lang])
      })
    },
  )
})
