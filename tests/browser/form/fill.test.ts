import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type FormWorld, startFormWorld } from './formWorld.ts'

/** One black pixel wide enough for every rule of the fixture. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

let world: FormWorld
beforeAll(async () => {
  world = await startFormWorld()
})
afterAll(() => world?.close())
afterEach(() => world.leave())

async function lastEntry(): Promise<Record<string, unknown>> {
  const { rows } = await world.db.query('select answers from forms_entry order by id desc limit 1')
  return rows[0]?.answers
}

const errors = (page: Page) => page.locator('.ag-form-field-error').allTextContents()
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true }).first()
const submit = (page: Page) => page.locator('.ag-form button[type=submit]').click()

async function received(page: Page): Promise<void> {
  await page.getByText('Received').first().waitFor()
}

it('[FORM-70] what a browser fills in by itself counts, also where it tells of the change alone', async () => {
  const { page } = await world.open('everyControl', { tokens: await world.register('13800000070') })
  const isAsked = async () => (await nameField(page).getAttribute('aria-invalid')) === 'true'
  await submit(page)
  await expect.poll(isAsked).toBe(true)
  await nameField(page).evaluate((element) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
    set!.call(element, 'Ada Lovelace')
    element.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await submit(page)
  await expect.poll(isAsked).toBe(false)
})

describe('[FORM-20] every control takes an answer', () => {
  it('and the server stores what was given', async () => {
    const { page, problems } = await world.open('everyControl', { tokens: await world.register('13800000001') })
    await nameField(page).fill('Ada Lovelace')
    await page.getByRole('textbox', { name: 'Age' }).fill('36')
    await page.getByLabel('Phone').fill('13812345678')
    await page.getByLabel('Identity number').fill('11010519491231002x')
    await page.getByLabel('Date of birth').fill('1949-12-31')
    await page.getByLabel('Best time to call').fill('09:30')
    await page.getByLabel('Nights: start').fill('2026-11-21')
    await page.getByLabel('Nights: end').fill('2026-11-23')
    await page.getByRole('textbox', { name: 'Password' }).fill('secret')
    await page.getByLabel('Female').check()
    await page.getByLabel('T-shirt size').selectOption({ label: 'M' })
    const city = page.getByRole('combobox', { name: 'City', exact: true })
    await city.fill('hang')
    await city.press('Enter')
    await page.getByLabel('English').check()
    await page.getByLabel('French').check()
    const cities = page.locator('fieldset', { hasText: 'Cities you can travel to' }).getByRole('combobox')
    for (const text of ['Bei', 'Shang']) {
      await cities.fill(text)
      await cities.press('Enter')
    }
    await cities.press('Escape')
    await page.getByLabel('Region', { exact: true }).selectOption({ label: 'Zhejiang' })
    await page.locator('fieldset', { hasText: 'Region' }).getByLabel('Choose').selectOption({ label: 'Ningbo' })
    await page.getByRole('switch').check()
    await page.getByLabel('This is my first time').check()
    await page
      .locator('fieldset', { hasText: 'Portrait' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG })
    await page.getByText('me.png').first().waitFor()
    await page.getByLabel('About yourself').fill('I count.')
    const plan = page.getByRole('textbox', { name: 'Plan' })
    await plan.click()
    await plan.pressSequentially('Win')
    await page.getByLabel('Budget').fill('12.5')
    await page.getByRole('button', { name: 'Add a companion' }).click()
    await page.keyboard.type('Charles')
    await page.getByRole('checkbox', { name: 'I have read and accept' }).check()
    await submit(page)
    await received(page)

    const answers = await lastEntry()
    expect(answers).toMatchObject({
      name: 'Ada Lovelace',
      age: 36,
      phone: '13812345678',
      idNumber: '11010519491231002X',
      birthday: '1949-12-31',
      time: '09:30',
      stay: ['2026-11-21', '2026-11-23'],
      gender: 'f',
      size: 'm',
      city: 'hz',
      languages: ['en', 'fr'],
      cities: ['bj', 'sh'],
      region: ['zj', 'nb'],
      subscribe: true,
      first: true,
      photo: { name: 'me.png', type: 'image/png', width: 1, height: 1 },
      intro: 'I count.',
      plan: '<p>Win</p>',
      budget: 1250,
      people: [{ name: 'Charles' }],
      accept: true,
    })
    expect(problems).toEqual([])
  })
})

describe('[FORM-33] a wrong answer', () => {
  it('is told next to its control and stays as it was typed', async () => {
    const { page } = await world.open('everyControl')
    await page.getByText('Fields with a star are required.').waitFor()
    await page.getByRole('heading', { name: 'Additional facts' }).waitFor()
    const id = page.getByLabel('Identity number')
    await id.fill('110105 19491231 0021')
    await id.blur()
    await expect.poll(() => id.inputValue()).toBe('110105194912310021')
    await expect.poll(() => errors(page)).toEqual(['The ID card number is not valid. Please check each digit'])
    await id.fill('')
    const budget = page.getByLabel('Budget')
    await budget.fill('a lot')
    await budget.blur()
    await expect.poll(() => errors(page)).toHaveLength(1)
    await expect.poll(() => budget.inputValue()).toBe('a lot')
    await budget.fill('1,234.5')
    await budget.blur()
    await expect.poll(() => budget.inputValue()).toBe('1234.50')
    await expect.poll(() => errors(page)).toEqual([])
    const subscribe = page.getByRole('switch')
    await subscribe.press('Space')
    await expect.poll(() => subscribe.isChecked()).toBe(true)

    const plan = page.getByRole('textbox', { name: 'Plan' })
    await plan.click()
    await page.keyboard.insertText('More than forty characters of a plan to win')
    await budget.focus()
    await expect.poll(() => plan.getAttribute('aria-invalid')).toBe('true')
    const said = page.locator(`#${(await plan.getAttribute('aria-describedby'))!.split(' ').at(-1)}`)
    await expect.poll(() => said.textContent()).toBe((await errors(page))[0])
    await plan.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await expect.poll(() => plan.getAttribute('aria-invalid')).toBe(null)
    await expect.poll(() => plan.getAttribute('aria-label')).toBe('Plan')
  })
})

describe('[FORM-30] a day and a time', () => {
  it('are typed in the ways people write them, or chosen in the language of the page, with mouse and keyboard', async () => {
    const { page, problems } = await world.open('everyControl', { lang: 'zh' })
    const day = page.getByLabel('出生日期')
    await day.fill('1949年12月31日')
    await day.blur()
    await expect.poll(() => day.inputValue()).toBe('1949-12-31')
    await day.click()
    const calendar = page.locator('.ag-picker__panel')
    await calendar.getByText('12月').waitFor()
    expect(await seriousProblems(page)).toEqual([])
    await calendar.getByTitle('1949-12-24').click()
    await calendar.waitFor({ state: 'detached' })
    await expect.poll(() => day.inputValue()).toBe('1949-12-24')
    await expect.poll(() => day.evaluate((input) => document.activeElement === input)).toBe(true)
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'PageDown']) await day.press(key)
    await expect.poll(() => day.inputValue()).toBe('1950-01-18')
    await day.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    await day.fill('1949-02-30')
    await day.blur()
    await expect.poll(() => errors(page)).toHaveLength(1)
    await day.fill('')

    const time = page.getByLabel('方便联系的时间')
    await time.fill('9点5')
    await time.press('ArrowDown')
    await calendar.locator('.ant-picker-time-panel-column').nth(1).getByText('30', { exact: true }).click()
    await expect.poll(() => time.inputValue()).toBe('09:30')
    await time.press('Enter')
    await calendar.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('take the colours of the skin', async () => {
    const { page } = await world.open('everyControl')
    const colours = async (skin: string) => {
      await page.getByRole('button', { name: 'Appearance' }).click()
      await page.getByRole('menuitemcheckbox', { name: skin }).click()
      await page.getByLabel('Date of birth').click()
      const panel = page.locator('.ag-picker__panel')
      await panel.waitFor()
      const shown = await panel.evaluate((element) => getComputedStyle(element.parentElement!).backgroundColor)
      await page.getByLabel('Date of birth').press('Escape')
      return [shown, await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--agon-color-bg-elevated'))]
    }
    for (const skin of ['Dark', 'Light']) {
      const [shown, declared] = await colours(skin)
      expect(shown).toBe(await page.evaluate(toRgb, declared!))
    }
  })
})

describe('[FORM-32] a date range', () => {
  it('whose end is before its start is refused, in the browser and by the server', async () => {
    const { page } = await world.open('everyControl')
    await page.getByLabel('Nights: start').fill('2026-11-23')
    await page.getByLabel('Nights: end').fill('2026-11-21')
    await page.getByLabel('Nights: end').blur()
    await expect.poll(() => errors(page)).toEqual(['The end cannot be earlier than the start: 2026-11-21 is earlier than 2026-11-23'])
    await page.getByLabel('Nights: end').fill('2026-11-24')
    await expect.poll(() => errors(page)).toEqual([])

    const reply = await fetch(`${world.origin}/api/forms/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ form: 'forms.everyControl', answers: { stay: ['2026-11-23', '2026-11-21'] } }),
    })
    await expect.poll(() => reply.text()).toContain('"path":"/stay"')
  })
})

/** As the browser writes a colour. */
function toRgb(colour: string): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = colour
  const written = getComputedStyle(probe).color
  probe.remove()
  return written
}

describe('[FORM-21] an empty submit names every error', () => {
  it('next to the fields and in a summary whose first field has the focus', async () => {
    const { page } = await world.open('everyControl')
    await submit(page)
    await expect.poll(() => errors(page)).toEqual([...Array(5).fill('This is required'), 'Please read this and tick the box'])
    await expect.poll(() => page.locator('.ag-form-summary li').allTextContents()).toHaveLength(6)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('/name')
    const name = nameField(page)
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    const described = (await name.getAttribute('aria-describedby'))!.split(' ')
    await expect.poll(() => page.locator(`#${described.at(-1)}`).textContent()).toBe('This is required')

    await page.locator('.ag-form-summary button', { hasText: 'Region' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Region')
  })

  it('and lets go of an error when it is corrected', async () => {
    const { page } = await world.open('everyControl')
    await submit(page)
    await nameField(page).fill('Ada')
    await expect.poll(() => errors(page)).toHaveLength(5)
    await expect.poll(() => page.locator('.ag-form-summary li').count()).toBe(5)
  })

  it('while a field not left yet shows none', async () => {
    const { page } = await world.open('everyControl')
    const phone = page.getByLabel('Phone')
    await phone.fill('123')
    await expect.poll(() => errors(page)).toEqual([])
    await phone.blur()
    await expect.poll(() => errors(page)).toHaveLength(1)
    await phone.fill('13812345678')
    await expect.poll(() => errors(page)).toEqual([])
  })
})

describe('[FORM-22] conditions act as soon as their answer changes', () => {
  it('shows, asks, computes, enables, and treats hidden answers by their rule', async () => {
    const { page } = await world.open('logic')
    await expect.poll(() => page.getByLabel('School').count()).toBe(0)
    await expect.poll(() => page.getByText('Mark').count()).toBe(0)
    await page.getByLabel('Student').check()
    await page.getByLabel('School').fill('Turing')
    await expect.poll(() => page.getByLabel('School').getAttribute('required')).not.toBeNull()
    await page.getByLabel('Grade').fill('3')
    await expect.poll(() => page.getByLabel('Diet').isDisabled()).toBe(true)
    await page.getByLabel('Meals').fill('2')
    await expect.poll(() => page.getByLabel('Diet').isDisabled()).toBe(false)
    await expect.poll(() => page.getByLabel('Meal price').inputValue()).toBe('60')

    await page.getByLabel('Teacher').check()
    await page.getByLabel('Subject').fill('Logic')
    await page.getByLabel('Student').check()
    await expect.poll(() => page.getByLabel('School').inputValue()).toBe('Turing')
    await expect.poll(() => page.getByLabel('Grade').inputValue()).toBe('')
    await submit(page)
    await received(page)
    await expect.poll(() => lastEntry()).toEqual({ kind: 'student', school: 'Turing', subject: 'Logic', meals: 2, total: 60 })
  })
})

describe('[FORM-23] rows of a repeat group', () => {
  it('are added, copied, moved and removed with what was typed', async () => {
    const { page } = await world.open('everyControl')
    const add = page.getByRole('button', { name: 'Add a companion' })
    const names = () =>
      page.locator('.ag-form-repeat-card input[type=text]').evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value))
    for (const name of ['One', 'Two']) {
      await add.click()
      await page.keyboard.type(name)
    }
    await expect.poll(() => names()).toEqual(['One', 'Two'])
    await page.getByRole('button', { name: 'Copy item 1' }).click()
    await expect.poll(() => names()).toEqual(['One', 'One', 'Two'])
    await expect.poll(() => add.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Move item 3 up' }).click()
    await expect.poll(() => names()).toEqual(['One', 'Two', 'One'])
    await page.getByRole('button', { name: 'Remove item 1' }).click()
    await expect.poll(() => names()).toEqual(['Two', 'One'])
    await page.locator('.ag-form-repeat-card').first().getByLabel('Under 18').check()
    await expect.poll(() => page.locator('.ag-form-repeat-card').first().getByLabel('Guardian').count()).toBe(1)
    await expect.poll(() => page.locator('.ag-form-repeat-card').nth(1).getByLabel('Guardian').count()).toBe(0)
  })

  it('as a table begin with their defaults and compute their own sums', async () => {
    const { page } = await world.open('everyControl')
    await page.getByRole('button', { name: 'Add item' }).click()
    const row = page.locator('.ag-form-repeat-table tbody tr').first()
    // a new row begins with the defaults of its fields
    await expect.poll(() => row.getByLabel('Count').inputValue()).toBe('1')
    await row.getByLabel('Count').fill('3')
    await row.getByLabel('Price').fill('7')
    await expect.poll(() => row.getByLabel('Sum').inputValue()).toBe('21')
  })
})

describe('[FORM-24] steps', () => {
  it('go on only when the step is right, and come back with the answers', async () => {
    const { page } = await world.open('stepped')
    await submit(page)
    await expect.poll(() => errors(page)).toEqual(['This is required'])
    await nameField(page).fill('Ada')
    await submit(page)
    await page.getByLabel('Phone').waitFor()
    await expect.poll(() => page.locator('.ag-steps [aria-current=step]').textContent()).toContain('Contact')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => nameField(page).inputValue()).toBe('Ada')
    await submit(page)
    await page.getByLabel('Phone').fill('13812345678')
    await submit(page)
    await received(page)
    await expect.poll(() => lastEntry()).toEqual({ name: 'Ada', phone: '13812345678' })
  })
})

describe('[FORM-25] an upload', () => {
  it('can be retried after a lost connection, and cancelled', async () => {
    const { page } = await world.open('everyControl', { tokens: await world.register('13800000002') })
    const papers = page.locator('fieldset', { hasText: 'Papers' })
    const choose = (name: string) => papers.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: PNG })
    await page.route('**/platform/upload', (route) => route.abort())
    await choose('paper.png')
    await papers.getByText('The network was interrupted before the upload finished. Please retry.').waitFor()
    await page.unroute('**/platform/upload')
    await papers.getByRole('button', { name: 'Retry paper.png' }).click()
    await papers.getByRole('button', { name: 'Remove paper.png' }).waitFor()
    await expect.poll(() => papers.getByRole('progressbar').count()).toBe(0)

    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/platform/upload', async (route) => {
      await held
      await route.abort().catch(() => undefined)
    })
    await choose('second.png')
    await papers.getByRole('button', { name: 'Cancel second.png' }).click()
    await expect.poll(() => papers.getByText('second.png').count()).toBe(0)
    release()
    await papers.getByRole('button', { name: 'Remove paper.png' }).click()
    await expect.poll(() => papers.getByText('paper.png').count()).toBe(0)
  })
})
