/** `npm run bench -- clicks`: what a newcomer presses to build the same sign-up form of 25 fields, with the version of today and with the last one whose words
 *  were typed in the panel alone. Both are served from their own sources, driven in Chromium, and must end with the same form. Clicks, keys that are no letters of
 *  words (a shortcut is one), and letters are counted separately. Needs the git history. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Locator, type Page } from 'playwright-core'
import type { FormDocument, FormField } from '../../runtime/core/documents.ts'
import type { createServer as CreateServer } from '../../runtime/server/createServer.ts'
import type { startEmbeddedDatabase as StartEmbedded } from '../../runtime/server/database/embedded.ts'
import type { seed as Seed } from '../seed.ts'
import { CHROMIUM_FLAGS, ensureChromium } from '../test/findChromium.ts'

const TODAY = join(import.meta.dirname, '../..')
const BEFORE = '82751a6920f857a24a679cfdb4b0ba29fada4cfc'
const COMPETITION = '1'

interface Question {
  /** Entry of the palette, and letters by which it is found. */
  entry: string
  find: string
  title: string
  required?: true
  options?: readonly string[]
}
const ask = (entry: string, find: string, title: string, more: Pick<Question, 'required' | 'options'> = {}): Question => ({
  entry,
  find,
  title,
  ...more,
})
const MUST = { required: true } as const
const FORM: readonly Question[] = [
  ask('text', 'single-line', 'Team name', MUST),
  ask('school', 'school or', 'University', MUST),
  ask('text', 'single-line', 'Department', MUST),
  ask('radio', 'single choice', 'Division', { ...MUST, options: ['Undergraduate', 'Graduate', 'Vocational'] }),
  ask('text', 'single-line', 'Supervisor'),
  ask('text', 'single-line', 'Title of the supervisor'),
  ask('integer', 'whole', 'Number of members', MUST),
  ask('longText', 'multi', 'Members', MUST),
  ask('select', 'dropdown', 'Where did you hear of it', { options: ['School', 'Friends', 'Website', 'Other'] }),
  ask('text', 'single-line', 'Name of the project', MUST),
  ask('longText', 'multi', 'Idea', MUST),
  ask('date', 'date', 'First day of work'),
  ask('checkboxes', 'multiple choice', 'Help wanted', { options: ['Data', 'Computing', 'Mentor'] }),
  ask('integer', 'whole', 'Budget'),
  ask('link', 'web address', 'Home page'),
  ask('text', 'single-line', 'Software'),
  ask('radio', 'single choice', 'Language of the talk', { options: ['Chinese', 'English', 'Either'] }),
  ask('integer', 'whole', 'Earlier competitions'),
  ask('longText', 'multi', 'Earlier results'),
  ask('datetime', 'date and time', 'When to call'),
  ask('text', 'single-line', 'Size of shirt'),
  ask('text', 'single-line', 'Diet'),
  ask('integer', 'whole', 'Nights of stay'),
  ask('longText', 'multi', 'Questions to the organiser'),
  ask('text', 'single-line', 'Remark'),
]

/** @throws Error without the history of the project, when a step cannot be taken, or when the two forms differ */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-clicks-'))
  try {
    const before = await counted(sourcesOf(BEFORE, directory), directory, inThePanel)
    const today = await counted(TODAY, directory, inPlace)
    if (JSON.stringify(before.form) !== JSON.stringify(today.form))
      throw new Error(`the forms differ:\n${differences(before.form, today.form)}`)
    console.log(`| ${FORM.length} fields | clicks | keys | letters of words |\n|---|---|---|---|`)
    console.log(row('words typed in the panel (earlier version)', before.hand))
    console.log(row('words typed in place (today)', today.hand))
    const share = today.hand.clicks / before.hand.clicks
    console.log(`\nclicks: ${(share * 100).toFixed(0)} % of the earlier version${share > 0.5 ? ' (aim: at most 50 %)' : ''}`)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function row(name: string, { clicks, keys, letters }: Hand): string {
  return `| ${name} | ${clicks} | ${keys} | ${letters} |`
}

function differences(before: readonly unknown[], today: readonly unknown[]): string {
  return before
    .flatMap((field, at) =>
      JSON.stringify(field) === JSON.stringify(today[at]) ? [] : [`${JSON.stringify(field)} / ${JSON.stringify(today[at])}`],
    )
    .join('\n')
}

/** The sources of a commit with today's packages. @throws Error when git does not know the commit */
function sourcesOf(commit: string, directory: string): string {
  const folder = join(directory, 'before')
  mkdirSync(folder)
  const archive = execFileSync('git', ['archive', commit], { cwd: TODAY, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(TODAY, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

type Way = (page: Page, hand: Hand) => Promise<void>

/** Serves a version, builds the form with it, and reads what was saved. */
async function counted(sources: string, directory: string, way: Way): Promise<{ hand: Hand; form: unknown[] }> {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: sources, stdio: 'ignore' })
  const load = async <T>(path: string): Promise<T> => (await import(pathToFileURL(join(sources, path)).href)) as T
  const { startEmbeddedDatabase } = await load<{ startEmbeddedDatabase: typeof StartEmbedded }>('runtime/server/database/embedded.ts')
  const { createServer } = await load<{ createServer: typeof CreateServer }>('runtime/server/createServer.ts')
  const { seed } = await load<{ seed: typeof Seed }>('scripts/seed.ts')
  const dataDirectory = mkdtempSync(join(directory, 'data-'))
  const embedded = await startEmbeddedDatabase({ dataDirectory: join(dataDirectory, 'pg') })
  const server = await createServer({
    databaseUrl: embedded.url,
    projectDirectory: sources,
    dataDirectory,
    logLevel: 'silent',
    pretending: true,
  })
  try {
    const { accounts } = await seed({ databaseUrl: embedded.url, server })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
    const organiser = accounts.find(({ role }) => role === 'organiser')!
    return await built(origin, { account: organiser.name, password: organiser.password }, way)
  } finally {
    await server.close()
    await embedded.stop()
  }
}

async function built(origin: string, who: Record<string, string>, way: Way): Promise<{ hand: Hand; form: unknown[] }> {
  const tokens = (await post(origin, 'api/usercenter/authentication/form', new URLSearchParams(who))) as { access_token: string }
  const draft = async () => (await post(origin, 'api/web/competition/form', { competitionId: COMPETITION }, tokens.access_token)) as Draft
  const { content, revision } = await draft()
  const { steps: _, sections: __, ...rest } = content
  const empty = { ...rest, schema: { type: 'object', properties: {} } }
  await post(origin, 'api/web/competition/form/save', { competitionId: COMPETITION, revision, content: empty }, tokens.access_token)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    const page = await context.newPage()
    await context.addCookies([{ name: 'lang', value: 'en', url: origin }])
    await page.addInitScript((held) => localStorage.setItem('agon.tokens', JSON.stringify(held)), tokens)
    await page.goto(`${origin}/createNewCompetition/signup?competitionId=${COMPETITION}`)
    await page.getByText('The form has no fields yet').first().waitFor()
    const hand = new Hand(page)
    await way(page, hand)
    await page.locator('.ag-studio-save', { hasText: /^Saved/ }).waitFor()
    return { hand, form: fieldsOf((await draft()).content) }
  } finally {
    await browser.close()
  }
}

interface Draft {
  content: FormDocument
  revision: string | null
}

/** What both versions must have made: kind, English title, required, English options. */
function fieldsOf({ schema }: FormDocument): unknown[] {
  return Object.entries(schema.properties).map(([name, field]) => [
    field.type,
    field['x-widget'],
    english(field.title),
    ((schema.required as string[] | undefined) ?? []).includes(name),
    Array.isArray(field['x-options']) ? field['x-options'].map(({ label }) => english(label)) : null,
  ])
}

function english(text: FormField['title']): unknown {
  return typeof text === 'object' && text !== null && 'en' in text ? text.en : text
}

/** A hand that counts. */
class Hand {
  clicks = 0
  keys = 0
  letters = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  /** At the corner of a row, else in the middle. */
  async click(what: Locator, times = 1): Promise<void> {
    this.clicks += times
    const isRow = await what.evaluate((element) => element.matches('.ag-studio-row'))
    await what.click({ clickCount: times, ...(isRow ? { position: { x: 4, y: 4 } } : {}) })
  }
  async press(...keys: string[]): Promise<void> {
    this.keys += keys.length
    for (const key of keys) await this.page.keyboard.press(key)
  }
  async write(text: string): Promise<void> {
    this.letters += text.length
    await this.page.keyboard.type(text)
  }
  /** Over what stands there. */
  async replace(text: string): Promise<void> {
    await this.press('Control+a')
    await this.write(text)
  }
}

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Settings' })
const focusIs = (page: Page, label: RegExp) =>
  page.waitForFunction((wanted) => new RegExp(wanted).test(document.activeElement?.getAttribute('aria-label') ?? ''), label.source)

/** A click for the field, one for its title, one where it is required; options are pasted into a dialog. Titles in one language alone. */
async function inThePanel(page: Page, hand: Hand): Promise<void> {
  const panel = panelOf(page)
  for (const { entry, title, required, options } of FORM) {
    await hand.click(page.locator(`[data-entry="${entry}"]`))
    await hand.click(panel.getByRole('textbox', { name: 'Title English', exact: true }))
    await hand.replace(title)
    await page.getByRole('option', { name: `Field: ${title}`, exact: true }).waitFor()
    if (required) await hand.click(panel.getByLabel('Required', { exact: true }))
    if (!options) continue
    await hand.click(panel.getByRole('button', { name: 'Paste list' }))
    for (const [at, option] of options.entries()) {
      if (at > 0) await hand.press('Enter')
      await hand.write(option)
    }
    await hand.click(page.getByRole('dialog').getByRole('button', { name: `Add ${options.length} options` }))
    for (const number of [2, 1]) await hand.click(panel.getByRole('button', { name: `Delete option ${number}` }))
  }
}

/** `/` and the name of the field, then its words where they stand. The first field is a click, and a double click on it; after the box in the panel a click brings
 *  the keys back to the canvas. */
async function inPlace(page: Page, hand: Hand): Promise<void> {
  const row = page.locator('.ag-studio-row--selected')
  for (const [at, { entry, find, title, required, options }] of FORM.entries()) {
    if (at === 0) {
      await hand.click(page.locator(`[data-entry="${entry}"]`))
      await row.waitFor()
      await hand.click(row, 2)
    } else {
      await hand.press('/')
      await hand.write(find)
      await page.getByRole('dialog').getByRole('option').first().waitFor()
      await hand.press('Enter')
    }
    await focusIs(page, /^Title of/)
    await hand.write(title)
    if (options) await writeOptions(hand, options)
    await hand.press('Enter')
    await focusIs(page, /^Field: /)
    if (!required) continue
    await hand.click(panelOf(page).getByLabel('Required', { exact: true }))
    await hand.click(row)
    await focusIs(page, /^Field: /)
  }
}

/** Over the two options that a new field has, and behind them; the last Enter begins one that stays empty. */
async function writeOptions(hand: Hand, options: readonly string[]): Promise<void> {
  await hand.press('ArrowDown', 'ArrowDown')
  for (const [at, option] of options.entries()) {
    if (at === 0) await hand.replace(option)
    else if (at === 1) {
      await hand.press('ArrowDown')
      await hand.replace(option)
    } else {
      await hand.press('Enter')
      await hand.write(option)
    }
  }
  await hand.press('Enter')
}

async function post(origin: string, path: string, body: URLSearchParams | object, token?: string): Promise<unknown> {
  const isForm = body instanceof URLSearchParams
  const reply = await fetch(`${origin}/${path}`, {
    method: 'POST',
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  const { code, message, data } = (await reply.json()) as { code: number; message: string; data: unknown }
  if (code !== 0) throw new Error(`${path}: ${message}`)
  return data
}
