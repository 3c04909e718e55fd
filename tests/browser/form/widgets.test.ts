import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FormWorld, startFormWorld } from './formWorld.ts'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

let world: FormWorld
let tokens: unknown
beforeAll(async () => {
  world = await startFormWorld()
  tokens = await world.register('13800000021')
  await world.db.query(
    `INSERT INTO organisation_school (code, name, region) VALUES ('10335', '{"zh":"浙江大学","en":"Zhejiang University"}', '33'), ('10001', '{"zh":"北京大学","en":"Peking University"}', '11')`,
  )
})
afterAll(() => world?.close())
afterEach(() => world.leave())

async function lastEntry(): Promise<Record<string, unknown>> {
  const { rows } = await world.db.query('select answers from forms_entry order by id desc limit 1')
  return rows[0]?.answers
}
const group = (page: Page, name: string): Locator => page.locator('fieldset', { has: page.locator('legend', { hasText: name }) })
const field = (page: Page, name: string): Locator => page.locator('.ag-form-field', { hasText: name })
const submit = (page: Page) => page.locator('.ag-form button[type=submit]').click()

async function drawStroke(page: Page, pad: Locator): Promise<void> {
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  await page.mouse.move(box.x + 30, box.y + 30)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 4 })
  await page.mouse.up()
}

/** Whether anything is drawn on the pad. */
function isInked(pad: Locator): Promise<boolean> {
  return pad.evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement
    return (canvas as HTMLCanvasElement)
      .getContext('2d')!
      .getImageData(0, 0, width, height)
      .data.some((part) => part > 0)
  })
}

async function readTerms(page: Page): Promise<void> {
  const terms = page.getByRole('region', { name: 'I have read and accept' })
  await terms.focus()
  await page.keyboard.press('End')
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'the privacy rules' }).click()])
  await tab.close()
}

describe('[FORM-26] controls that ask the server', () => {
  it('take a signature, a proven phone, a school, a region and a mentor, and store them', async () => {
    const { page, problems } = await world.open('widgets', { tokens, painted: true })
    // The phone: blocked, sent, counted down, wrong code, right code.
    const phone = field(page, 'Contact phone')
    const send = phone.getByRole('button', { name: 'Send' })
    await expect.poll(() => send.isDisabled()).toBe(true)
    await phone.getByLabel('Contact phone').fill('13800000000')
    await send.click()
    await phone.getByText('This number cannot receive codes; please use another').waitFor()
    await phone.getByLabel('Contact phone').fill('13812345678')
    await send.click()
    await phone.getByRole('button', { name: /Resend in \d/ }).waitFor()
    await expect.poll(() => phone.getByRole('alert').count()).toBe(0)
    await phone.getByRole('button', { name: 'Send code' }).waitFor()
    await phone.getByLabel('Code', { exact: true }).fill('111111')

    // The school: found by its words with the keyboard; the lists show the way.
    const school = group(page, 'School')
    const search = school.locator('input[role=combobox]')
    await search.fill('peking')
    await school.getByRole('option', { name: /Peking University/ }).waitFor()
    await expect.poll(() => school.locator('[role=option]').count()).toBe(1)
    await search.press('Enter')
    await expect.poll(() => school.locator('select').last().locator('option:checked').textContent()).toBe('Peking University')
    await search.fill('nowhere')
    await school.getByText('No matching options').waitFor()
    await search.press('Escape')

    // The region: one list per level, the value is the last one.
    const region = group(page, 'Region')
    await region.getByLabel('Province').selectOption({ index: 1 })
    await region.getByLabel('City').selectOption({ index: 1 })
    const city = await region.getByLabel('City').locator('option:checked').textContent()
    expect(city).toBeTruthy()

    // The mentor: asked once per pause in typing, and again after a failure.
    const mentor = page.getByRole('combobox', { name: 'Mentor' })
    const asked: string[] = []
    page.on(
      'request',
      (request) => request.url().includes('/forms/mentors') && asked.push(new URL(request.url()).searchParams.get('search') ?? ''),
    )
    await page.route('**/forms/mentors?search=tur*', (route) => route.abort())
    await mentor.pressSequentially('tur')
    await page.getByText('The options could not be loaded').waitFor()
    expect(asked).toEqual(['tur'])
    await page.unroute('**/forms/mentors?search=tur*')
    await page.locator('.ag-form-combobox-list').getByRole('button').click()
    await page.getByRole('option', { name: 'Alan Turing' }).click()
    await expect.poll(() => mentor.inputValue()).toBe('Alan Turing')

    // The signature: drawn, cleared, drawn again, taken.
    const pad = group(page, 'Signature').locator('canvas')
    await drawStroke(page, pad)
    await expect.poll(() => isInked(pad)).toBe(true)
    await group(page, 'Signature').getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => isInked(pad)).toBe(false)
    await drawStroke(page, pad)
    await group(page, 'Signature').getByText('This signature is not part of the form yet').waitFor()
    await group(page, 'Signature').getByRole('button', { name: 'Use this signature' }).click()
    await group(page, 'Signature').getByRole('button', { name: 'Sign again' }).waitFor()

    await readTerms(page)
    await page.getByRole('checkbox', { name: 'I have read and accept' }).check()
    await submit(page)
    await field(page, 'Contact phone').getByText('The code is wrong').waitFor()
    await phone.getByLabel('Code', { exact: true }).fill('246810')
    await submit(page)
    await page.getByText('Received').first().waitFor()
    await expect
      .poll(() => lastEntry())
      .toMatchObject({
        contact: { phone: '13812345678', code: '246810' },
        school: ['11', '10001'],
        mentor: 'm1',
        sign: { name: 'signature.png', type: 'image/png', width: 640, height: 220 },
        terms: true,
      })
    expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([])
  })
})

describe('[FORM-27] on a phone', () => {
  it('a signature is drawn with a finger, and typed where none can be drawn', async () => {
    const { page } = await world.open('widgets', { tokens, width: 360, painted: true })
    const area = group(page, 'Signature')
    const pad = area.locator('canvas')
    await pad.scrollIntoViewIfNeeded()
    const box = (await pad.boundingBox())!
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + x, y: box.y + y }] })
    const scrolled = await page.evaluate(() => window.scrollY)
    await touch('touchStart', 20, 20)
    for (const step of [30, 40, 50, 60]) await touch('touchMove', step, step)
    await touch('touchEnd', 0, 0)
    await expect.poll(() => isInked(pad)).toBe(true)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)

    await area.getByRole('button', { name: 'Clear' }).click()
    await area.getByRole('textbox').fill('Ada Lovelace')
    await expect.poll(() => isInked(pad)).toBe(true)
    await area.getByRole('textbox').press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await area.getByRole('button', { name: 'Sign again' }).waitFor()
  })
})

describe('[FORM-28] an agreement', () => {
  it('is ticked only after it was read, and asks for it in words', async () => {
    const { page } = await world.open('widgets', { painted: true })
    const box = page.getByRole('checkbox', { name: 'I have read and accept' })
    await expect.poll(() => box.isDisabled()).toBe(true)
    await page.getByText('Please read the content above first').waitFor()
    await submit(page)
    await page.getByText('Please read this and tick the box').first().waitFor()
    await page.locator('.ag-form-summary button', { hasText: 'I have read and accept' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('ag-form-agreement-text')
    await readTerms(page)
    await box.check()
    await expect.poll(() => page.getByText('Please read the content above first').count()).toBe(0)
  })
})

describe('[FORM-29] an upload refuses before it sends', () => {
  it('what is too large, of another kind, or one too many, and says why', async () => {
    const { page } = await world.open('widgets', { tokens })
    const papers = group(page, 'Papers')
    const file = (name: string, size = 70, mimeType = 'image/png') => ({ name, mimeType, buffer: size === 70 ? PNG : Buffer.alloc(size) })
    let sent = 0
    page.on('request', (request) => request.url().endsWith('/platform/upload') && sent++)
    await papers
      .locator('input[type=file]')
      .setInputFiles([file('large.png', 1500), file('words.pdf', 10, 'application/pdf'), file('a.png'), file('b.png'), file('c.png')])
    await papers.getByText('over the limit of').waitFor()
    await papers.getByText('This file type is not supported').waitFor()
    await papers.getByText('At most 2').waitFor()
    await papers.getByRole('button', { name: 'Remove b.png' }).waitFor()
    expect(sent).toBe(2)
    await expect.poll(() => papers.getByRole('button', { name: /Retry/ }).count()).toBe(0)
    await papers.getByRole('button', { name: 'Remove large.png' }).click()
    await expect.poll(() => papers.getByText('large.png').count()).toBe(0)
  })
})

describe('[FORM-35] a submit with uploads', () => {
  it('stops at one that failed or was refused until it is removed or retried, and waits for one that is under way', async () => {
    const { page } = await world.open('widgets', { tokens })
    const papers = group(page, 'Papers')
    const choose = (name: string, mimeType = 'image/png') =>
      papers.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: PNG })
    const submit = page.locator('.ag-form button[type=submit]')
    const open = page.locator('.ag-form-summary').getByText('This file has not been uploaded yet. Retry or remove it first.')
    const wrong = page.locator('.ag-form-summary').getByText('This is required').first()
    await choose('bad.exe', 'application/octet-stream')
    await submit.click()
    await open.waitFor()
    await expect.poll(() => wrong.count()).toBe(0)
    await papers.getByRole('button', { name: 'Remove bad.exe' }).click()
    await open.waitFor({ state: 'detached' })

    await page.route('**/platform/upload', (route) => route.abort())
    await choose('lost.png')
    await papers.getByRole('button', { name: 'Retry lost.png' }).waitFor()
    await submit.click()
    await open.waitFor()
    await page.unroute('**/platform/upload')
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/platform/upload', async (route) => {
      await released
      await route.continue()
    })
    await papers.getByRole('button', { name: 'Retry lost.png' }).click()
    await open.waitFor({ state: 'detached' })
    await submit.click()
    await expect.poll(() => page.locator('.ag-form[aria-busy=true]').count()).toBe(1)
    await expect.poll(() => wrong.count()).toBe(0)
    release()
    await wrong.waitFor()
    await papers.getByRole('button', { name: 'Remove lost.png' }).waitFor()
  })
})

describe('[FORM-77] rows of a repeat group', () => {
  it('keep to their bounds, and a removed row comes back', async () => {
    const { page } = await world.open('widgets')
    const guests = page.locator('.ag-form-repeat', { hasText: 'Guests' })
    const names = () =>
      guests.getByRole('textbox', { name: 'Name' }).evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value))
    await expect.poll(names).toEqual([''])
    await expect.poll(() => guests.getByRole('button', { name: 'Remove item 1' }).isDisabled()).toBe(true)
    await guests.getByRole('textbox', { name: 'Name' }).fill('One')
    await guests.getByRole('button', { name: 'Add item' }).click()
    await page.keyboard.type('Two')
    await expect.poll(() => guests.getByRole('button', { name: 'Add item' }).isDisabled()).toBe(true)
    await guests.getByRole('button', { name: 'Remove item 1' }).click()
    await expect.poll(() => names()).toEqual(['Two'])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Undo')
    await page.keyboard.press('Enter')
    await expect.poll(() => names()).toEqual(['One', 'Two'])
    await expect.poll(() => guests.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })
})

describe('[FORM-31] leaving a form with unsent answers', () => {
  it('asks for links and for the way back, and goes when it is wanted', async () => {
    const { page } = await world.open('widgets')
    const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
    const elsewhere = page.locator('header a[href="/competition"]').first()
    await elsewhere.click()
    await page.waitForURL('**/competition')
    await page.goBack()
    await page.waitForSelector('.ag-form')
    await page.getByLabel('Contact phone').fill('138')
    await elsewhere.click()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/forms/widgets')
    await expect.poll(() => page.getByLabel('Contact phone').inputValue()).toBe('138')
    await page.evaluate(() => history.forward())
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect.poll(() => page.getByLabel('Contact phone').inputValue()).toBe('138')
    await elsewhere.click()
    await question.getByRole('button', { name: 'Leave anyway' }).click()
    await page.waitForURL('**/competition')
  })

  it('asks nothing where a draft keeps them', async () => {
    const { page } = await world.open('stepped')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada')
    await page.locator('header a[href="/competition"]').first().click()
    await page.waitForURL('**/competition')
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
  })
})
