/** Filters of the public list of competitions, chosen together: what stands beside a choice is what it leaves, and the address holds all of them. */
import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { type OpenPage, openPage } from '../../harness/openPage.ts'
import { expectSound } from '../../harness/visitServer.ts'

const visits: OpenPage[] = []
afterEach(async () => {
  await Promise.all(visits.splice(0).map(({ close }) => close()))
})

async function visit(path: string, width = 1440): Promise<Page> {
  const opened = await openPage({ lang: 'en', path, width })
  visits.push(opened)
  opened.page.setDefaultTimeout(10_000)
  return opened.page
}

const total = async (page: Page) => Number((await page.getByText(/^\d+ competitions?$/).textContent())?.split(' ')[0])
const pill = (page: Page, group: string, name: string | RegExp) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true })
const isChosen = (page: Page, group: string, name: string | RegExp) => pill(page, group, name).getAttribute('aria-pressed')
const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const cards = (page: Page) => page.locator('.ag-cards .ag-card__title').count()

/** Chooses it. @returns how many it says that it leaves */
async function choose(page: Page, group: string, name: string): Promise<number> {
  const option = pill(page, group, name)
  const count = Number(await option.getAttribute('aria-description'))
  await option.click()
  return count
}

it('[FACET-5] combine: each count is true beside the others, Back undoes one after the other, the address is shared, one button clears all', async () => {
  const page = await visit('/competition')
  const all = await total(page)
  // what people seldom need is behind a button, and stands with the others once it is chosen
  expect(await pill(page, 'Entry type', 'Team').count()).toBe(0)
  await page.getByRole('button', { name: 'More filters' }).click()
  const teams = await choose(page, 'Entry type', 'Team')
  await expect.poll(() => total(page)).toBe(teams)
  const fee = page.getByLabel('Fee', { exact: true })
  const free = Number(/\((\d+)\)/.exec((await fee.getByRole('option', { name: /^Free/, includeHidden: true }).textContent()) ?? '')?.[1])
  await fee.selectOption('free')
  await expect.poll(() => total(page)).toBe(free)
  const counts = page.getByRole('group', { name: 'Level', exact: true }).locator('[aria-description]:not([aria-description="0"])')
  const level = (await counts.first().evaluate((option) => option.firstChild?.textContent)) ?? ''
  const few = await choose(page, 'Level', level)
  await expect.poll(() => total(page)).toBe(few)
  expect([all > teams, teams >= free, free >= few, few > 0]).toEqual([true, true, true, true])
  expect(await cards(page)).toBe(Math.min(few, 12))
  expect(parameters(page)).toEqual({ mode: 'team', charge: 'free', level: expect.any(String) })
  const shared = new URL(page.url()).pathname + new URL(page.url()).search

  await page.goBack()
  await expect.poll(() => total(page)).toBe(free)
  expect([await isChosen(page, 'Level', level), await isChosen(page, 'Level', 'All'), await fee.inputValue()]).toEqual([
    'false',
    'true',
    'free',
  ])
  await page.goBack()
  await expect.poll(() => total(page)).toBe(teams)
  expect([await fee.inputValue(), await isChosen(page, 'Entry type', 'Team')]).toEqual(['', 'true'])
  await page.goBack()
  await expect.poll(() => total(page)).toBe(all)
  expect([await isChosen(page, 'Entry type', 'Team'), parameters(page)]).toEqual(['false', {}])

  const phone = await visit(shared, 360)
  await expect.poll(() => total(phone)).toBe(few)
  const chips = phone.getByRole('list', { name: 'Active filters' })
  await expect.poll(() => chips.getByRole('button', { name: /^Remove/ }).count()).toBe(3)
  await expectSound(phone)
  await chips.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => total(phone)).toBe(all)
  expect(parameters(phone)).toEqual({})
  await phone.goBack()
  await expect.poll(() => total(phone)).toBe(few)
})

it('[FACET-6] of the calendar are those of the list', async () => {
  const page = await visit('/competition?view=calendar')
  const asked = page.waitForRequest((request) => /queryCompetitionList/.test(request.url()) && /closesIn/.test(request.url()))
  await pill(page, 'Closes in', /./).nth(1).click()
  const { searchParams } = new URL((await asked).url())
  expect([...searchParams.keys()]).toEqual(expect.arrayContaining(['month', 'closesIn', 'facets']))
})

it('[FACET-7] are cleared alone: the order and the way it is shown stay, here and in what is said of nothing found', async () => {
  const page = await visit('/competition?view=calendar&sort=signupEnd&mode=team&search=a')
  await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => parameters(page)).toEqual({ view: 'calendar', sort: 'signupEnd' })
  await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' })

  await page.goto('/competition?sort=signupEnd&state=3&mode=team&people=1&search=zzzzqqqq')
  await page.locator('.ag-empty').getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => parameters(page)).toEqual({ sort: 'signupEnd' })

  const phone = await visit('/competition?view=calendar&sort=signupEnd&mode=team', 360)
  const chips = phone.getByRole('list', { name: 'Active filters' })
  await expect.poll(() => chips.getByRole('button', { name: /^Remove/ }).count()).toBe(1)
  await chips.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => parameters(phone)).toEqual({ view: 'calendar', sort: 'signupEnd' })
})
