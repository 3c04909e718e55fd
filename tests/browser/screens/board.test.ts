/** A list as a board: what its columns hold, and the ways in which a card moves. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage } from '../../harness/openPage.ts'
import { expectSound } from '../../harness/visitServer.ts'
import { onDatabase } from '../road/person.ts'

const PATH = '/admin/leavmessage?layout=board'
const names = ['Board Ada', 'Board Bo', 'Board Cy']

beforeAll(async () => {
  await onDatabase(async (db) => {
    await db.query('delete from support_message')
    for (const name of names)
      await db.query(`insert into support_message (name, contact, content, state) values ($1, 'who@example.com', 'A question', 'new')`, [
        name,
      ])
  })
})
afterAll(() => onDatabase((db) => db.query(`delete from support_message where name = any($1)`, [names])))

const stateOf = (name: string) =>
  onDatabase(async (db) => (await db.query('select state from support_message where name = $1', [name])).rows[0]?.state)
const column = (page: Page, name: string) => page.getByRole('region', { name })
const card = (within: Page | Locator, name: string) => within.getByRole('listitem').filter({ hasText: name })

async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(start.x + start.width / 2, start.y + 16)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 20, start.y + 30, { steps: 4 })
  await page.mouse.move(end.x + end.width / 2, end.y + 60, { steps: 8 })
  await page.mouse.up()
}

it('[BOARD-14] moves a card by dragging it, and by the menu of the card with the keyboard alone, which keeps the focus', async () => {
  const { page, problems, close } = await openPage({ lang: 'en', as: 'administrator', path: PATH })
  await column(page, 'New').getByText('3 cards').waitFor()
  await expectSound(page)
  await dragTo(page, card(column(page, 'New'), 'Board Ada'), column(page, 'In progress'))
  await card(column(page, 'In progress'), 'Board Ada').waitFor()
  await expect.poll(() => stateOf('Board Ada')).toBe('working')
  await column(page, 'New').getByText('2 cards').waitFor()

  const menu = card(page, 'Board Bo').getByRole('button', { name: 'Move to' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Done' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .filter({ hasText: /“.*Board Bo” is now in “Done”/ })
    .waitFor({ state: 'attached' })
  await expect.poll(() => stateOf('Board Bo')).toBe('done')
  expect(
    await card(column(page, 'Done'), 'Board Bo')
      .getByRole('button', { name: 'Move to' })
      .evaluate((one) => one === document.activeElement),
  ).toBe(true)
  expect(problems).toEqual([])
  await close()
})

it('[BOARD-15] puts a card back when the server refuses, and says why', async () => {
  const { page, close } = await openPage({ lang: 'en', as: 'administrator', path: PATH })
  await page.route('**/api/web/support/answer', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 40900, error: 'CONFLICT', message: 'Someone else has just closed this enquiry.', data: null },
    }),
  )
  const from = card(column(page, 'New'), 'Board Cy')
  await dragTo(page, from, column(page, 'Done'))
  await page.getByText('Someone else has just closed this enquiry.').waitFor()
  await from.waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /Board Cy” stays in “New”/ })
    .waitFor({ state: 'attached' })
  expect(await stateOf('Board Cy')).toBe('new')
  await close()
})

it('[BOARD-16] says when a column could not be asked, with a retry, and when it is empty', async () => {
  const { page, close } = await openPage({ lang: 'zh', as: 'administrator', path: '/admin/leavmessage' })
  await page.route('**/api/web/support/messages**', (route) =>
    route.request().url().includes('state=done') ? route.abort() : route.fallback(),
  )
  await page.getByRole('tab', { name: '看板' }).click()
  const done = column(page, '已完成')
  await done.getByRole('button', { name: '重试' }).waitFor()
  await page.unroute('**/api/web/support/messages**')
  await onDatabase((db) => db.query(`update support_message set state = 'working'`))
  await done.getByRole('button', { name: '重试' }).click()
  await done.getByText('这里没有卡片').waitFor()
  await onDatabase((db) => db.query(`update support_message set state = 'new'`))
  await close()
})

it('[BOARD-17] on a phone has a tab for each column with the number of its cards', async () => {
  const { page, close } = await openPage({ lang: 'zh', as: 'administrator', path: PATH, width: 360 })
  await page.getByRole('tab', { name: '待处理 3' }).waitFor()
  await expectSound(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await card(page, 'Board Cy').getByRole('button', { name: '移到' }).click()
  await page.getByRole('menuitem', { name: '处理中' }).click()
  await page.getByRole('tab', { name: '处理中 1' }).click()
  await card(page, 'Board Cy').waitFor()
  expect(await card(page, 'Board Bo').isVisible()).toBe(false)
  await close()
})

it('[BOARD-18] asks before a move where its action does: without a yes the card stays, and what it may not become is not offered', async () => {
  await onDatabase((db) =>
    db.query(
      `insert into support_application (kind, organisation, name, phone, email, need, state)
       values ('trial', 'Board School', 'Ada', '13800138000', 'ada@example.com', 'A trial for the board', 'new')`,
    ),
  )
  const { page, close } = await openPage({ lang: 'en', as: 'administrator', path: '/admin/gallery' })
  const from = card(column(page, 'New'), 'Board School')
  await from.getByRole('button', { name: 'Move to' }).click()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['In progress', 'Done'])
  await page.getByRole('menuitem', { name: 'Done' }).click()
  const question = page.getByRole('alertdialog').filter({ hasText: 'Move the application to another column?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await from.waitFor()
  await onDatabase(async (db) => {
    expect((await db.query(`delete from support_application where organisation = 'Board School' returning state`)).rows).toEqual([
      { state: 'new' },
    ])
  })
  await close()
})
