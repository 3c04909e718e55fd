/** Controls that ask for more than words - files, the camera, a drawn name, the position - are answered with the keyboard alone, and named for screen readers. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { openChooser } from '../../harness/openChooser.ts'
import { type FormWorld, startFormWorld } from './formWorld.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

let world: FormWorld
let tokens: unknown
beforeAll(async () => {
  world = await startFormWorld()
  tokens = await world.register('13800000031')
})
afterAll(() => world?.close())
afterEach(() => world.leave())

/** What has the focus is called, without the mark of a required field. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement
    return (at.ariaLabel ?? at.labels?.[0]?.innerText ?? at.innerText ?? '').replaceAll(/\s+/g, ' ')
  })

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = []
  for (let pressed = 0; pressed < 40; pressed++) {
    const found = await focused(page)
    if (name.test(found)) return
    passed.push(found.slice(0, 40))
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${name}: ${passed.join(' | ')}`)
}

async function choose(page: Page, field: RegExp, name: string): Promise<void> {
  await tabTo(page, field)
  const chooser = await openChooser(page, () => page.keyboard.press('Space'))
  await chooser.setFiles({ name, mimeType: 'image/png', buffer: PNG })
  await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
}

const WIDTH = 360

describe('[FORM-47] by the keyboard alone', () => {
  it('files are chosen and removed, a photo is taken, a name is typed as signature, an address is written and the position added and removed', async () => {
    const { page, problems } = await world.open('keys', { tokens, width: WIDTH })
    await page.context().grantPermissions(['geolocation'], { origin: world.origin })
    await page.context().setGeolocation({ latitude: 31.23042, longitude: 121.4737, accuracy: 12 })
    await expect.poll(() => page.locator('.ag-form-input-waiting').count()).toBe(0)
    expect(await seriousProblems(page)).toEqual([])

    await choose(page, /^Papers/, 'wrong.png')
    await tabTo(page, /^Remove wrong\.png/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove wrong.png' }).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Papers')
    await choose(page, /^Papers/, 'right.png')
    expect(await page.locator('input[capture]').getAttribute('aria-label')).toBe('Photo on site')
    await choose(page, /^Photo on site/, 'site.png')
    await expect.poll(() => focused(page)).toBe('site.png')

    await tabTo(page, /^Signature: /)
    await page.keyboard.type('Ada Lovelace')
    await tabTo(page, /^Use this signature/)
    // the focus outlasts a slow network, in which the button waits
    await page.route('**/platform/upload', async (route) => {
      await setTimeout(1500)
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign again' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Sign again')

    await tabTo(page, /^Place/)
    await page.keyboard.type('Hall 3')
    await tabTo(page, /^Add my position/)
    await page.keyboard.press('Enter')
    await page.getByText('accurate to about 12 m').waitFor()
    await tabTo(page, /^Remove position/)
    expect(await seriousProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTH)
    await tabTo(page, /^Submit/)
    await page.keyboard.press('Enter')
    await page.getByText('Received').first().waitFor()
    const { rows } = await world.db.query('select answers from forms_entry order by id desc limit 1')
    expect(rows[0].answers).toMatchObject({
      papers: [{ name: 'right.png' }],
      photo: [{ name: 'site.png' }],
      sign: { name: 'signature.png' },
      place: 'Hall 3 (31.23042, 121.47370)',
    })
    expect(problems).toEqual([])
  })
})
