/** Frames of pages that no one looks at. A browser makes sixty a second and paints each; here they are made when we ask, and none is painted:
 *  scripts, styles and layout run as always, and a fifth of all the work of the browser's tests is gone. Chromium's shell can do it. What the
 *  compositor does itself (touch, scrolling by wheel or keys, pictures of the screen) needs a window that is painted. */
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** Flags of a browser whose pages get no frame unasked. */
export const FRAME_FLAGS = ['--enable-begin-frame-control', '--run-all-compositor-stages-before-draw']

/** Between frames of a page on which something is done: Playwright takes a thing for at rest when two frames show it in the same place. */
const BUSY_MS = 50
/** Between frames of any other: it waits for a server, or for its turn. */
const RESTING_MS = 250
/** How long a page counts as busy after that: what a key opens takes the focus a frame or two later, and the next key may come immediately. */
const AFTERWARDS_MS = 200
/** What is done to a page, by who does it. */
const DEEDS = {
  mainFrame: [
    'check',
    'click',
    'dblclick',
    'dragAndDrop',
    'fill',
    'focus',
    'hover',
    'press',
    'selectOption',
    'setChecked',
    'tap',
    'type',
    'uncheck',
  ],
  keyboard: ['down', 'insertText', 'press', 'type', 'up'],
  mouse: ['click', 'dblclick', 'down', 'move', 'up', 'wheel'],
} as const

/** Of every page that can move. Kept as long as the page: a frame continues when no one waits for it any more. */
const clients = new WeakMap<Page, CDPSession>()
/** Pages that get frames. Others stand still, as a window that is covered. */
const moving = new Set<Page>()
/** Until when a page is busy, as `performance.now`. */
const busyUntil = new WeakMap<Page, number>()
let isRunning = false

/** @param context of a browser started with `FRAME_FLAGS` @returns a new page of it, which moves; so do the pages it opens */
export async function newMovingPage(context: BrowserContext): Promise<Page> {
  const wanted = { url: 'about:blank', browserContextId: await idOf(context), enableBeginFrameControl: true }
  const client = await context.browser()!.newBrowserCDPSession()
  const [page] = await Promise.all([context.waitForEvent('page'), client.send('Target.createTarget', wanted)])
  await client.detach()
  return page
}

/** Lets a page that stood still continue. Nothing happens to one that draws by itself. */
export function move(page: Page): void {
  if (!clients.has(page)) return
  moving.add(page)
  if (!isRunning) void run()
}

export function stand(page: Page): void {
  moving.delete(page)
}

/** One frame at a time in the whole browser: two together would end it. */
async function run(): Promise<void> {
  isRunning = true
  for (let turn = 0; moving.size > 0; turn = (turn + 1) % (RESTING_MS / BUSY_MS)) {
    for (const page of moving) if (turn === 0 || (busyUntil.get(page) ?? 0) > performance.now()) await frame(page)
    await pause(BUSY_MS)
  }
  isRunning = false
}

/** Makes a page busy while something is done to it. */
function watch(page: Page): void {
  const doers: Record<string, object> = { mainFrame: page.mainFrame(), keyboard: page.keyboard, mouse: page.mouse }
  for (const [doer, names] of Object.entries(DEEDS))
    for (const name of names) {
      const methods = doers[doer] as Record<string, (...given: unknown[]) => Promise<unknown>>
      const deed = methods[name]!
      methods[name] = async (...given) => {
        busyUntil.set(page, Number.POSITIVE_INFINITY)
        try {
          return await deed.apply(methods, given)
        } finally {
          busyUntil.set(page, performance.now() + AFTERWARDS_MS)
        }
      }
    }
}

/** Never painted, not even once: what was painted at one size and is asked for at another keeps the browser waiting for ever. */
async function frame(page: Page): Promise<void> {
  try {
    await clients.get(page)!.send('HeadlessExperimental.beginFrame', { noDisplayUpdates: true })
  } catch (error) {
    if (!/has been closed|frame is pending/.test(String(error))) console.error(`no frames for ${page.url()}: ${error}`)
  }
}

const ids = new WeakMap<BrowserContext, Promise<string>>()

function idOf(context: BrowserContext): Promise<string> {
  const known = ids.get(context) ?? askId(context)
  ids.set(context, known)
  return known
}

/** The protocol's own id of a context, which only one of its pages can tell. */
async function askId(context: BrowserContext): Promise<string> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  const { targetInfo } = await client.send('Target.getTargetInfo')
  await page.close()
  context.on('page', (opened) => void begin(opened))
  return targetInfo.browserContextId!
}

async function begin(page: Page): Promise<void> {
  const client = await page
    .context()
    .newCDPSession(page)
    .catch(() => null)
  if (!client) return
  clients.set(page, client)
  watch(page)
  page.once('close', () => stand(page))
  move(page)
}
