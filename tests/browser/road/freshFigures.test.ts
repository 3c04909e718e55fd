/** After each action of a screen its figures and lists are those that anyone sees who opens it now. Screens and actions are drawn from the documents: pages of
 *  staff, and actions that write without asking for more than yes. `FRESH_SCREENS=all` tries every
 *  screen; there an offer to undo stands on one side alone. */
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { isRead } from '../../../runtime/core/callAddress.ts'
import type { PageDocument } from '../../../runtime/core/documents.ts'
import { isRecord } from '../../../runtime/core/isRecord.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { loadPath } from '../../harness/openPage.ts'
import { visitServer } from '../../harness/visitServer.ts'
import { createWorld, DESIGN, type World } from '../../server/roadWorld.ts'

let world: World
const visit = visitServer(async () => (world = await createWorld({ template: 'seeded' })))

const MAX_SCREENS = process.env.FRESH_SCREENS === 'all' ? 1_000 : 4
const MAX_ACTIONS = process.env.FRESH_SCREENS === 'all' ? 20 : 2
/** Sessions end, files are downloaded, and money is looked at by two people: other tests play these. */
const LEFT_OUT = /^(account|platform)\.|export|download/i

/** A step of an action after others. */
const NAMED = /,\{"refresh":(?:"[^"]*"|\[[^\]]*\])\}/g

/** A screen whose rows are written there alone. */
const LISTED = '/admin/surveyYear'
const ITS_TAB = '?tab=lists'

interface Acting {
  route: string
  /** Chosen by a competition. */
  ofCompetition: boolean
  labels: readonly string[]
}

function actingScreens(platform: Platform): Acting[] {
  return [...platform.documents.page.values()].flatMap((page) => {
    const route = page.routes.find((each) => /^\/(admin|createNewCompetition)/.test(each) && !each.includes(':'))
    const labels = [...new Set(actionsOf(platform, page))]
    return route && labels.length > 0 && isList(page, platform)
      ? [{ route, ofCompetition: 'competitionId' in (page.parameters ?? {}), labels }]
      : []
  })
}

function isList(page: PageDocument, platform: Platform): boolean {
  return within(page.body, platform).some((part) => part.node === 'table')
}

/** Chinese labels of actions that only write. */
function actionsOf(platform: Platform, page: PageDocument): string[] {
  return within(page.body, platform).flatMap((part) => {
    const { label, steps, form } = part
    if (!isRecord(label) || typeof label.zh !== 'string' || !Array.isArray(steps) || form) return []
    const calls = steps.flatMap(({ call }) => (typeof call === 'string' ? [platform.documents.call.get(call)!] : []))
    const isPlain = steps.every((step) => 'call' in step || 'toast' in step || 'refresh' in step || 'set' in step)
    return isPlain && calls.some((call) => !isRead(call)) && !calls.some(({ id }) => LEFT_OUT.test(id)) ? [label.zh] : []
  })
}

/** All objects of a page, with the tables, fragments and actions that it names. */
function within(value: unknown, platform: Platform, seen = new Set<unknown>()): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap((member) => within(member, platform, seen))
  if (!isRecord(value) || seen.has(value)) return []
  seen.add(value)
  const named = (['table', 'fragment', 'action'] as const).map((kind) => platform.documents[kind].get(String(value[kind])))
  return [value, ...[...Object.values(value), ...named].flatMap((member) => within(member, platform, seen))]
}

/** The same order in every run. */
function drawn<T>(list: readonly T[]): T[] {
  const key = (index: number) => (index * 7_919 + 13) % 101
  return list
    .map((each, index) => [key(index), each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each)
}

/** Without the words that stand for a picture while it loads. */
const shown = async (page: Page) => (await page.locator('main').innerText()).replaceAll(/^图片\n/gm, '')

const ALIKE = { stale: [], fresh: [] }

/** Lines that stand on one side alone: `stale` where something was done, `fresh` where it was opened anew. */
function differences(has: string, wanted: string): { stale: string[]; fresh: string[] } {
  const [own, fresh] = [has, wanted].map((text) => text.split('\n').map((line) => line.trim())) as [string[], string[]]
  return { stale: own.filter((line) => !fresh.includes(line)), fresh: fresh.filter((line) => !own.includes(line)) }
}

async function findAction(page: Page, labels: readonly string[]): Promise<Locator | null> {
  for (const name of labels) {
    const button = page.locator('main').getByRole('button', { name, exact: true }).and(page.locator(':enabled')).first()
    if (await button.isVisible()) return button
  }
  const more = page.locator('main').getByRole('button', { name: '更多操作' }).first()
  if (!(await more.isVisible())) return null
  await more.click()
  for (const name of labels) {
    const entry = page.getByRole('menuitem', { name, exact: true }).first()
    if ((await entry.isVisible()) && (await entry.getAttribute('aria-disabled')) !== 'true') return entry
  }
  await page.keyboard.press('Escape')
  return null
}

/** @returns the label of what was tried, and whether it wrote; null when the screen offers nothing more */
async function act(page: Page, labels: readonly string[]): Promise<{ label: string; wrote: boolean } | null> {
  const found = await findAction(page, labels)
  if (!found) return null
  const label = await found.innerText()
  const written = page
    .waitForResponse((reply) => reply.request().method() !== 'GET' && reply.url().includes('/api/'), { timeout: 10_000 })
    .catch(() => null)
  await found.click()
  const question = page.getByRole('alertdialog')
  const form = page.getByRole('dialog')
  await Promise.race([
    written,
    question
      .or(form)
      .first()
      .waitFor()
      .catch(() => null),
  ])
  if (await question.isVisible()) await question.getByRole('button').last().click()
  else if (await form.isVisible()) {
    // a form, under the same word as an action
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    return { label, wrote: false }
  }
  const wrote = (await written) !== null
  await question.waitFor({ state: 'detached' })
  return { label, wrote }
}

interface Tour {
  mostScreens: number
  /** How long a screen may take to show what it should. */
  patience: number
  /** Before a screen opens. */
  prepare?: (page: Page) => Promise<void>
}

/** Opens screens and acts on them. @returns what was out of date, and how many screens had something to do */
async function tour(
  screens: readonly Acting[],
  { mostScreens: maxScreens, patience, prepare }: Tour,
): Promise<{ stale: string[]; tried: number }> {
  const tokens = { organiser: await world.signIn('organiser'), administrator: await world.signIn('administrator') }
  const competitionId = await world.competition(DESIGN)
  const stale: string[] = []
  let tried = 0
  for (const { route, ofCompetition, labels } of screens) {
    if (tried === maxScreens) break
    const path = ofCompetition ? `${route}?competitionId=${competitionId}` : route
    const token = ofCompetition ? tokens.organiser : tokens.administrator
    const { page } = await visit(token, { width: 1440, lang: 'zh', path })
    if (prepare) {
      await prepare(page)
      await loadPath(page, path)
    }
    const fresh = await page.context().newPage()
    let left = [...labels]
    let acts = 0
    while (acts < MAX_ACTIONS) {
      const acted = await act(page, left)
      if (acted === null) break
      left = left.filter((label) => label !== acted.label)
      if (!acted.wrote) continue
      acts++
      if (process.env.FRESH_SCREENS) console.log(`${route}: ${acted.label}`)
      await loadPath(fresh, page.url())
      await expect
        .poll(async () => differences(await shown(page), await shown(fresh)), { timeout: patience })
        .toEqual(ALIKE)
        .catch((error: Error) => stale.push(`${route} after ${acted.label}: ${error.message}`))
    }
    if (acts > 0) tried++
    await fresh.close()
  }
  return { stale, tried }
}

/** A browser that neither learns which calls write nor what an action names asks for nothing again. */
async function hideWrites(page: Page): Promise<void> {
  await page.route('**/api/platform/page/**', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: (await reply.text()).replaceAll('"writes":true', '"writes":false').replaceAll(NAMED, '') })
  })
}

it('[FRESH-1] what a screen shows after an action is what it shows to who opens it now', async () => {
  const screens = drawn(actingScreens(world.server.deps.platform()))
  expect(screens.length).toBeGreaterThan(15)
  const { stale, tried } = await tour(screens, { mostScreens: MAX_SCREENS, patience: 10_000 })
  expect(stale).toEqual([])
  expect(tried).toBeGreaterThan(3)
})

it('[FRESH-1] control: it is not, where the browser does not know which calls write, nor what actions name', async () => {
  const named = actingScreens(world.server.deps.platform()).filter(({ route }) => route === LISTED)
  const screens = named.map((screen) => ({ ...screen, route: LISTED + ITS_TAB }))
  const { stale } = await tour(screens, { mostScreens: 1, patience: 2_000, prepare: hideWrites })
  expect(stale).toEqual([expect.stringContaining(LISTED)])
})
