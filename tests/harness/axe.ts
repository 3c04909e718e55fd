/** axe on the screen as it is. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Their findings are moderate at most. */
const NEVER_SERIOUS = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport-large',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
]

/** What is still being drawn has colours in between. */
const STILL_MS = 60_000
/** A list that is asked for again dims for a moment, also between the wait and the look: what is found counts when it is still there. */
const LOOKS = 3

/** Runs in the page, until nothing is loading; movements that end are brought to their end, since a page that no one looks at never begins them. axe says
 *  what it finds when the time is over. */
function untilStill(time: number): Promise<void> {
  const end = performance.now() + time
  const isStill = () => {
    if (document.querySelector('[aria-busy="true"]')) return false
    const ending = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    for (const animation of ending) animation.finish()
    return ending.length === 0
  }
  return new Promise((resolve) => {
    let before = false
    const look = () => {
      const now = isStill()
      if ((now && before) || performance.now() > end) return resolve()
      before = now
      setTimeout(look, 50)
    }
    look()
  })
}

interface Choice {
  /** Default: the whole document. */
  within?: string
  /** Default: those of WCAG 2.1 A and AA and the rules of good practice. */
  rules?: string[]
}

/** @returns serious and critical findings as `rule: place, what is wrong` */
export async function seriousProblems(page: Page, { within, rules }: Choice = {}): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']
  const options: RunOptions = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags },
    rules: Object.fromEntries(NEVER_SERIOUS.map((id) => [id, { enabled: false }])),
    resultTypes: ['violations'],
    // the platform has no frames
    iframes: false,
    // of style sheets and media, for rules that are not asked
    preload: false,
  }
  const root = within ? `document.querySelector(${JSON.stringify(within)})` : 'document'
  let found: string[] = []
  for (let look = 0; look < LOOKS; look++) {
    await page.evaluate(untilStill, STILL_MS)
    found = await problemsNow(page, `axe.run(${root}, ${JSON.stringify(options)})`)
    if (found.length === 0) break
  }
  return found
}

/** What is read, name and description, of buttons in cards of one list with different titles that share it: it does not say which card a button belongs to. Rows of tables have
 *  their cells around them. */
export async function sameNames(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source)
  return page.evaluate(() => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    axe.setup(document.documentElement)
    const read = (button: HTMLElement) => {
      const described = (button.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
      return [axe.commons.text.accessibleText(button), ...described].join(' ').trim()
    }
    try {
      const lists = new Map<Element, Map<string, Set<string>>>()
      for (const card of document.querySelectorAll('.ag-card, .ag-banner')) {
        const list = (card.closest('li') ?? card).parentElement!
        const buttons = [...card.querySelectorAll<HTMLElement>('button, a.ag-button')].filter((button) => button.checkVisibility())
        const title = card.querySelector('h2, h3, h4, .ag-banner__title')?.textContent ?? ''
        const cards = lists.get(list) ?? new Map<string, Set<string>>()
        lists.set(list, cards.set(title, new Set([...(cards.get(title) ?? []), ...buttons.map(read)])))
      }
      return [...lists.values()].flatMap((cards) => {
        const names = [...cards.values()].flatMap((card) => [...card])
        return [...new Set(names.filter((name, place) => names.indexOf(name) !== place))]
      })
    } finally {
      axe.teardown()
    }
  })
}

async function problemsNow(page: Page, run: string): Promise<string[]> {
  // by the debugger, not as a script of the page: the policy forbids those
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(source)
  const found = await page.evaluate<Result[]>(`${run}.then(({ violations }) => violations)`)
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary?.split('\n')[1]}`))
}
