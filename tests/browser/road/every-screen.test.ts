/** Every screen of the road, as each role that may see it, in both languages, at desk and phone width, and in every skin.
 *  `SCREENSHOTS=<folder>` keeps pictures to look at. */

import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, settled } from '../../harness/open-page.ts'

interface Screen {
  name: string
  path: string
  as?: string
  /** Also looked at in the skins other than the first. */
  everySkin?: true
}

const SCREENS: Screen[] = [
  { name: 'home', path: '/', everySkin: true },
  { name: 'centre', path: '/competition', everySkin: true },
  { name: 'details', path: '/details?competitionId=1', everySkin: true },
  { name: 'sign-in', path: '/login', everySkin: true },
  { name: 'register', path: '/register' },
  { name: 'no-access', path: '/401' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'home-member', path: '/', as: 'participant' },
  { name: 'details-member', path: '/details?competitionId=2', as: 'participant' },
  { name: 'enter', path: '/details/signup?competitionId=3', as: 'participant' },
  { name: 'mine', path: '/personalCenter/jingsai', as: 'participant' },
  { name: 'security', path: '/personalCenter/security', as: 'participant' },
  { name: 'profile', path: '/personalCenter/profile', as: 'participant' },
  { name: 'certification', path: '/personalCenter/renzheng', as: 'participant' },
  { name: 'certification-rejected', path: '/personalCenter/renzheng', as: 'organiser 2' },
  { name: 'privacy', path: '/personalCenter/privacy', as: 'participant' },
  { name: 'verify', path: '/admin/verify', as: 'school administrator' },
  { name: 'managed', path: '/admin', as: 'organiser' },
  { name: 'registrations', path: '/admin/regManagement?competitionId=1', as: 'organiser', everySkin: true },
  { name: 'log', path: '/admin/logs', as: 'administrator' },
  { name: 'register-organisation', path: '/register/organisation' },
  { name: 'forgotten', path: '/forgotPassword' },
  { name: 'bind-phone', path: '/bindphone' },
  { name: 'organisations', path: '/admin/organizations', as: 'administrator' },
  { name: 'accounts', path: '/admin/accounts', as: 'administrator' },
  { name: 'roles', path: '/admin/roles', as: 'administrator' },
  { name: 'permissions', path: '/admin/permissions', as: 'administrator' },
  { name: 'experts', path: '/admin/experts', as: 'administrator' },
  { name: 'outbox', path: '/admin/outbox', as: 'administrator' },
  { name: 'organisation-review', path: '/admin/organisationReview', as: 'administrator' },
  { name: 'permission-check', path: '/admin/permissionCheck', as: 'administrator' },
  { name: 'platform-config', path: '/personalCenter/adminPlatformConfig', as: 'administrator' },
]

/** One is opened on a phone and then widened, the other narrowed. The tree is the same in both languages, and axe costs more than all the rest. */
const LOOKS = [
  { lang: 'zh', widths: [360, 1440], withAxe: true },
  { lang: 'en', widths: [1440, 360], withAxe: false },
] as const

let visit: OpenPage | undefined
afterEach(() => visit?.close())

describe.each(LOOKS)('screens in $lang at $widths px', ({ lang, widths, withAxe }) => {
  it.each(SCREENS)('$name ($path) shows without error, sideways scroll or serious accessibility problem', async ({ name, path, as }) => {
    visit = await openPage({ lang, width: widths[0], as, path })
    const { page, problems } = visit
    expect(await page.getAttribute('html', 'lang')).toBe(lang === 'zh' ? 'zh-CN' : 'en')
    expect((await page.title()).length).toBeGreaterThan(2)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}-${lang}-${width}.png`), fullPage: true })
      expect(await sidewaysScroll(page), `at ${width} px`).toBeLessThanOrEqual(0)
      if (withAxe) expect(await seriousProblems(page), `at ${width} px`).toEqual([])
    }
    expect(problems.filter((line) => !(name === 'not-found' && line.includes('404')))).toEqual([])
  })
})

describe.each(['skins.dark', 'skins.spring'])('screens in the skin %s', (skin) => {
  it.each(SCREENS.filter(({ everySkin }) => everySkin))('$name ($path) can be read', async ({ path, as }) => {
    visit = await openPage({ as, skin, path })
    expect(await visit.page.getAttribute('html', 'data-skin')).toBe(skin)
    expect(await seriousProblems(visit.page, { rules: ['color-contrast', 'link-in-text-block'] })).toEqual([])
  })
})

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
