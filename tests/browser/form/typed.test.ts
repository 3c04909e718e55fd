/** What people type that a control cannot read, or could read in two ways. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FormWorld, startFormWorld } from './formWorld.ts'

let world: FormWorld
beforeAll(async () => {
  world = await startFormWorld()
})
afterAll(() => world?.close())
afterEach(() => world.leave())

const next = (page: Page) => page.locator('.ag-form button[type=submit]').click()
const field = (page: Page, name: string) => page.locator('.ag-form-field', { hasText: name })

async function type(page: Page, name: string, text: string): Promise<void> {
  const input = page.getByLabel(name, { exact: true })
  await input.fill(text)
  await input.press('Tab')
}

/** Controls, what no control reads, and the words of the field. */
const UNREAD: readonly [name: string, inputs: Readonly<Record<string, string>>, says: string][] = [
  ['Fee', { Fee: '12.345' }, 'Enter at most 2 decimal places. The amount is not rounded'],
  ['Fee', { Fee: '1,0000' }, '“1,0000” can be read as 10000 or as 1.0000'],
  ['Ratio', { Ratio: '1,234' }, '“1,234” can be read as 1234 or as 1.234. Enter 1234 or 1.234'],
  ['Heads', { Heads: '2.5' }, 'Enter a whole number, for example 1234'],
  ['Day', { Day: 'tomorrow' }, 'Enter a day of the calendar, for example 2026-12-31'],
  ['Clock', { Clock: '25:00' }, 'Enter a time, for example 09:30'],
  ['Moment', { 'Moment: date': '明天' }, 'Enter a day and a time, for example 2026-12-31 09:30'],
  ['Moment', { 'Moment: time': '9点半' }, 'Enter a day and a time, for example 2026-12-31 09:30'],
  ['Moment', { 'Moment: date': '2026-02-30', 'Moment: time': '10:00' }, 'Enter a day and a time, for example 2026-12-31 09:30'],
  ['Period', { 'Period: start': '下周' }, 'Enter a day of the calendar, for example 2026-12-31'],
  ['Mobile', { Mobile: '138 0013 80ab' }, 'Enter an 11-digit'],
]

describe('[FORM-50] what a control cannot read', () => {
  it('stays as it was typed, is named with what the field expects, and is not submitted', async () => {
    const { page, problems } = await world.open('typed')
    for (const [name, inputs, says] of UNREAD) {
      for (const [input, text] of Object.entries(inputs)) await type(page, input, text)
      await next(page)
      await field(page, name).locator('.ag-form-field-error', { hasText: says }).waitFor()
      for (const [input, text] of Object.entries(inputs)) expect(await page.getByLabel(input, { exact: true }).inputValue()).toBe(text)
      for (const input of Object.keys(inputs)) await type(page, input, '')
      if (name === 'Moment') await type(page, 'Moment: time', '')
    }
    await next(page)
    await page.getByRole('button', { name: 'Send code' }).waitFor()
    expect(problems).toEqual([])
  })

  it('is refused by the server also where the schema of the field takes any text', async () => {
    const submit = async (answers: Record<string, unknown>) => {
      const body = JSON.stringify({ form: 'forms.typed', answers })
      const reply = await fetch(`${world.origin}/api/forms/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      return ((await reply.json()) as { details?: { errors?: { path: string; rule: string }[] } }).details?.errors?.map(
        ({ path, rule }) => [path, rule],
      )
    }
    expect(await submit({ moment: '明天' })).toEqual([['/moment', 'unread']])
    expect(await submit({ period: ['2026-02-30', null] })).toEqual([['/period', 'unread']])
    expect(await submit({ moment: '2026-12-01T04:00:00.000Z', period: ['2026-02-28', null] })).toBeUndefined()
  })
})

describe('[FORM-51] what people type in other widths and with signs', () => {
  it('is read alike by fields of money, numbers, days, times, phones and codes', async () => {
    const { page } = await world.open('typed')
    const typed = {
      Fee: '￥１，２００，５０',
      Ratio: '１．５',
      Heads: '1,234',
      Day: '２０２６年１２月１日',
      Clock: '９：５',
      'Moment: date': '2026/12/1',
      'Moment: time': '９点３０',
      // an end without seconds is the end of its minute
      'Closes: date': '2026/12/31',
      'Closes: time': '18:59',
      Mobile: '+86 138-0013-8000',
      'Plain phone': '１３８００１３８０００',
      'Credit code': '9133 0106 ma2a bcde 10',
    }
    for (const [name, text] of Object.entries({ ...typed, Fee: '￥１２，５０' })) await type(page, name, text)
    expect(await page.getByLabel('Fee', { exact: true }).inputValue()).toBe('12.50')
    expect(await page.getByLabel('Plain phone', { exact: true }).inputValue()).toBe('13800138000')
    await type(page, 'Credit code', '')
    await next(page)
    await page.getByRole('button', { name: 'Send code' }).waitFor()
    await page.locator('input[type=tel]').fill('１３８００１３８０００')
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('button', { name: /Resend in \d/ }).waitFor()
    await page.getByLabel('Code', { exact: true }).fill('２４６ ８１０')
    await next(page)
    await page.getByText('Received').first().waitFor()
    const { rows } = await world.db.query('select answers from forms_entry order by id desc limit 1')
    expect(rows[0].answers).toEqual({
      fee: 1250,
      ratio: 1.5,
      heads: 1234,
      day: '2026-12-01',
      clock: '09:05',
      moment: '2026-12-01T01:30:00.000Z',
      closes: '2026-12-31T10:59:59.999Z',
      mobile: '13800138000',
      plain: '13800138000',
      proof: { phone: '13800138000', code: '246810' },
    })
  })
})

describe('[FORM-52] a moment typed where clocks change', () => {
  it('is refused in the hour that they skip, told in the one that comes twice, and shown by the clock of the platform', async () => {
    const { page } = await world.open('typed', { timeZone: 'Europe/Berlin' })
    const moment = field(page, 'Moment')
    await type(page, 'Moment: date', '2027-03-28')
    await type(page, 'Moment: time', '02:30')
    await next(page)
    await moment.locator('.ag-form-field-error', { hasText: 'skip this hour' }).waitFor()
    expect(await page.getByLabel('Moment: time').inputValue()).toBe('02:30')
    await type(page, 'Moment: date', '2026-10-25')
    await moment.getByText('show this time twice on this day (summer time ends). This is the one at UTC+2.').waitFor()
    await moment.getByText('This is 25 Oct 2026, 08:30 China time (UTC+8).').waitFor()
  })
})
