/** Every screen of the road, as each role that may see it, in both languages, at desk and phone width. `SCREENSHOTS=<folder>` keeps pictures to
 *  look at. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../harness/open-page.ts'
import { PROJECT_DIRECTORY } from '../../harness/project-directory.ts'

interface Screen {
  name: string
  path: string
  as?: string
}

const SCREENS: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'centre', path: '/competition' },
  { name: 'details', path: '/details?competitionId=1' },
  { name: 'sign-in', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'no-access', path: '/401' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'home-member', path: '/', as: 'participant' },
  { name: 'details-member', path: '/details?competitionId=2', as: 'participant' },
  { name: 'enter', path: '/details/signup?competitionId=3', as: 'participant' },
  { name: 'mine', path: '/personalCenter/jingsai', as: 'participant' },
  { name: 'managed', path: '/admin', as: 'organiser' },
  { name: 'registrations', path: '/admin/regManagement?competitionId=1', as: 'organiser' },
  { name: 'log', path: '/admin/logs', as: 'administrator' },
]

const axeSource = readFileSync(join(PROJECT_DIRECTORY, 'node_modules/axe-core/axe.min.js'), 'utf8')

describe.each(['zh', 'en'] as const)('screens in %s', (lang) => {
  describe.each([1440, 360])('at %d px', (width) => {
    it.each(SCREENS)('$name ($path) shows without error, sideways scroll or serious accessibility problem', async ({ name, path, as }) => {
      const visit = await openPage({ lang, width, as, path })
      try {
        if (process.env.SCREENSHOTS)
          await visit.page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}-${lang}-${width}.png`), fullPage: true })
        expect(await visit.page.getAttribute('html', 'lang')).toBe(lang === 'zh' ? 'zh-CN' : 'en')
        expect((await visit.page.title()).length).toBeGreaterThan(2)
        expect(await sidewaysScroll(visit.page)).toBeLessThanOrEqual(0)
        // the tree of a screen is the same in both languages, and axe costs more than all the rest
        if (lang === 'zh') expect(await seriousProblems(visit.page)).toEqual([])
        expect(visit.problems.filter((line) => !(name === 'not-found' && line.includes('404')))).toEqual([])
      } finally {
        await visit.close()
      }
    })
  })
})

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** axe's serious and critical findings; axe is evaluated by the debugger, which the content security policy does not touch. */
async function seriousProblems(page: Page): Promise<string[]> {
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window and ships no type for that
    const { violations } = await (window as any).axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })
    return violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
  })
}
