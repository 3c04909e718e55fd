/** While the platform is read-only: what writes cannot be pressed and says why, what only looks still works, and both follow without a reload. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { visitServer } from '../../harness/visitServer.ts'
import { createWorld, type World } from '../../server/roadWorld.ts'

const REASON = 'The platform is read-only for maintenance. Please try again later.'
const FOLLOWED = { timeout: 30_000, interval: 100 }
const WIDTH = 1440

let world: World
const visit = visitServer(async () => (world = await createWorld({ template: 'seeded' })))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** What a button says about itself to those who cannot press it; null: it can be pressed. */
const refusal = (found: Locator) =>
  found.evaluate((node) => {
    if (node.getAttribute('aria-disabled') !== 'true') return null
    return (node.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)[0]
  })

async function switchMode(staff: Page, on: boolean): Promise<void> {
  await button(staff, on ? 'Make read-only' : 'End read-only').click()
  if (on) await staff.getByRole('alertdialog').getByRole('button', { name: 'Make read-only' }).click()
  await button(staff, on ? 'End read-only' : 'Make read-only').waitFor()
}

it('[MODE-5] while the platform is read-only, buttons that write are off and say why, in other windows too, and work again afterwards', async () => {
  // two devices, so that one can be signed out
  const [token] = [await world.signIn('participant'), await world.signIn('participant')]
  const staff = (await visit(await world.signIn('administrator'), { width: WIDTH, path: '/admin/state' })).page
  const person = (await visit(token, { width: WIDTH, path: '/personalCenter/security' })).page
  const writer = button(person, 'Turn on two-step verification')
  expect(await refusal(writer)).toBeNull()
  await switchMode(staff, true)
  await expect.poll(() => refusal(writer), FOLLOWED).toBe(REASON)
  await writer.click({ force: true })
  expect(await person.getByRole('dialog').count()).toBe(0)
  // sessions are ended in this mode as well, and so is the mode
  expect(await refusal(button(person, 'Sign out other devices'))).toBeNull()
  expect(await refusal(button(staff, 'End read-only'))).toBeNull()
  await switchMode(staff, false)
  await expect.poll(() => refusal(writer), FOLLOWED).toBeNull()
  await writer.click()
  await person.getByRole('dialog').waitFor()
})

it('[MODE-6] a form says before it is filled in that it cannot be submitted, keeps what was typed, and is submitted afterwards', async () => {
  const staff = (await visit(await world.signIn('administrator'), { width: WIDTH, path: '/admin/state' })).page
  const person = (await visit(await world.signIn('participant'), { width: WIDTH, path: '/personalCenter/profile' })).page
  const save = button(person, 'Save')
  const nickname = person.getByLabel('Nickname')
  await nickname.fill('Before the pause')
  await switchMode(staff, true)
  await expect.poll(() => refusal(save), FOLLOWED).toBe(REASON)
  expect(await person.getByText(REASON).filter({ visible: true }).count()).toBeGreaterThan(0)
  await nickname.press('Enter')
  // who comes during the pause reads it too
  const visitor = (await visit(null, { width: WIDTH, path: '/applyCompetition' })).page
  await expect.poll(() => refusal(button(visitor, 'Submit application')), FOLLOWED).toBe(REASON)
  expect(await nickname.inputValue()).toBe('Before the pause')
  await switchMode(staff, false)
  await expect.poll(() => refusal(save), FOLLOWED).toBeNull()
  await expect.poll(() => refusal(button(visitor, 'Submit application')), FOLLOWED).toBeNull()
  await save.click()
  const stored = () => world.rows(`SELECT count(*)::int AS n FROM account_user WHERE nickname = 'Before the pause'`)
  await expect.poll(async () => (await stored())[0].n, FOLLOWED).toBe(1)
})

it('[MODE-7] a message is opened and read while nothing can be written', async () => {
  const { id, token } = await world.newcomer()
  const words = { subjectZh: '赛前说明会', subjectEn: 'Briefing', textZh: '周五见。', textEn: 'See you on Friday.' }
  await world.rows(
    `INSERT INTO platform_outbox (template, channel, "userId", lang, variables, state, "dueAt", "sentAt")
     VALUES ('message.notice', 'message', $1, 'en', $2, 'sent', now(), now())`,
    [id, JSON.stringify(words)],
  )
  const staff = (await visit(await world.signIn('administrator'), { width: WIDTH, path: '/admin/state' })).page
  await switchMode(staff, true)
  const person = (await visit(token, { width: WIDTH, path: '/personalCenter/mymsg' })).page
  await person.getByText('Briefing').first().click()
  await person.getByRole('dialog').getByText('See you on Friday.').waitFor()
  expect(await person.getByRole('alert').count()).toBe(0)
  await switchMode(staff, false)
  expect(await world.rows(`SELECT 1 FROM platform_outbox WHERE "userId"::text = $1 AND "readAt" IS NOT NULL`, [id])).toEqual([])
})
