/** Choosing a hat: it has to be done, by mouse or keyboard, and decides what is shown. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenPage, openPage } from '../../harness/openPage.ts'

let person: OpenPage
beforeAll(async () => {
  person = await openPage({ as: 'several hats', lang: 'zh', width: 360 })
})
afterAll(() => person.close())

it('[HAT-7] of several identities one must be chosen: the dialog stays, says so, and takes at most 40 % of the height for its list', async () => {
  const { page } = person
  await page.goto('/')
  const dialog = page.getByRole('dialog', { name: '请选择身份' })
  await dialog.getByRole('radio').first().waitFor()
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/hat-360.png` })
  await page.keyboard.press('Escape')
  await page.getByText('必须选择一个身份才能继续').first().waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: '关闭' }).count()).toBe(0)
  const height = await dialog.locator('.ag-form-choices').evaluate((list) => list.getBoundingClientRect().height / window.innerHeight)
  expect(height).toBeLessThanOrEqual(0.4)
})

it('[HAT-8] the choice by keyboard loads the page anew, as that identity', async () => {
  const { page } = person
  const dialog = page.getByRole('dialog', { name: '请选择身份' })
  await dialog.getByRole('radio', { name: /启明开放硬件基金会/ }).focus()
  await page.keyboard.press('Space')
  const loaded = page.waitForEvent('load')
  await dialog.getByRole('button', { name: '进入平台' }).click()
  await loaded
  await page.waitForSelector('main h1')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(person.problems).toEqual([])
})
