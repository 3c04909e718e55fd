/** A platform with the fixture forms, and a person in front of one of them. */
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { closeWindows, openWindow, type Window } from '../../harness/browserWindows.ts'
import { readCode } from '../../harness/oneTimeCode.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../harness/startTestServer.ts'

export interface FormWorld {
  origin: string
  db: TestServer['db']
  open(
    form: string,
    visit?: { lang?: 'zh' | 'en'; width?: number; tokens?: unknown; timeZone?: string; painted?: boolean; worker?: boolean },
  ): Promise<{ page: Page; problems: string[] }>
  /** Registers a person and answers the tokens of their session. */
  register(account: string): Promise<{ access_token: string; refresh_token: string }>
  /** Closes the pages opened so far. */
  leave(): Promise<void>
  close(): Promise<void>
}

/** @param options `overlays`: more folders of documents; `template`: of the database, when the forms need more than empty tables; the rest as of a server of tests */
export async function startFormWorld(options: Pick<TestServerOptions, 'overlays' | 'template' | 'app' | 'edits'> = {}): Promise<FormWorld> {
  const overlays = [join(PROJECT_DIRECTORY, 'tests/fixtures/forms'), ...(options.overlays ?? [])]
  const server = await startTestServer({ ...options, overlays })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const opened: Window[] = []
  const leave = async () => {
    await Promise.all(opened.splice(0).map((window) => window.leave()))
  }
  return {
    origin,
    db: server.db,
    open: async (form, { lang = 'en', width = 1280, tokens, timeZone, painted, worker } = {}) => {
      const window = await openWindow({ origin, lang, width, storage: tokens ? { 'agon.tokens': tokens } : {}, timeZone, painted, worker })
      opened.push(window)
      await window.page.goto(`/forms/${form}`)
      await window.page.waitForSelector('.ag-form')
      return window
    },
    register: (account) => register(server, origin, account),
    leave,
    close: async () => {
      await leave()
      await closeWindows()
      await server.close()
    },
  }
}

async function register({ db }: TestServer, origin: string, account: string): ReturnType<FormWorld['register']> {
  await post(`${origin}/api/usercenter/code`, { account, purpose: 'register' })
  const code = await readCode(db, account)
  const input = { name: 'Form Filler', account, code, password: 'Forms!2026', agreement: true }
  const data = await post(`${origin}/api/usercenter/user/register`, input)
  return { access_token: data.access_token, refresh_token: data.refresh_token }
}

async function post(url: string, input: unknown): Promise<{ access_token: string; refresh_token: string }> {
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) })
  const { code, message, data } = (await reply.json()) as {
    code: number
    message: string
    data: { access_token: string; refresh_token: string }
  }
  if (code !== 0) throw new Error(`${url}: ${message}`)
  return data
}
