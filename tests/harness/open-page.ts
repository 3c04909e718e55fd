/** A person at the browser: a fresh context in one language and width, signed in or not, that remembers everything that went wrong. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { readDemoAccount } from './read-demo-account.ts'

export interface Visit {
  /** Default `zh`. */
  lang?: 'zh' | 'en'
  /** Of the window in CSS pixels; default 1440. Height follows. */
  width?: number
  /** Role of a demo account (`participant`, `organiser`, ...); absent: a visitor. */
  as?: string
  /** Opened at once; default none. */
  path?: string
}

export interface OpenPage {
  page: Page
  context: BrowserContext
  /** Waits until the screen has a title and nothing on it is loading. */
  settled(): Promise<void>
  /** Uncaught errors, error lines of the console (refusals of the content security policy among them) and replies of status 500 and above. */
  problems: string[]
  close(): Promise<void>
}

const PHONE_WIDTH = 600
let browser: Promise<Browser> | undefined

/** @returns the page, at `path` when one is given and then settled */
export async function openPage({ lang = 'zh', width = 1440, as, path }: Visit = {}): Promise<OpenPage> {
  browser ??= chromium.connect(inject('chromiumEndpoint'))
  const origin = inject('serverUrl')
  const isPhone = width < PHONE_WIDTH
  const localStorage = as ? [{ name: 'agon.tokens', value: JSON.stringify(await signIn(origin, as)) }] : []
  const cookies = [
    {
      name: 'lang',
      value: lang,
      domain: new URL(origin).hostname,
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax' as const,
    },
  ]
  const context = await (await browser).newContext({
    baseURL: origin,
    viewport: { width, height: isPhone ? 780 : 900 },
    hasTouch: isPhone,
    locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
    storageState: { cookies, origins: [{ origin, localStorage }] },
  })
  const page = await context.newPage()
  const problems = collectProblems(page)
  if (path) await openPath(page, path)
  return { page, context, settled: () => settled(page), problems, close: () => context.close() }
}

/** Goes to an address and waits until the screen is drawn and nothing on it is loading. (The network is never idle: live updates keep a stream open.) */
export async function openPath(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/** Waits until the screen has a title and nothing on it is loading. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('main h1')
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
}

function collectProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`uncaught ${error.message}`))
  page.on('console', (line) => line.type() === 'error' && problems.push(`console ${line.text()}`))
  page.on('response', (reply) => reply.status() >= 500 && problems.push(`${reply.status()} ${reply.url()}`))
  return problems
}

const signedIn = new Map<string, Promise<unknown>>()

/** Once per file and role: signing in is limited. */
function signIn(origin: string, role: string): Promise<unknown> {
  const tokens = signedIn.get(role) ?? requestTokens(origin, role)
  signedIn.set(role, tokens)
  return tokens
}

async function requestTokens(origin: string, role: string): Promise<unknown> {
  const { userName, password } = readDemoAccount(role)
  const reply = await fetch(`${origin}/api/usercenter/authentication/form`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ account: userName, password }),
  })
  const body = (await reply.json()) as { code: number; message: string; data: { access_token: string; refresh_token: string } }
  if (body.code !== 0) throw new Error(`sign-in of the demo account "${role}" was refused: ${body.message}`)
  return { access_token: body.data.access_token, refresh_token: body.data.refresh_token }
}
