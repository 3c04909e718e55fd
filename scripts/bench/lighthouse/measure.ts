/** One visit of a page by Lighthouse, and one on a line and a processor that are slowed for real. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { PHONE } from '../devices.ts'
import { installPeers } from '../installPeers.ts'

interface Audit {
  numericValue?: number
  details?: { items: { url: string; resourceType: string }[] }
}
interface Report {
  audits: Record<string, Audit>
  categories: Record<string, { score: number | null }>
  runtimeError?: { message: string }
}
interface Lighthouse {
  default(address: string, flags: object, config?: object): Promise<{ lhr: Report } | undefined>
  desktopConfig: object
}

let loaded: Promise<Lighthouse> | undefined

function loadLighthouse(): Promise<Lighthouse> {
  loaded ??= import(pathToFileURL(join(installPeers(['lighthouse']).lighthouse!, 'core/index.js')).href)
  return loaded
}

/** What is seen of a page; `null` where nothing is measured. */
export interface Figures {
  score: number
  firstMs: number
  largestMs: number
  blockedMs: number
  shift: number
  /** Of all scripts of the visit, gzipped. */
  scriptKb: number
  /** On the slowed line: half of the words of the page are painted, and the largest part. */
  wordsMs: number | null
  slowLargestMs: number | null
}

/** A page that keeps a stream open is never quiet: Lighthouse would wait 45 s. */
const LONGEST_MS = 15_000
const QUIET_MS = 1_500
const PATIENCE_MS = 60_000
const PHONE_NAME =
  'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
const weights = new Map<string, number>()

/** @param port where the browser listens for tools. @throws Error when Lighthouse gives no figures */
export async function visitByLighthouse(address: string, isPhone: boolean, port: number): Promise<Figures> {
  const flags = { port, logLevel: 'silent' as const, onlyCategories: ['performance'], maxWaitForLoad: LONGEST_MS }
  const { default: lighthouse, desktopConfig } = await loadLighthouse()
  const result = await lighthouse(address, flags, isPhone ? undefined : desktopConfig)
  const { audits, categories, runtimeError } = result!.lhr
  if (runtimeError || categories.performance!.score === null) throw new Error(`${address}: ${runtimeError?.message ?? 'no score'}`)
  const figure = (audit: string) => audits[audit]!.numericValue!
  const scripts = audits['network-requests']!.details!.items.filter(
    ({ resourceType, url }) => resourceType === 'Script' || /\.m?js$/.test(url),
  ).map(({ url }) => url)
  return {
    score: categories.performance!.score * 100,
    firstMs: figure('first-contentful-paint'),
    largestMs: figure('largest-contentful-paint'),
    blockedMs: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    scriptKb: await weightOf(new Set(scripts)),
    wordsMs: null,
    slowLargestMs: null,
  }
}

async function weightOf(scripts: ReadonlySet<string>): Promise<number> {
  let bytes = 0
  for (const script of scripts) {
    if (!weights.has(script)) weights.set(script, gzipSync(await (await fetch(script)).arrayBuffer(), { level: 9 }).length)
    bytes += weights.get(script)!
  }
  return bytes / 1000
}

/** As a phone. */
export async function visitSlowed(browser: Browser, address: string): Promise<{ wordsMs: number; slowLargestMs: number }> {
  const { viewport, slower, network } = PHONE
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true, locale: 'zh-CN', userAgent: PHONE_NAME })
  const page = await context.newPage()
  await page.addInitScript(watch)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network! })
  await page.goto(address, { waitUntil: 'load', timeout: PATIENCE_MS })
  await page.waitForSelector('main h1', { timeout: PATIENCE_MS })
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout: PATIENCE_MS })
  await page.waitForTimeout(QUIET_MS)
  const { grown, largestMs, firstMs } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
  await context.close()
  const half = grown.at(-1)!.letters / 2
  const seenAt = grown.find(({ letters }) => letters >= half)!.atMs
  return { wordsMs: Math.max(seenAt, firstMs), slowLargestMs: largestMs }
}

interface Seen {
  /** Letters of the page whenever a frame showed more of them. */
  grown: { atMs: number; letters: number }[]
  firstMs: number
  largestMs: number
}

/** Runs in the page, before anything else of it. */
function watch(): void {
  const seen: Seen = { grown: [], firstMs: 0, largestMs: 0 }
  Object.assign(globalThis, { seen })
  const look = (atMs: number): void => {
    const letters = document.querySelector('main')?.textContent?.length ?? 0
    if (letters !== (seen.grown.at(-1)?.letters ?? 0)) seen.grown.push({ atMs, letters })
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') seen.firstMs = startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largestMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}
