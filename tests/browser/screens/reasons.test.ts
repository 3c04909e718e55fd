/** Why a button cannot be used is read without a pointer: by keyboard, and with a tap. */
import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { type OpenPage, openPage } from '../../harness/openPage.ts'

const OWN_PASSWORD = 'Change your own password in the personal centre'
const OWN_ACCOUNT = 'You cannot disable your own account'
/** The row of who is signed in, whose account they may not disable there. */
const OWN_ROW = '/admin/accounts?accounts.search=admin'

let visit: OpenPage
afterEach(() => visit?.close())

const isTipShown = (page: Page, words: string) => page.locator('.ag-tip', { hasText: words }).isVisible()

it('[REASON-1] comes up with the focus, goes with Escape and with the focus, and the button does nothing', async () => {
  visit = await openPage({ lang: 'en', as: 'administrator', width: 1900, path: OWN_ROW })
  const { page } = visit
  const reset = page.getByRole('button', { name: 'Reset password' })
  await reset.focus()
  await expect.poll(() => isTipShown(page, OWN_PASSWORD)).toBe(true)
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => isTipShown(page, OWN_PASSWORD)).toBe(false)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => isTipShown(page, OWN_PASSWORD)).toBe(true)
  await page.keyboard.press('Tab')
  await expect.poll(() => isTipShown(page, OWN_PASSWORD)).toBe(false)
  expect(visit.problems).toEqual([])
})

it('[REASON-2] comes up with a tap on a phone, inside of the window, and goes with the next one elsewhere', async () => {
  visit = await openPage({ lang: 'en', as: 'administrator', width: 360, path: OWN_ROW })
  const { page } = visit
  const reset = page.getByRole('button', { name: 'Reset password' })
  // Playwright presses nothing that is disabled
  await reset.click({ force: true })
  await expect.poll(() => isTipShown(page, OWN_PASSWORD)).toBe(true)
  const box = (await page.locator('.ag-tip').boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(360)
  await page.getByRole('heading', { level: 1 }).click()
  await expect.poll(() => isTipShown(page, OWN_PASSWORD)).toBe(false)
})

it('[REASON-3] stands in a menu below the entry, which arrows reach and which does nothing', async () => {
  visit = await openPage({ lang: 'en', as: 'administrator', path: OWN_ROW })
  const { page } = visit
  await page.getByRole('button', { name: 'More actions' }).click()
  const entry = page.getByRole('menuitem', { name: 'Disable' })
  await entry.getByText(OWN_ACCOUNT).waitFor()
  await page.keyboard.press('End')
  await expect.poll(() => entry.evaluate((node) => node === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  expect(await page.getByRole('menu').count()).toBe(1)
  expect(await page.getByRole('dialog').count()).toBe(0)
})
