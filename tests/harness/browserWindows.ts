/** Browser windows of one test file. A window that a test has left is wiped and given to the next: a new one would cost seconds, because it
 *  starts a process, and compiles scripts and loads fonts that the old one has. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureChromium, SHELL, SHORT_LIVED_FLAGS } from '../../scripts/test/findChromium.ts'
import { FRAME_FLAGS, move, newMovingPage, stand } from './browserFrames.ts'

export interface Wanted {
  /** `http://127.0.0.1:<port>`. */
  origin: string
  lang: 'zh' | 'en'
  /** CSS pixels; below 600 the window has a touch screen. */
  width: number
  /** Entries of the browser's storage, by key, as values of JSON. */
  storage: Record<string, unknown>
  /** Of the person. Default: `Asia/Shanghai`. */
  timeZone?: string
  /** Nothing may be in the browser's cache. */
  fresh?: boolean
  /** The service worker runs: it stands between the page and the network, and outlives a test. */
  worker?: boolean
  /** It is drawn as for a person. Default: only with `SCREENSHOTS` (see `browserFrames.ts`). */
  painted?: boolean
}

export interface Window {
  page: Page
  context: BrowserContext
  /** Uncaught errors, error lines of the console (refusals of the content security policy among them) and replies of status 500 and above. */
  problems: string[]
  /** Wipes the window and keeps it for the next test, or closes it. */
  leave(): Promise<void>
}

interface Kept {
  key: string
  origin: string
  page: Page
  context: BrowserContext
  /** Replaced for each visit. */
  problems: string[]
  /** A test has put something into it that cannot be taken out. */
  spoiled: boolean
}

const PHONE_WIDTH = 600
const ALL_PAINTED = process.env.SCREENSHOTS !== undefined
/** An address of the server that runs no script. */
const QUIET_PATH = '/health/live'

let paintedBrowser: Promise<Browser> | undefined
let unpaintedBrowser: Promise<Browser> | undefined
const kept: Kept[] = []

/** One a worker of each sort, which ends with it. */
export function openBrowser(isPainted = ALL_PAINTED): Promise<Browser> {
  if (isPainted || !ensureChromium().endsWith(SHELL)) {
    paintedBrowser ??= launch([])
    return paintedBrowser
  }
  unpaintedBrowser ??= launch(FRAME_FLAGS)
  return unpaintedBrowser
}

/** For a step of a page on a machine that is busy elsewhere. */
const PATIENCE_MS = 90_000

/** @returns a page that moves, whichever browser the context is of */
export async function newPage(context: BrowserContext): Promise<Page> {
  context.setDefaultTimeout(PATIENCE_MS)
  return context.browser() === (await unpaintedBrowser) ? newMovingPage(context) : context.newPage()
}

function launch(flags: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: [...SHORT_LIVED_FLAGS, ...flags] })
}

/** @returns a window with nothing in it but the language and the storage asked for */
export async function openWindow(wanted: Wanted): Promise<Window> {
  const { origin, lang, width, storage, timeZone = '', fresh = false, painted, worker } = wanted
  const isPhone = width < PHONE_WIDTH
  const key = `${origin} ${lang} ${isPhone} ${painted} ${timeZone}`
  const index = fresh || worker ? -1 : kept.findIndex((window) => window.key === key)
  const window = index < 0 ? await newWindow(key, wanted) : kept.splice(index, 1)[0]!
  const { page, context } = window
  window.problems = []
  move(page)
  await page.setViewportSize({ width, height: isPhone ? 780 : 900 })
  await context.addCookies([{ name: 'lang', value: lang, url: origin }])
  if (Object.keys(storage).length > 0) {
    if (index < 0) await page.goto(QUIET_PATH)
    await page.evaluate((entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, JSON.stringify(value))
    }, storage)
  }
  return { page, context, problems: window.problems, leave: () => leave(window, fresh || worker === true) }
}

/** By which a server knows a phone. */
const PHONE_AGENT = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

async function newWindow(key: string, { origin, lang, width, timeZone = 'Asia/Shanghai', painted, worker }: Wanted): Promise<Kept> {
  const context = await (await openBrowser(painted)).newContext({
    baseURL: origin,
    viewport: { width, height: 900 },
    hasTouch: width < PHONE_WIDTH,
    ...(width < PHONE_WIDTH ? { userAgent: PHONE_AGENT } : {}),
    reducedMotion: 'reduce',
    locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
    timezoneId: timeZone,
    serviceWorkers: worker ? 'allow' : 'block',
  })
  const page = await newPage(context)
  const window: Kept = { key, origin, page, context, problems: [], spoiled: false }
  page.on('pageerror', (error) => window.problems.push(`uncaught ${error.message}`))
  page.on('console', (line) => {
    // the quiet page names no icon, and the browser then looks for one
    if (line.type() === 'error' && !line.location().url.endsWith('/favicon.ico'))
      window.problems.push(`console ${line.text()} ${line.location().url}`)
  })
  page.on('response', (reply) => reply.status() >= 500 && window.problems.push(`${reply.status()} ${reply.url()}`))
  const { addInitScript } = page
  page.addInitScript = (...script: Parameters<typeof addInitScript>) => {
    window.spoiled = true
    return addInitScript.apply(page, script)
  }
  return window
}

async function leave(window: Kept, fresh: boolean): Promise<void> {
  const { page, context } = window
  if (fresh || window.spoiled || page.isClosed()) return context.close()
  window.problems = []
  const others = context.pages().filter((other) => other !== page)
  await Promise.all([context.setOffline(false), page.unrouteAll(), context.unrouteAll(), ...others.map((other) => other.close())])
  page.removeAllListeners('dialog')
  await page.goto(QUIET_PATH)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  stand(page)
  kept.push(window)
}

/** Closes the windows that are kept, so that a server they speak to can end. */
export async function closeWindows(): Promise<void> {
  await Promise.all(kept.splice(0).map(({ context }) => context.close()))
}
