import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type FormWorld, startFormWorld } from './formWorld.ts'

let world: FormWorld
beforeAll(async () => {
  world = await startFormWorld()
})
afterAll(() => world?.close())
afterEach(() => world.leave())

describe.each([
  { lang: 'zh', width: 1440 },
  { lang: 'zh', width: 768 },
  { lang: 'en', width: 768 },
  { lang: 'en', width: 360 },
] as const)('[FORM-40] the form in $lang at $width px', ({ lang, width }) => {
  it('has no serious fault that axe finds, before and after a refused submit', async () => {
    const { page } = await world.open('everyControl', { lang, width })
    await page.getByRole('toolbar').waitFor()
    for (const refused of [false, true]) {
      if (refused) await page.locator('.ag-form button[type=submit]').click()
      expect(await seriousProblems(page, { within: '.ag-form' })).toEqual([])
    }
  })

  it('never scrolls sideways, and speaks no key and no other language', async () => {
    const { page } = await world.open('everyControl', { lang, width })
    await page.getByRole('toolbar').waitFor()
    await page.locator('.ag-form button[type=submit]').click()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    const text = (await page.locator('.ag-form').textContent())!
    expect(text).not.toMatch(/\bform\.[a-z]/)
    if (lang === 'en') expect(text).not.toMatch(/[\u4e00-\u9fff]/)
  })
})

describe('[FORM-41] on a phone', () => {
  it('what fingers touch is at least 44 px high', async () => {
    const { page } = await world.open('everyControl', { width: 360 })
    await page.getByRole('toolbar').waitFor()
    const small = await page
      .locator('.ag-form :is(input:not([type=checkbox], [type=radio], [type=file]), select, textarea, .ag-form-choice, button)')
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.getClientRects().length > 0 && element.getBoundingClientRect().height < 43.5)
          .map((element) => element.outerHTML.slice(0, 120)),
      )
    expect(small).toEqual([])
  })
})

describe('[FORM-48] the controls of several elements', () => {
  /** Names of the files that a form has loaded. Those controls come through their list alone. */
  const loaded = async (form: string, at: string) => {
    const { page } = await world.open(form)
    await page.locator(at).first().waitFor()
    return page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.split('/').at(-1)!))
  }
  const list = /^richControls-/

  it('cost a form of native controls nothing: not even their list is loaded', async () => {
    expect((await loaded('everyControl', '[role=toolbar]')).filter((name) => list.test(name))).not.toEqual([])
    const plain = await loaded('jump', '.ag-form input[type=radio]')
    expect(plain.some((name) => name.endsWith('.js'))).toBe(true)
    expect(plain.filter((name) => list.test(name))).toEqual([])
  })
})
