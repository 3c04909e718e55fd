/** One library, one size, one run in Chromium: figures as a person would feel them. */
import type { Browser, Page } from 'playwright-core'
import { MAX_ERRORS } from '../../../runtime/core/validation/FieldError.ts'
import type { App } from './buildApps.ts'
import { emptyErrors, visibleAtFirst } from './definition.ts'

/** In milliseconds, except the last two. */
export interface Figures {
  firstScreen: number
  allMounted: number
  keyMedian: number
  keyP95: number
  allErrors: number
  /** Gzipped kilobytes of JavaScript loaded. */
  script: number
  /** Memory in use after a garbage collection with everything mounted, in megabytes. */
  heap: number
}

/** Fields that a window of 900 pixels shows of the densest library; all show at least these. */
const FIRST_SCREEN_FIELDS = 12
const STROKES = 30
const ERROR_OF: Record<App, string> = {
  plain: '.bench-error',
  antd: '.ant-form-item-explain-error',
  rjsf: '.ant-form-item-explain-error',
  formily: '[class*="formily-item-error-help"]',
  jsonforms: '.validation_error',
  surveyjs: '.sd-element__erbox',
  agon: '.ag-form-field-error',
}

export async function measure(browser: Browser, origin: string, app: App, count: number): Promise<Omit<Figures, 'script'>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchMounting, { first: FIRST_SCREEN_FIELDS, all: visibleAtFirst(count) })
    await page.goto(`${origin}/${app}/?count=${count}`)
    const mounted = await page.waitForFunction(() => (window as unknown as Watched).benchMounted, null, { timeout: 60_000 })
    const { firstScreen, allMounted } = (await mounted.jsonValue()) as Mounted
    await page.waitForTimeout(500)
    const heap = await heapOf(page)
    const { median, p95 } = await typeInTheMiddle(page, count)
    const allErrors = await submitEmpty(page, ERROR_OF[app], app === 'agon' ? Math.min(emptyErrors(count), MAX_ERRORS) : emptyErrors(count))
    return { firstScreen, allMounted, keyMedian: median, keyP95: p95, allErrors, heap }
  } finally {
    await context.close()
  }
}

interface Mounted {
  firstScreen: number
  allMounted: number
}
interface Watched {
  benchMounted?: Mounted
  benchStrokes?: number[]
}

/** Runs in the page before its own scripts. A control counts when a frame with it has been painted. */
function watchMounting({ first, all }: { first: number; all: number }): void {
  const kinds = ['input', 'select', 'textarea'].map((tag) => document.getElementsByTagName(tag))
  let firstScreen = 0
  const afterPaint = (run: () => void) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = run
    channel.port2.postMessage(null)
  }
  const look = () => {
    const mounted = kinds.reduce((sum, found) => sum + found.length, 0)
    // A hidden box inside of a library's own control would count twice: the page's total is checked by the caller's number of fields.
    afterPaint(() => {
      const now = performance.now()
      if (!firstScreen && mounted >= first) firstScreen = now
      if (mounted >= all) (window as unknown as { benchMounted: unknown }).benchMounted = { firstScreen, allMounted: now }
      else requestAnimationFrame(look)
    })
  }
  requestAnimationFrame(look)
}

async function heapOf(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  await client.detach()
  return usedSize / 1024 / 1024
}

/** Types into a text field in the middle; each stroke from its input event to after the next paint. */
async function typeInTheMiddle(page: Page, count: number): Promise<{ median: number; p95: number }> {
  await page.evaluate((position) => {
    const texts = [...document.querySelectorAll<HTMLInputElement>('input')].filter(
      (input) => ['text', ''].includes(input.type) && !input.closest('.ant-select, .ant-picker, .ant-input-number, .ag-picker'),
    )
    const middle = texts[Math.floor(texts.length * position)]!
    middle.scrollIntoView({ block: 'center' })
    middle.focus()
    const strokes: number[] = []
    ;(window as unknown as { benchStrokes: number[] }).benchStrokes = strokes
    document.addEventListener(
      'input',
      () => {
        const start = performance.now()
        requestAnimationFrame(() => {
          const channel = new MessageChannel()
          channel.port1.onmessage = () => strokes.push(performance.now() - start)
          channel.port2.postMessage(null)
        })
      },
      true,
    )
  }, 0.5)
  await page.waitForTimeout(300)
  for (let stroke = 0; stroke < STROKES; stroke++) {
    await page.keyboard.press('a')
    await page.waitForFunction((done) => (window as unknown as Watched).benchStrokes!.length > done, stroke, { timeout: 20_000 })
    await page.waitForTimeout(count >= 1000 ? 60 : 40)
  }
  const strokes = (await page.evaluate(() => (window as unknown as Watched).benchStrokes!)).toSorted((a, b) => a - b)
  // The form is empty again for the submit.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  await page.waitForTimeout(400)
  return { median: strokes[Math.floor(strokes.length / 2)]!, p95: strokes[Math.floor(strokes.length * 0.95)]! }
}

/** From the click to after the paint that shows the last error. */
function submitEmpty(page: Page, selector: string, expected: number): Promise<number> {
  return page.evaluate(
    ([errors, count]) =>
      new Promise<number>((resolve, reject) => {
        const start = performance.now()
        const look = () => {
          const shown = document.querySelectorAll(errors).length
          const channel = new MessageChannel()
          channel.port1.onmessage = () => {
            if (shown >= count) resolve(performance.now() - start)
            else if (performance.now() - start > 30_000) reject(new Error(`only ${shown} of ${count} errors (${errors})`))
            else requestAnimationFrame(look)
          }
          channel.port2.postMessage(null)
        }
        document.querySelector<HTMLButtonElement>('button[type=submit], .ant-btn-primary, .sd-navigation__complete-btn')!.click()
        requestAnimationFrame(look)
      }),
    [selector, expected] as const,
  )
}
