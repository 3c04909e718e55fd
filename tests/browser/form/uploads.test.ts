/** A large file on its way in parts, by the control of a form. A file of 12 MB counts as large here: three parts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newPage } from '../../harness/browserWindows.ts'
import { type FormWorld, startFormWorld } from './formWorld.ts'

const MB = 1_048_576
const PART = 5 * MB
const NAME = 'large.png'

let world: FormWorld
let tokens: unknown
let folder: string
let path: string
let size: number
beforeAll(async () => {
  world = await startFormWorld({
    app: (app) => ({ ...app, uploads: { ...app.uploads, maxBytes: 6 * MB } }),
    edits: {
      'schemas/forms/keys.form.json': (form) => {
        form.schema.properties.papers.maxBytes = 20 * MB
        return form
      },
    },
  })
  tokens = await world.register('13800000026')
  const picture = sharp({
    create: { width: 2000, height: 2000, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
  const content = await picture.png({ compressionLevel: 0 }).toBuffer()
  size = content.length
  folder = mkdtempSync(join(tmpdir(), 'agon-large-'))
  path = join(folder, NAME)
  writeFileSync(path, content)
})
afterAll(async () => {
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => world.leave())

interface Watched {
  page: Page
  /** What the server had after each part that came. */
  came: number[]
  problems?: string[]
}

async function open(): Promise<Watched> {
  const { page, problems } = await world.open('keys', { tokens })
  return { page, came: await watch(page), problems }
}

async function watch(page: Page): Promise<number[]> {
  const came: number[] = []
  await page.exposeFunction('partCame', (received: number) => came.push(received))
  await page.addInitScript(tellParts)
  await page.evaluate(tellParts)
  return came
}

/** Runs in the page: hears what the server says of a part before the page does. */
function tellParts(): void {
  const { partCame } = globalThis as unknown as { partCame(received: number): void }
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: [string, string]) {
    if (given[1].endsWith('/upload/part')) this.addEventListener('load', () => partCame(this.response?.data?.received))
    open.apply(this, given as never)
  }
}

const choose = (page: Page) => page.locator('input[type=file]').first().setInputFiles(path)
const button = (page: Page, words: string) => page.getByRole('button', { name: `${words} ${NAME}` })
const isStored = (page: Page) => button(page, 'Remove').waitFor()

/** Keeps requests of one address from the server, from the nth on, until the test says so. */
async function hold(page: Page, address: string, from = 1): Promise<() => Promise<void>> {
  let count = 0
  const held: Route[] = []
  const pattern = `**/platform/upload/${address}`
  await page.route(pattern, (route) => {
    count += 1
    if (count < from) return route.continue()
    held.push(route)
  })
  return async () => {
    // what was cancelled meanwhile cannot go on
    await Promise.all(held.splice(0).map((route) => route.continue().catch(() => {})))
    await page.unroute(pattern)
  }
}

/** Of an upload that the control offers to continue. */
const left = (page: Page) => page.locator('.ag-form-upload-name', { hasText: 'Choose the same file to continue' })

/** A reload after the first part. @returns lets further parts through */
async function breakOff(page: Page, came: readonly number[]): Promise<() => Promise<void>> {
  const release = await hold(page, 'part', 2)
  await choose(page)
  await expect.poll(() => came).toEqual([PART])
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.waitForSelector('.ag-form')
  return release
}

describe('[UPLOAD-6] a file that the server does not take', () => {
  it('says why immediately and takes no place: the same file or another one is chosen next, with the focus still in the field', async () => {
    const { page } = await open()
    const photo = page.locator('.ag-form-field', { hasText: 'Photo on site' })
    const chooser = photo.locator('input[type=file]')
    const broken = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') }
    const choose = async (file: typeof broken) => {
      await chooser.focus()
      await chooser.setInputFiles(file)
    }
    for (let time = 0; time < 2; time++) {
      await choose(broken)
      await expect.poll(() => photo.getByRole('alert').allInnerTexts()).toEqual([expect.stringMatching(/.{10}/)])
      expect(await photo.evaluate((field) => field.contains(document.activeElement))).toBe(true)
      expect(await photo.getByRole('button', { name: /Retry/ }).count()).toBe(0)
    }
    const buffer = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    await choose({ ...broken, buffer })
    await photo.getByRole('button', { name: 'Remove photo.png' }).waitFor()
    await expect.poll(() => photo.getByRole('alert').count()).toBe(0)
  })
})

describe('[UPLOAD-1] a large file', () => {
  it('is paused and goes on with the part where it stopped', async () => {
    const { page, came } = await open()
    const release = await hold(page, 'part', 2)
    await choose(page)
    await expect.poll(() => came).toEqual([PART])
    await button(page, 'Pause').click()
    await page.getByText(/^Paused at \d+%$/).waitFor()
    await release()
    expect(await button(page, 'Continue').evaluate((one) => one === document.activeElement)).toBe(true)
    await button(page, 'Continue').click()
    await isStored(page)
    expect(came).toEqual([PART, 2 * PART, size])
  })

  it('goes on after a reload once the same file is chosen, as the control says', async () => {
    const { page, came } = await open()
    const release = await breakOff(page, came)
    const words = `${NAME}${Math.floor((PART / size) * 100)}% uploaded before. Choose the same file to continue.`
    await expect.poll(() => left(page).textContent()).toBe(words)
    await release()
    await choose(page)
    await isStored(page)
    expect(came).toEqual([PART, 2 * PART, size])
    await page.reload()
    await page.waitForSelector('.ag-form')
    expect(await left(page).count()).toBe(0)
  })

  it('is paused, or cancelled for good, also before its first part and at its end', async () => {
    const { page, came } = await open()
    const begin = await hold(page, 'begin')
    await choose(page)
    await button(page, 'Cancel').click()
    await begin()
    const end = await hold(page, 'end')
    await choose(page)
    await expect.poll(() => came).toEqual([PART, 2 * PART, size])
    await button(page, 'Pause').click()
    const paused = page.getByText('Paused at 100%')
    await end()
    await paused.waitFor()
    await button(page, 'Continue').click()
    await isStored(page)
    await button(page, 'Remove').click()

    const again = await hold(page, 'end')
    await choose(page)
    await expect.poll(() => came.length).toBe(6)
    await button(page, 'Cancel').click()
    const ended = page.waitForResponse('**/upload/end')
    await again()
    await ended
    await page.getByText(NAME).waitFor({ state: 'detached' })
    await choose(page)
    await isStored(page)
    // the file that was there already: nothing was sent again
    expect(came).toHaveLength(6)
  })
})

it('[UPLOAD-2] two windows at one large file do not undo it for each other', async () => {
  const { page, came } = await open()
  const release = await hold(page, 'part', 2)
  await choose(page)
  await expect.poll(() => came).toEqual([PART])
  const other = await newPage(page.context())
  await other.goto('/forms/keys')
  await other.waitForSelector('.ag-form')
  const cameThere = await watch(other)
  await choose(other)
  await isStored(other)
  expect(cameThere).toEqual([2 * PART, size])
  // the part that was under way here comes when the file is whole already
  await release()
  await isStored(page)
  expect(came).toEqual([PART, size])
  const { rows } = await world.db.query(
    'select count(*)::int as count, count(distinct ticket)::int as tickets from platform_file where size = $1',
    [size],
  )
  expect(rows[0].count).toBe(rows[0].tickets)
})

it('[UPLOAD-3] a file that the server could not make of its parts is ended again, and not sent again', async () => {
  const { page, came } = await open()
  await page.route('**/platform/upload/end', (route) => route.fulfill({ status: 503, body: 'no' }), { times: 1 })
  await choose(page)
  await button(page, 'Retry').click()
  await isStored(page)
  expect(came).toEqual([PART, 2 * PART, size])
})

describe('[UPLOAD-4] a large file that was not finished', () => {
  it('is offered where it was chosen alone, until it is discarded', async () => {
    const { page, came } = await open()
    await breakOff(page, came)
    await left(page).waitFor()
    expect(await left(page).count()).toBe(1)
    await button(page, 'Discard').click()
    await left(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.waitForSelector('.ag-form')
    expect(await left(page).count()).toBe(0)
  })

  it('is not offered when it was cancelled, or the server has forgotten it', async () => {
    const { page, came } = await open()
    await breakOff(page, came)
    await page.route('**/platform/upload/state', (route) => route.fulfill({ json: { code: 400, error: 'UPLOAD_TICKET' } }), { times: 1 })
    await page.reload()
    await left(page).waitFor({ state: 'detached' })

    await choose(page)
    await button(page, 'Cancel').click()
    await page.reload()
    await page.waitForSelector('.ag-form')
    expect(await left(page).count()).toBe(0)
  })
})

it('[UPLOAD-5] a field that takes any picture says so in words', async () => {
  const { page } = await open()
  await page.getByText(/· pictures ·/).waitFor()
})
