/** A platform with the fixture forms, and a person in front of one of them. */
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { PROJECT_DIRECTORY } from '../../harness/project-directory.ts'
import { startTestServer, type TestServer } from '../../harness/start-test-server.ts'

export interface FormWorld {
  origin: string
  db: TestServer['db']
  open(form: string, visit?: { lang?: 'zh' | 'en'; width?: number; tokens?: unknown }): Promise<{ page: Page; problems: string[] }>
  /** Registers a person and answers the tokens of their session. */
  register(account: string): Promise<unknown>
  /** Closes the pages opened so far. */
  leave(): Promise<void>
  close(): Promise<void>
}

export async function startFormWorld(): Promise<FormWorld> {
  const server = await startTestServer({ overlays: [join(PROJECT_DIRECTORY, 'tests/fixtures/forms')] })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const browser = await chromium.connect(inject('chromiumEndpoint'))
  return {
    origin,
    db: server.db,
    open: (form, visit = {}) => openForm(browser, origin, form, visit),
    register: (account) => register(origin, account),
    leave: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

async function openForm(browser: Browser, origin: string, form: string, visit: { lang?: 'zh' | 'en'; width?: number; tokens?: unknown }) {
  const { lang = 'en', width = 1280, tokens } = visit
  const localStorage = tokens ? [{ name: 'agon.tokens', value: JSON.stringify(tokens) }] : []
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: 900 },
    locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  await context.addCookies([{ name: 'lang', value: lang, url: origin }])
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`uncaught ${error.message}`))
  page.on('console', (line) => line.type() === 'error' && problems.push(`console ${line.text()}`))
  await page.goto(`/forms/${form}`)
  await page.waitForSelector('.ag-form')
  return { page, problems }
}

async function register(origin: string, account: string): Promise<unknown> {
  const reply = await fetch(`${origin}/api/usercenter/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Form Filler', account, password: 'Forms!2026' }),
  })
  const { code, message, data } = (await reply.json()) as { code: number; message: string; data: Record<string, unknown> }
  if (code !== 0) throw new Error(`no account ${account}: ${message}`)
  return { access_token: data.access_token, refresh_token: data.refresh_token }
}
