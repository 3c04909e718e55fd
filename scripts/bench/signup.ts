/** `npm run bench -- signup`: what someone taps and types on a phone from the page of a competition to the submitted form of the hackathon (19 questions, 16 to be
 *  answered), by what the platform knows of them. Driven in Chromium; what is filled in already is not touched. Seconds by the keystroke-level model. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { createServer, type Server } from '../../runtime/server/createServer.ts'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { seed } from '../seed.ts'
import { CHROMIUM_FLAGS, ensureChromium } from '../test/findChromium.ts'

const PROJECT = join(import.meta.dirname, '../..')
/** Of the keystroke-level model: thinking before a tap, pointing, a key. */
const SECONDS = { think: 1.35, point: 1.1, key: 0.28 }
const PHONE = { width: 360, height: 780 }
/** Answers of an earlier sign-up. */
const EARLIER = {
  fullName: 'Robin Hale',
  email: 'robin@mail.example',
  phone: '+86 13912345678',
  birthDate: '2003-05-17',
  country: 'SG',
  status: 'student',
  university: 'Harbour University',
  skills: ['firmware', 'electronics'],
  level: 'some',
  shirt: 'M',
  emergencyName: 'Kim Hale',
  emergencyPhone: '+86 13987654321',
}

export async function run(): Promise<void> {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: PROJECT, stdio: 'ignore' })
  const dataDirectory = mkdtempSync(join(tmpdir(), 'agon-bench-signup-'))
  const embedded = await startEmbeddedDatabase({ dataDirectory: join(dataDirectory, 'pg') })
  const server = await createServer({
    databaseUrl: embedded.url,
    projectDirectory: PROJECT,
    dataDirectory,
    logLevel: 'silent',
    pretending: true,
  })
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS })
  const db = new pg.Client({ connectionString: embedded.url })
  try {
    await seed({ databaseUrl: embedded.url, server })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    await db.connect()
    console.log('| known of the person | taps | keys | seconds |\n|---|---|---|---|')
    for (const known of ['nothing', 'account', 'last sign-up'] as const) {
      const { taps, keys } = await signedUp(known, { server, browser, db })
      const seconds = taps * (SECONDS.think + SECONDS.point) + keys * SECONDS.key
      console.log(`| ${known} | ${taps} | ${keys} | ${seconds.toFixed(0)} |`)
    }
  } finally {
    await db.end()
    await browser.close()
    await server.close()
    await embedded.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

interface Stage {
  server: Server
  browser: Browser
  db: pg.Client
}

async function signedUp(known: 'nothing' | 'account' | 'last sign-up', { server, browser, db }: Stage): Promise<Hand> {
  const name = known.replaceAll(/\W/g, '')
  const { rows } = await db.query('INSERT INTO account_user ("userName", name, email) VALUES ($1, $2, $3) RETURNING id', [
    name,
    'Robin Hale',
    `${name}@mail.example`,
  ])
  const id = String(rows[0].id)
  if (known === 'last sign-up') await keepEarlier(id, db)
  const session = server.deps.services.sessions.visitor()
  const scope = {
    db: server.deps.db,
    session,
    now: new Date(),
    lang: 'en' as const,
    request: { id: 'bench', ip: '127.0.0.1', headers: {} },
  }
  const tokens = await server.deps.services.sessions.bind(scope).open(id)
  const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, locale: 'en-GB' })
  try {
    await context.addCookies([{ name: 'lang', value: 'en', url: origin }])
    const page = await context.newPage()
    await page.addInitScript((held) => localStorage.setItem('agon.tokens', JSON.stringify(held)), tokens)
    if (known === 'nothing')
      await page.route('**/signup/known*', (route) => route.fulfill({ json: { code: 0, message: 'ok', data: { answers: {}, names: [] } } }))
    const hackathon = await db.query(`SELECT id FROM competition_competition WHERE title->>'en' = 'Open Hardware Hackathon'`)
    await page.goto(`${origin}/details?competitionId=${hackathon.rows[0].id}`)
    const hand = new Hand()
    await signUp(page, hand)
    return hand
  } finally {
    await context.close()
  }
}

/** As submitted in another competition. */
async function keepEarlier(userId: string, db: pg.Client): Promise<void> {
  await db.query(
    `INSERT INTO signup_registration ("competitionId", "eventId", "organisationId", "userId", status, "formHash", answers, "displayName", "submittedAt")
     SELECT r."competitionId", r."eventId", r."organisationId", $1, 4, r."formHash", $2, 'Robin Hale', now() FROM signup_registration r
     JOIN competition_competition c ON c.id = r."competitionId" WHERE c.title->>'en' <> 'Open Hardware Hackathon' AND NOT r."isTeam" LIMIT 1`,
    [userId, JSON.stringify(EARLIER)],
  )
}

/** Counts what is tapped and typed, and leaves alone what has an answer. */
class Hand {
  taps = 0
  keys = 0
  async tap(what: Locator): Promise<void> {
    this.taps += 1
    await what.click()
  }
  async write(field: Locator, text: string, keys = text.length): Promise<void> {
    if ((await field.inputValue()) !== '') return
    this.taps += 1
    this.keys += keys
    await field.fill(text)
  }
  /** A list: opening it, and the choice. */
  async choose(field: Locator, choice: { label: string } | { index: number }): Promise<void> {
    // the first entry says that nothing is chosen
    if (await field.evaluate((list) => (list as HTMLSelectElement).selectedIndex > 0)) return
    this.taps += 2
    await field.selectOption(choice)
  }
  async mark(box: Locator): Promise<void> {
    if (await box.isChecked()) return
    await this.tap(box)
  }
}

/** Digits of a day. */
const DAY_KEYS = 8

async function signUp(page: Page, hand: Hand): Promise<void> {
  await hand.tap(
    page
      .getByRole('button', { name: 'Sign up', exact: true })
      .or(page.getByRole('link', { name: 'Sign up', exact: true }))
      .first(),
  )
  await hand.tap(page.getByRole('button', { name: 'Choose this event' }).first())
  await hand.tap(page.getByRole('checkbox'))
  await hand.tap(page.getByRole('button', { name: 'Agree and continue' }))
  await hand.write(page.getByLabel('Full name (as in your passport)'), 'Robin Hale')
  await hand.write(page.locator('[name="/email"]'), 'robin@mail.example')
  await hand.write(page.locator('[name="/phone"]'), '13912345678')
  await hand.write(page.getByLabel('Date of birth'), '2003-05-17', DAY_KEYS)
  await hand.write(page.getByRole('combobox', { name: 'Country or region' }), 'singap')
  await hand.tap(page.getByRole('option', { name: 'Singapore', exact: true }))
  await hand.mark(page.getByRole('radio', { name: 'A student' }))
  await hand.write(page.getByLabel('University'), 'Harbour University')
  await hand.mark(page.getByRole('checkbox', { name: 'Firmware' }))
  await hand.mark(page.getByRole('checkbox', { name: 'Electronics' }))
  await hand.mark(page.getByRole('radio', { name: 'A few projects' }))
  await hand.choose(page.getByLabel('Track'), { index: 1 })
  await hand.mark(page.getByRole('radio', { name: 'On my own; I will find a team on site' }))
  const stay = page.getByRole('group', { name: /^Arrival and departure/ }).locator('input')
  await hand.write(stay.nth(0), '2026-12-16', DAY_KEYS)
  await hand.write(stay.nth(1), '2026-12-20', DAY_KEYS)
  await hand.choose(page.getByLabel('T-shirt size'), { label: 'M' })
  await hand.write(page.getByLabel('Emergency contact'), 'Kim Hale')
  await hand.write(page.locator('[name="/emergencyPhone"]'), '13987654321')
  await hand.mark(page.getByRole('checkbox', { name: 'I will follow the code of conduct' }))
  await hand.tap(page.getByRole('button', { name: 'Submit registration', exact: true }))
  try {
    await page.waitForURL('**/details/signup/done?*', { waitUntil: 'commit', timeout: 15_000 })
  } catch (error) {
    throw new Error(`not submitted: ${(await page.locator('[role="alert"], .ag-banner, .ag-toast').allTextContents()).join(' | ')}`, {
      cause: error,
    })
  }
}
