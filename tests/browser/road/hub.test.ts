/** The menu of a competition: one for all its pages, and nothing is chosen twice. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { requirementPlace } from '../../../plugins/competition/requirements.ts'
import type { CompetitionRequirement } from '../../../plugins/generated/enums.ts'
import { createPlatformSource } from '../../../runtime/server/loadPlatform.ts'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { readDemoAccount } from '../../harness/readDemoAccount.ts'
import { broughtBack, onDatabase, register, signIn } from './person.ts'

const ID = '1'
const windows: OpenPage[] = []
afterEach(async () => {
  for (const each of windows.splice(0)) await each.close()
})
async function open(visit: Parameters<typeof openPage>[0]): Promise<OpenPage> {
  const opened = await openPage(visit)
  windows.push(opened)
  return opened
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu' })

/** Addresses of all entries, those that are folded away among them. */
async function entries(page: Page): Promise<string[]> {
  const closed = menuOf(page).locator('button[aria-expanded="false"]')
  while ((await closed.count()) > 0) await closed.first().click()
  return await menuOf(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
}
const keeps = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://page')
  return pathname === `/admin/competition/${ID}` || searchParams.get('competitionId') === ID
}

it.each([
  ['organiser', 20],
  ['administrator', 20],
])('[HUB-3] leads %s to every page with the competition kept, and stays', async (as, least) => {
  const { page, problems } = await open({ lang: 'en', as, path: `/admin/competition/${ID}` })
  const all = (await entries(page)).filter((address) => address !== '/admin/list')
  expect(all.length).toBeGreaterThan(least)
  expect(all.filter((address) => !keeps(address))).toEqual([])
  for (const address of as === 'organiser' ? all : []) {
    await openPath(page, address)
    expect([address, await menuOf(page).locator('[aria-current="page"]').count()]).toEqual([address, 1])
    expect([address, await page.getByRole('main').getByText('choose a competition first').count()]).toEqual([address, 0])
  }
  expect(problems).toEqual([])
})

it('[HUB-4] shows somebody of another organisation no menu and no competition', async () => {
  const { page } = await open({ lang: 'en', as: 'polytechnic organiser', path: `/admin/regManagement?competitionId=${ID}` })
  expect(await menuOf(page).getByRole('link', { name: 'All competitions' }).count()).toBe(0)
})

it('[HUB-5] is a drawer on a phone, sound for a screen reader', async () => {
  const { page } = await open({ lang: 'en', width: 360, as: 'organiser', path: `/admin/regManagement?competitionId=${ID}` })
  await page.getByRole('button', { name: 'Menu' }).first().click()
  await menuOf(page).getByRole('link', { name: 'Registrations', exact: false }).first().waitFor()
  expect(await seriousProblems(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await menuOf(page).getByRole('link', { name: 'Overview' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/competition/${ID}`)
})

it.each([
  [1440, 'organiser'],
  [360, 'organiser'],
  [1440, 'administrator'],
  [1440, 'school administrator'],
  [1440, 'provincial auditor'],
] as const)('[DESK-5] tells at %i px the %s what waits, and each line leads to its page with the competition kept', async (width, as) => {
  const { page, problems } = await open({ lang: 'en', width, as, path: '/admin' })
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
  expect(await seriousProblems(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  if (as === 'organiser') {
    await page
      .getByRole('link', { name: /· \d+ · oldest/ })
      .first()
      .click()
    await expect.poll(() => new URL(page.url()).searchParams.get('competitionId')).not.toBeNull()
  }
  expect(problems).toEqual([])
})

it.each([
  ['organiser', '/admin'],
  ['administrator', '/admin'],
  ['provincial auditor', '/admin'],
])('[DESK-6] is where the %s arrives who signs in from nowhere in particular', async (as, path) => {
  const { page } = await open({ lang: 'en', path: '/login' })
  const { userName, password } = readDemoAccount(as)
  await signIn(page, { account: userName, password })
  await broughtBack(page)
  await expect.poll(() => new URL(page.url()).pathname).toBe(path)
})

it('[DESK-7] is not where a newcomer arrives: home tells what there is to enter', async () => {
  const { page } = await open({ lang: 'en', path: '/register' })
  await register(page)
  await broughtBack(page)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

it('[HUB-6] begins with what waits and the dates, and a figure leads to its page', async () => {
  const { page, problems } = await open({ lang: 'en', as: 'organiser', path: `/admin/competition/${ID}` })
  await page.getByRole('heading', { name: 'Schedule' }).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Registrations to review/ })
    .click()
  await expect.poll(() => page.url()).toContain(`/admin/regManagement?competitionId=${ID}`)
  expect(problems).toEqual([])
})

it('[OVERVIEW-1] each item of the overview leads to its field, which has the focus and stands out; needed ones carry the mark', async () => {
  const id = await onDatabase(async (db) => {
    const { rows } = await db.query(
      `INSERT INTO competition_competition (title, "organisationId", visibility)
       SELECT '{"zh": "新赛", "en": "New"}', "organisationId", 'invite' FROM competition_competition WHERE id = $1 RETURNING id`,
      [ID],
    )
    return String(rows[0].id)
  })
  const platform = (await createPlatformSource([PROJECT_DIRECTORY], {})).platform()
  const { page, problems } = await open({ lang: 'en', as: 'organiser', path: `/admin/competition/${id}` })
  const codes = platform.get('enum', 'competition.requirement').values.map(({ code }) => code as CompetitionRequirement)
  for (const code of codes) {
    const { address } = requirementPlace(code, id, platform)
    await openPath(page, address)
    const place = page.locator(`[data-addressed="${address.split('#')[1]}"]`)
    await place.waitFor()
    expect([code, await place.evaluate((element) => element.contains(document.activeElement))]).toEqual([code, true])
  }
  // by the link itself, and the mark of what publishing waits for
  await openPath(page, `/admin/competition/${id}`)
  await page.getByRole('link', { name: 'Level', exact: true }).click()
  await page.locator('[data-addressed="level"]').getByText('Needed to publish').waitFor()
  expect(await page.getByRole('combobox', { name: 'Level', exact: true }).getAttribute('aria-describedby')).toContain('-mark')
  expect(problems).toEqual([])
})

it('[SEEN-1] whoever may edit a competition finds on its page the way to each part; visitors do not, and see no empty tab', async () => {
  const address = `/details?competitionId=${ID}`
  const { page, problems } = await open({ lang: 'en', as: 'organiser', path: address })
  for (const [part, field] of [
    ['Edit information', 'title'],
    ['Edit introduction', 'introduction'],
    ['Edit schedule', 'milestones'],
  ]) {
    await openPath(page, address)
    const [button, link] = (['button', 'link'] as const).map((role) => page.getByRole(role, { name: part, exact: true }))
    await button!.or(link!).click()
    await page.locator(`[data-addressed="${field}"]`).waitFor()
  }
  // and back to where it is run
  await openPath(page, address)
  await page.getByRole('button', { name: 'Manage', exact: true }).click()
  await menuOf(page).getByRole('link', { name: 'Overview', exact: true }).and(page.locator('[aria-current="page"]')).waitFor()
  expect(problems).toEqual([])
  await onDatabase((db) => db.query(`UPDATE competition_competition SET "teamsPublic" = false WHERE id = $1`, [ID]))
  const visitor = await open({ lang: 'en', path: address })
  await visitor.page.getByRole('link', { name: 'About', exact: true }).waitFor()
  for (const role of ['button', 'link'] as const) expect(await visitor.page.getByRole(role, { name: /^(Edit |Manage$)/ }).count()).toBe(0)
  expect(await visitor.page.locator('.ag-tabs__strip').getByRole('link', { name: 'Teams' }).count()).toBe(0)
  // an address that somebody kept still opens
  await openPath(visitor.page, `/details/team?competitionId=${ID}`)
  await visitor.page.locator('.ag-tabs__strip a[aria-current="page"]').getByText('Teams').waitFor()
})

it('[HUB-9] what is made in it begins with this competition, and its lists do not ask for one again', async () => {
  const { page, problems } = await open({ lang: 'en', as: 'organiser', path: `/admin/cert?competitionId=${ID}` })
  const name = (await page.getByRole('heading', { level: 1 }).innerText()).split(': ')[1]!
  // also on the page that a link leads to
  await page.getByRole('button', { name: 'Templates', exact: true }).click()
  const asked: [address: string | null, button: string, field: RegExp][] = [
    [null, 'New empty template', /^Used for/],
    [`/admin/collectionlist?competitionId=${ID}`, 'Create a questionnaire', /^Belongs to/],
    [`/admin/training?competitionId=${ID}`, 'Create a course', /^Competition/],
  ]
  for (const [address, button, field] of asked) {
    if (address) {
      await openPath(page, address)
      expect(await page.getByRole('search').getByRole('combobox', { name: 'Competition' }).count()).toBe(0)
    }
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByLabel(field).inputValue()).toContain(name)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  // where no competition is chosen, one is searched by
  await openPath(page, '/admin/collectionlist')
  await page.getByRole('search').getByRole('combobox', { name: 'Competition' }).waitFor()
  expect(problems).toEqual([])
})

it('[FILE-9] a competition is downloaded as a file from its overview, and taken in again with its dates moved', async () => {
  const { page, problems } = await open({ lang: 'en', as: 'organiser', path: `/admin/competition/${ID}` })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as a file' }).click()
  const file = await (await download).path()
  await openPath(page, '/createNewCompetition')
  await page.getByRole('button', { name: 'Upload a competition file' }).click()
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Check the file' }) })
  await form.locator('input[type="file"]').setInputFiles({ name: 'contest.zip', mimeType: 'application/zip', buffer: await readFile(file) })
  await form.getByText('contest.zip').first().waitFor()
  await form.getByRole('combobox', { name: /^Published by/ }).fill('Modelling')
  await page
    .getByRole('option', { name: /Modelling/ })
    .first()
    .click()
  await form.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('heading', { name: /^In the file: / }).waitFor()
  await page.getByRole('button', { name: 'Create as a draft' }).click()
  await page.getByText('Created as a draft').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/admin\/competition\/\d+$/)
  expect(problems).toEqual([])
})
