/** A person at the browser: a window in one language and width, signed in or not, that remembers everything that went wrong. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import { openWindow } from './browserWindows.ts'
import { PROJECT_DIRECTORY } from './projectDirectory.ts'
import { readDemoAccount } from './readDemoAccount.ts'

export interface Visit {
  /** Default `zh`. */
  lang?: 'zh' | 'en'
  /** Of the window in CSS pixels; default 1440. Height follows. */
  width?: number
  /** Role of a demo account (`participant`, `organiser`, ...), or an account of the test's own; absent: a visitor. */
  as?: string | Account
  /** Signed in anew, for who ends the session: otherwise all visits of an account share one. */
  ownSession?: boolean
  /** Id of the skin that the person chose earlier. */
  skin?: string
  /** Nothing may be in the browser's cache. */
  fresh?: boolean
  timeZone?: string
  /** See `openWindow`. */
  painted?: boolean
  /** Opened immediately; default none. */
  path?: string
}

export interface Account {
  userName: string
  password: string
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

/** @returns the page, at `path` when one is given and then settled */
export async function openPage({
  lang = 'zh',
  width = 1440,
  as,
  ownSession,
  skin,
  timeZone,
  fresh,
  painted,
  path,
}: Visit = {}): Promise<OpenPage> {
  const origin = inject('serverUrl')
  const storage = { ...(as && { 'agon.tokens': await signIn(origin, as, ownSession) }), ...(skin && { 'agon.skin': skin }) }
  const { page, context, problems, leave } = await openWindow({ origin, lang, width, storage, timeZone, fresh, painted })
  if (path) await openPath(page, path)
  return { page, context, settled: () => settled(page), problems, close: leave }
}

/** Goes to an address and waits until the screen is drawn and nothing on it is loading. (The network is never idle: live updates keep a stream open.)
 *  From another screen it goes as by a link: a load costs a second and says nothing new. Who wants one calls `loadPath`. */
export async function openPath(page: Page, path: string): Promise<void> {
  if (!(await page.evaluate(follow, path))) await page.goto(path)
  await settled(page)
}

/** As typed into the address bar: the application starts anew. */
export async function loadPath(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/** @returns whether the application runs in the window, and on another address: the same one again is a reload */
function follow(address: string): boolean {
  const { address: drawn } = document.documentElement.dataset
  if (!drawn || drawn === address) return false
  history.pushState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
  return true
}

const SETTLE_MS = 90_000

/** Waits until the screen of the address is drawn, has a title, and nothing on it is loading. */
export async function settled(page: Page): Promise<void> {
  for (;;) {
    const rest = await page.evaluate(untilSettled, SETTLE_MS).catch((error: unknown) => {
      if (/context was destroyed|navigation/i.test(String(error))) return 'went elsewhere'
      throw error
    })
    if (rest === null) return
    if (rest !== 'went elsewhere') throw new Error(`${page.url()} did not settle within ${SETTLE_MS / 1000} s: ${rest}`)
  }
}

/** Runs in the page. @returns null, or what is missing when the time is over */
function untilSettled(time: number): Promise<string | null> {
  const end = performance.now() + time
  const missing = () => {
    const { address } = document.documentElement.dataset
    if (address !== location.pathname + location.search) return `drawn is ${address}`
    if (!document.querySelector('main h1')) return 'no title'
    const busy = document.querySelector('[aria-busy="true"]')
    return busy && `loading: ${busy.outerHTML.slice(0, 200)}`
  }
  return new Promise((resolve) => {
    const look = () => {
      const found = missing()
      if (found === null || performance.now() > end) resolve(found)
      else setTimeout(look, 50)
    }
    look()
  })
}

const signedIn = new Map<string, Promise<unknown>>()

/** Once per file and person: signing in is limited. */
function signIn(origin: string, as: string | Account, own = false): Promise<unknown> {
  const account = typeof as === 'string' ? readDemoAccount(as) : as
  if (own) return requestTokens(origin, account)
  const tokens = signedIn.get(account.userName) ?? requestTokens(origin, account)
  signedIn.set(account.userName, tokens)
  return tokens
}

/** What a busy server asks to wait. */
const BUSY_MS = 1000

async function requestTokens(origin: string, { userName, password }: Account): Promise<unknown> {
  const reply = await fetch(`${origin}/api/usercenter/authentication/form`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ account: userName, password }),
  })
  if (reply.status === 503) {
    await pause(BUSY_MS)
    return requestTokens(origin, { userName, password })
  }
  const body = (await reply.json()) as { code: number; message: string; data: { access_token: string; refresh_token: string } }
  if (body.code !== 0) throw new Error(`sign-in of "${userName}" was refused: ${body.message}`)
  await seeAllGuides(origin, body.data.access_token)
  return { access_token: body.data.access_token, refresh_token: body.data.refresh_token }
}

/** Tours of pages come up by themselves: people of the tests have gone through all of them. */
async function seeAllGuides(origin: string, token: string): Promise<void> {
  const folder = join(PROJECT_DIRECTORY, 'schemas')
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.page.json'))
  const texts = pages.flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/"noviceGuide": ("(?:[^"\\]|\\.)*")/g)])
  const seen = Object.assign({}, ...texts.map(([, text]) => JSON.parse(JSON.parse(text!))))
  await fetch(`${origin}/api/usercenter/updateUserBankInfo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ noviceGuide: JSON.stringify(seen) }),
  })
}

/** From here on public pages come to this page as where the server could not draw them: the browser asks for everything itself. */
export async function withoutFirstScreen(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: (await reply.text()).replace(DRAWN, '<div id="root"></div>') })
  })
}
const DRAWN = /<div id="root">.*<\/div><script type="application\/json" id="agon-first">.*?<\/script>/s
