/** How a public page appears to a visitor while it loads: how far its parts jump (cumulative layout shift), and when the largest of them is painted. On a
 *  phone as Lighthouse's (412 px, a processor four times slower, 1.6 Mbit/s with 150 ms) and on a desktop. `BENCH_ADDRESS` measures a server that runs. */
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { CHROMIUM_FLAGS, ensureChromium } from '../test/findChromium.ts'
import { DESK, type Device, PHONE } from './devices.ts'

interface Measured {
  shift: number
  paintedMs: number
  /** What moved, the worst first. */
  moved: string[]
}

const DEVICES = [PHONE, DESK]
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const QUIET_MS = 1500
/** The aim: Google calls 0.1 good. */
const MAX_SHIFT = 0.02

export async function run(): Promise<void> {
  const origin = process.env.BENCH_ADDRESS ?? 'http://127.0.0.1:8080'
  const id = await firstCompetition(origin)
  const children = ['', '/entryGuide', '/Points', '/player', '/team', '/dynamicState', '/rankingList', '/worksShow']
  const paths = ['/', '/competition', ...children.map((child) => `/details${child}?competitionId=${id}`), '/helpcenter', '/news', '/login']
  const asked = process.env.BENCH_PAGES?.split(',')
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS })
  console.log(`| page | ${DEVICES.map(({ name }) => `${name}: shift | ${name}: largest paint ms`).join(' | ')} |`)
  console.log(`|---|${DEVICES.map(() => '---|---|').join('')}`)
  const late: string[] = []
  for (const path of paths.filter((path) => !asked || asked.includes(path.split('?')[0]!))) {
    const cells: string[] = []
    for (const device of DEVICES) {
      const { shift, paintedMs, moved } = await measured(browser, device, origin + path)
      cells.push(`${shift.toFixed(3)} | ${paintedMs}`)
      if (shift > MAX_SHIFT) late.push(`${device.name} ${path}: ${moved.join('; ')}`)
    }
    console.log(`| ${path.split('?')[0]} | ${cells.join(' | ')} |`)
  }
  await browser.close()
  if (late.length > 0) console.log(`\nabove ${MAX_SHIFT}:\n${late.join('\n')}`)
}

/** Id of the competition that stands first in the list, unless `BENCH_COMPETITION` names one. */
export async function firstCompetition(origin: string): Promise<string> {
  const reply = await fetch(`${origin}/api/web/competition/queryCompetitionList?pageSize=1`)
  const { data } = (await reply.json()) as { data: { list: { id: string }[] } }
  return process.env.BENCH_COMPETITION ?? data.list[0]!.id
}

/** The round with the most shift, and the median paint. */
async function measured(browser: Browser, device: Device, address: string): Promise<Measured> {
  const rounds: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await visit(browser, device, address))
  const worst = rounds.toSorted((a, b) => b.shift - a.shift)[0]!
  const paints = rounds.map(({ paintedMs }) => paintedMs).sort((a, b) => a - b)
  return { ...worst, paintedMs: paints[Math.floor(ROUNDS / 2)]! }
}

async function visit(browser: Browser, { viewport, isMobile, slower, network }: Device, address: string): Promise<Measured> {
  const context = await browser.newContext({ viewport, isMobile, hasTouch: isMobile, locale: 'zh-CN' })
  const page = await context.newPage()
  await page.addInitScript(watch)
  const session: CDPSession = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  if (network) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  }
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForSelector('main h1', { timeout: 60_000 })
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout: 60_000 })
  await page.waitForTimeout(QUIET_MS)
  const found = await page.evaluate(() => (globalThis as unknown as { seen: Measured }).seen)
  await context.close()
  return found
}

/** Runs in the page, before anything else of it. */
function watch(): void {
  const seen = { shift: 0, paintedMs: 0, moved: [] as string[] }
  Object.assign(globalThis, { seen })
  const nameOf = (node: unknown) =>
    (node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : String(node)).slice(0, 60)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      value: number
      sources: { node: unknown; previousRect: DOMRect; currentRect: DOMRect }[]
    }[]) {
      seen.shift += entry.value
      seen.moved.push(
        `${entry.value.toFixed(3)} ${entry.sources.map(({ node, previousRect, currentRect }) => `${nameOf(node)} ${previousRect.y}->${currentRect.y}`).join(', ')}`,
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.paintedMs = Math.round(startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}
