/** Chains of steps behind a button or a form, on one page that holds them all. What a background job shows is in `road/organiser.test.ts` too. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FormWorld, startFormWorld } from '../form/formWorld.ts'

let world: FormWorld
let page: Page
beforeAll(async () => {
  world = await startFormWorld()
  page = (await world.open('actions')).page
})
afterAll(() => world?.close())
beforeEach(async () => {
  await page.unrouteAll()
  await page.reload()
  await page.waitForSelector('.ag-form')
})

const log = () => page.getByText(/^log:/).innerText()
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** How often a call of the page is sent while something is done. */
async function countCalls(path: string, act: () => Promise<void>): Promise<number> {
  let count = 0
  const hear = (request: { url(): string }) => new URL(request.url()).pathname.endsWith(path) && count++
  page.on('request', hear)
  await act()
  page.off('request', hear)
  return count
}

describe('a chain of steps', () => {
  it('runs in order, gives what a call answers to later steps, and skips what does not apply', async () => {
    await button('In order').click()
    await expect.poll(log).toBe('log:am0b')
  })

  it('that is referred to with parameters follows them: in its label, in whether it is shown, and when it runs', async () => {
    await expect.poll(() => page.getByRole('button', { name: /^Repeat/ }).count()).toBe(0)
    await button('In order').click()
    await button('Repeat am0b').click()
    await expect.poll(log).toBe('log:repeated am0b')
    await button('Repeat repeated am0b').waitFor()
  })

  it('ends at the first failure; the steps for failures run instead of the rest', async () => {
    await button('Fails').click()
    await expect.poll(log).toBe('log:cFORM_INVALID')
  })

  it('without steps for failures says what happened', async () => {
    await button('Fails aloud').click()
    await page.getByRole('alert').first().waitFor()
    await expect.poll(() => log()).toBe('log:')
  })

  it('is sent once however often the button is pressed while it runs', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/forms/mentors*', async (route) => {
      await held
      await route.continue()
    })
    const sent = await countCalls('/forms/mentors', async () => {
      await button('In order').evaluate((element) => {
        for (let times = 0; times < 3; times++) (element as HTMLElement).click()
      })
      release()
      await expect.poll(log).toBe('log:am0b')
    })
    expect(sent).toBe(1)
    await button('In order').click()
    await expect.poll(log).toBe('log:am0bam0b')
  })

  it('that sets what a source asks by, and then refreshes, asks once; a refresh alone asks again', async () => {
    const first = await countCalls('/forms/mentors', async () => {
      await button('Looks').click()
      await expect.poll(log).toMatch(/^log:m/)
    })
    expect(first).toBe(1)
    const second = await countCalls('/forms/mentors', async () => {
      await button('Looks again').click()
      await expect.poll(log).toBe('log:again')
    })
    expect(second).toBe(1)
  })
})

describe('a question before a form is sent', () => {
  it('answered with no sends nothing and keeps what was typed; with yes it is sent', async () => {
    await page.getByLabel('Student').check()
    await page.getByLabel('School').fill('Turing')
    const question = page.getByRole('alertdialog', { name: 'Really send?' }).or(page.getByRole('dialog', { name: 'Really send?' }))
    const sent = await countCalls('/forms/submit', async () => {
      await button('Send it').click()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
    })
    expect(sent).toBe(0)
    await expect.poll(() => page.getByLabel('School').inputValue()).toBe('Turing')
    await page.reload()
    await page.waitForSelector('.ag-form')
    await expect.poll(() => page.getByLabel('School').inputValue()).toBe('Turing')
    await button('Send it').click()
    await question.getByRole('button', { name: 'Send it' }).click()
    await expect.poll(log).toBe('log:sent')
  })
})
