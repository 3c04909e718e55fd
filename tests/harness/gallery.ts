/** Screens looked at one after the other, as a person walks through them: one window for each role, links instead of loads, language and skin
 *  switched in place. `SCREENSHOTS=<folder>` keeps pictures to look at. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sameNames, seriousProblems } from './axe.ts'
import { loadPath, type OpenPage, openPage, openPath, settled } from './openPage.ts'

export interface Screen {
  /** Of the pictures. */
  name: string
  path: string
  /** Role of a demo account; absent: a visitor. */
  as?: string
  /** Also looked at in the skins other than the first. */
  everySkin?: true
  /** Everything on it has an English wording. */
  allEnglish?: true
}

const PHONE = 360
const DESK = 1440
const HTML_LANG = { zh: 'zh-CN', en: 'en' } as const
const SWITCH = { zh: '中文', en: 'English' } as const
const SKINS = ['skins.dark', 'skins.spring']
const READABLE = ['color-contrast', 'link-in-text-block']

/** A test for each screen, grouped by who sees it. */
export function gallery(screens: readonly Screen[]): void {
  const roles = new Map<string | undefined, Screen[]>()
  for (const screen of screens) roles.set(screen.as, [...(roles.get(screen.as) ?? []), screen])
  describe.each([...roles.keys()].map((as) => ({ as, who: as ?? 'visitor' })))('screens of the $who', ({ as }) => {
    let visit: OpenPage
    let isBroken = true
    let lang: 'zh' | 'en' = 'zh'
    // people take part on phones, staff sit at desks
    const width = as === undefined || as === 'participant' ? PHONE : DESK
    beforeAll(async () => {
      visit = await openPage({ lang, width, as })
    })
    afterAll(() => visit?.close())

    it.each(roles.get(as)!)(
      '$name ($path) shows in both languages and widths, without error, sideways scroll or serious accessibility problem',
      async (screen) => {
        const { page, problems } = visit
        problems.length = 0
        await page.setViewportSize({ width: PHONE, height: 900 })
        await (isBroken ? loadPath : openPath)(page, screen.path)
        isBroken = true
        await lookAt(page, screen, { lang, widths: [PHONE, DESK], axeAt: width })
        const other = lang === 'zh' ? 'en' : 'zh'
        await page.getByRole('button', { name: SWITCH[other], exact: true }).first().click()
        await page.locator(`html[lang="${HTML_LANG[other]}"]`).waitFor({ state: 'attached' })
        lang = other
        await lookAt(page, screen, { lang, widths: [DESK, PHONE] })
        if (screen.everySkin) await lookInEverySkin(page)
        expect(problems.filter((line) => !(screen.name === 'not-found' && line.includes('404')))).toEqual([])
        isBroken = false
      },
    )
  })
}

interface Look {
  lang: 'zh' | 'en'
  widths: readonly number[]
  /** Width at which axe looks: where these people mostly are. The tree is the same in both languages, and axe costs more than all the rest. */
  axeAt?: number
}

async function lookAt(page: Page, { name, allEnglish }: Screen, { lang, widths, axeAt }: Look): Promise<void> {
  expect(await page.getAttribute('html', 'lang')).toBe(HTML_LANG[lang])
  expect((await page.title()).length).toBeGreaterThan(2)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: join(folder, `${name}-${lang}-${width}.png`), fullPage: true })
    await expect.poll(() => sidewaysScroll(page), { message: `sideways scroll at ${width} px` }).toBeLessThanOrEqual(0)
    if (width !== axeAt) continue
    expect(await seriousProblems(page), `at ${width} px`).toEqual([])
    expect(await sameNames(page), 'buttons of a list that read alike').toEqual([])
  }
  if (allEnglish && lang === 'en') await expect.poll(() => page.locator('main').innerText()).not.toMatch(/[\u4e00-\u9fff]{4,}/)
}

async function lookInEverySkin(page: Page): Promise<void> {
  const choose = async (skin: string | null) => {
    await page.evaluate((id) => (id ? localStorage.setItem('agon.skin', JSON.stringify(id)) : localStorage.removeItem('agon.skin')), skin)
    await page.reload()
    await settled(page)
  }
  for (const skin of SKINS) {
    await choose(skin)
    expect(await page.getAttribute('html', 'data-skin')).toBe(skin)
    expect(await seriousProblems(page, { rules: READABLE }), skin).toEqual([])
  }
  await choose(null)
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
