/** `npm run bench -- designer`: a form of 500 fields in the form designer, on a fresh platform in Chromium. Each action is timed from the event to the
 *  end of the frame that shows it; prints the median and the slowest tenth. Options: `--fields=500`, `--rounds=30`. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { createServer } from '../../runtime/server/createServer.ts'
import { startEmbeddedDatabase } from '../../runtime/server/database/embedded.ts'
import { seed } from '../seed.ts'
import { CHROMIUM_FLAGS, ensureChromium } from '../test/findChromium.ts'
import { benchDocument } from './forms/agon/document.ts'

const AIM_MS = 50
const COMPETITION = '1'

/** @throws Error when the designer does not show the form in time */
export async function run(): Promise<void> {
  const { fields, rounds } = optionsOf(process.argv.filter((argument) => argument.startsWith('--')))
  const directory = mkdtempSync(join(tmpdir(), 'agon-bench-designer-'))
  const embedded = await startEmbeddedDatabase({ dataDirectory: join(directory, 'pg') })
  const projectDirectory = join(import.meta.dirname, '../..')
  const server = await createServer({
    databaseUrl: embedded.url,
    projectDirectory,
    dataDirectory: directory,
    logLevel: 'silent',
    pretending: true,
  })
  try {
    const { accounts } = await seed({ databaseUrl: embedded.url, server })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
    const organiser = accounts.find(({ role }) => role === 'organiser')!
    await measure(origin, { account: organiser.name, password: organiser.password }, fields, rounds)
  } finally {
    await server.close()
    await embedded.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

function optionsOf(args: readonly string[]): { fields: number; rounds: number } {
  const { values } = parseArgs({
    args: [...args],
    options: { fields: { type: 'string', default: '500' }, rounds: { type: 'string', default: '30' } },
  })
  return { fields: Number(values.fields), rounds: Number(values.rounds) }
}

async function measure(origin: string, who: { account: string; password: string }, fields: number, rounds: number): Promise<void> {
  const tokens = (await post(origin, 'api/usercenter/authentication/form', new URLSearchParams(who))) as { access_token: string }
  await draftOf(origin, tokens.access_token, fields)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript((held) => localStorage.setItem('agon.tokens', JSON.stringify(held)), tokens)
    await page.goto(`${origin}/createNewCompetition/signup?competitionId=${COMPETITION}`)
    await page.waitForFunction((count) => Number(document.querySelector('[data-path]')?.ariaSetSize) >= count, fields, { timeout: 120_000 })
    console.log(`| ${fields} fields | median (ms) | slowest tenth (ms) |\n|---|---|---|`)
    for (const [name, action] of Object.entries(ACTIONS)) console.log(row(name, await timesOf(page, action, rounds)))
  } finally {
    await browser.close()
  }
}

/** What is done in the page, as source; `turn` counts the rounds. */
const ACTIONS: Readonly<Record<string, string>> = {
  select: `const parts = document.querySelectorAll('[data-path]'); parts[(2 + turn * 7) % parts.length].click()`,
  'next part': `press('ArrowDown')`,
  'leap over the form': `press(turn % 2 ? 'Home' : 'End')`,
  insert: `document.querySelector('[data-entry="text"]').click()`,
  'type in a title': `type(document.querySelector('.ag-studio-panel input'), 'Title ' + turn)`,
  move: `press('ArrowUp', { altKey: true })`,
  undo: `press('z', { ctrlKey: true })`,
}

const TOOLS = `
  const press = (key, more) => document.querySelector('[data-path][tabindex="0"]').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  const type = (input, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0) }))
`

async function timesOf(page: Page, action: string, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < rounds; turn++) {
    times.push(
      await page.evaluate<number>(
        `(async () => { const turn = ${turn}; ${TOOLS}; const start = performance.now(); ${action}; await painted(); return performance.now() - start })()`,
      ),
    )
    // time for the page's idle work
    await page.waitForTimeout(100)
  }
  return times.sort((left, right) => left - right)
}

function row(name: string, times: readonly number[]): string {
  const at = (share: number) => times[Math.floor(times.length * share)]!
  const median = at(0.5)
  return `| ${name}${median > AIM_MS ? ` (aim: below ${AIM_MS})` : ''} | ${median.toFixed(1)} | ${at(0.9).toFixed(1)} |`
}

async function draftOf(origin: string, token: string, fields: number): Promise<void> {
  const input = { competitionId: COMPETITION }
  const { revision } = (await post(origin, 'api/web/competition/form', input, token)) as { revision: string | null }
  await post(origin, 'api/web/competition/form/save', { ...input, revision, content: inBothLanguages(fields) }, token)
}

/** The form of the form benchmark, with the texts that a stored form has. */
function inBothLanguages(fields: number): FormDocument {
  const form = benchDocument(fields)
  const both = (text: unknown) => ({ zh: String(text), en: String(text) })
  const properties = Object.entries(form.schema.properties).map(([name, field]) => [name, { ...field, title: both(field.title) }])
  return { ...form, title: both(form.title), schema: { ...form.schema, properties: Object.fromEntries(properties) } }
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
