import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CHROMIUM_FLAGS, ensureChromium } from '../../../scripts/test/findChromium.ts'
import { createDatabase, type TestDatabase } from '../../harness/createDatabase.ts'
import { freePort } from '../../harness/freePort.ts'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'

const WAIT = { timeout: 240_000, interval: 100 }
const COPIED = ['schemas', 'plugins', 'runtime', 'renderer', 'scripts', 'vite.config.ts', 'package.json', 'package-lock.json']
const TEXTS = 'schemas/locales/en/devTest.json'

/** On a copy of the project, because the test changes documents. */
describe('npm run dev', { timeout: 900_000 }, () => {
  let project: string
  let database: TestDatabase
  let child: ChildProcess
  let origin: string
  let output = ''

  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'agon-dev-'))
    for (const part of COPIED) cpSync(join(PROJECT_DIRECTORY, part), join(project, part), { recursive: true })
    symlinkSync(join(PROJECT_DIRECTORY, 'node_modules'), join(project, 'node_modules'))
    writeText('first')
    writeFileSync(join(project, TEXTS.replace('/en/', '/zh/')), JSON.stringify({ devTest: '一' }))
    database = await createDatabase('seeded')
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: database.url, DATA_DIRECTORY: join(project, 'data') }
    child = spawn(process.execPath, ['scripts/start.ts', '--dev'], { cwd: project, env })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    await vi.waitFor(() => expect(output).toContain('Agon is running at'), WAIT)
  })
  afterAll(async () => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await ended
    await database.drop()
    rmSync(project, { recursive: true, force: true })
  })

  it("serves pages with Vite's client, under a policy whose only opening is the nonce its scripts carry", async () => {
    const reply = await fetch(origin, { headers: { accept: 'text/html' } })
    const html = await reply.text()
    expect(html).toContain('src="/@vite/client"')
    expect(html).toContain('src="/main.tsx"')
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(reply.headers.get('content-security-policy') ?? '')?.[1]
    const inline = html.match(/<script(?![^>]*(?:\bsrc=|type="application\/ld\+json"))[^>]*>/g) ?? []
    expect(inline.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([])
    expect(html).toContain(`<meta property="csp-nonce" nonce="${nonce}">`)
    expect((await fetch(`${origin}/main.tsx`)).headers.get('content-type')).toContain('javascript')
  })

  it('builds the platform again when a document changes and tells the browsers', async () => {
    const changes = await fetch(`${origin}/api/platform/changes`)
    expect(await readText()).toBe('first')
    writeText('second')
    await vi.waitFor(async () => expect(await readText()).toBe('second'), WAIT)
    const reader = changes.body?.pipeThrough(new TextDecoderStream()).getReader()
    let reported = ''
    while (!reported.includes('event: platform')) reported += (await reader?.read())?.value ?? ''
    await reader?.cancel()
  })

  it('keeps serving the old platform when a document is broken, and prints every failure', async () => {
    const file = join(project, 'schemas/platform/app.app.json')
    const text = readFileSync(file, 'utf8')
    const app = { ...JSON.parse(text), skin: 'skins.nowhere', wrongKey: true }
    writeFileSync(file, JSON.stringify(app))
    await vi.waitFor(() => expect(output).toContain('documents NOT reloaded'), WAIT)
    expect(output).toContain('wrongKey')
    expect(await readText()).toBe('second')
    output = ''
    writeFileSync(file, text)
    await vi.waitFor(() => expect(output).toContain('documents reloaded after'), WAIT)
  })

  it('[DEV-5] shows a mistake in the browser with file, line and what was expected, also on a page opened later, until it is mended', async () => {
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS })
    try {
      const page = await browser.newPage()
      await page.goto(origin)
      await page.locator('main h1, main h2').first().waitFor({ timeout: 120_000 })
      const file = join(project, 'schemas/platform/app.app.json')
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, text.replace(/"skin": "[^"]*"/, '"skin": "skins.nowhere"'))
      const line = text.split('\n').findIndex((each) => each.includes('"skin": "')) + 1
      const overlay = page.locator('vite-error-overlay')
      await overlay.getByText('skins.nowhere').first().waitFor({ timeout: 120_000 })
      expect(await overlay.locator('.file').innerText()).toContain(`schemas/platform/app.app.json:${line}`)
      expect(await overlay.locator('.message').innerText()).toMatch(/expected .*\n.*found .*\n.*fix /)
      const later = await browser.newPage()
      await later.goto(origin)
      await later.locator('vite-error-overlay').getByText('skins.nowhere').first().waitFor({ timeout: 120_000 })
      await later.keyboard.press('Escape')
      await later.locator('vite-error-overlay').waitFor({ state: 'detached' })
      writeFileSync(file, text)
      await overlay.waitFor({ state: 'detached', timeout: 120_000 })
      await page.locator('main h1, main h2').first().waitFor({ timeout: 120_000 })
    } finally {
      await browser.close()
    }
  })

  it('[DEV-7] tells of any element its node, the files and lines it is written in, its calls and rights; nothing acts meanwhile', async () => {
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS })
    try {
      const page = await browser.newPage({ locale: 'en-US' })
      await page.goto(`${origin}/competition`)
      const card = page.locator('.ag-page').getByRole('link', { name: 'Open Hardware Hackathon' })
      await card.waitFor({ timeout: 240_000 })
      await page.keyboard.press('Alt+Shift+I')
      const panel = page.getByRole('complementary', { name: 'Inspector' })
      await expect.poll(() => page.locator('[data-in-place]').count(), WAIT).toBeGreaterThan(0)
      await card.click()
      const file = 'schemas/competition/index.page.json'
      await panel.getByRole('button', { name: `${file}:` }).waitFor()
      expect(await panel.locator('header').innerText()).toContain('cards')
      const line = Number(/index\.page\.json:(\d+)/.exec(await panel.innerText())?.[1])
      expect(readFileSync(join(project, file), 'utf8').split('\n')[line - 1]).toContain('{')
      expect(await panel.innerText()).toMatch(/competition\.list: .*answers found[\s\S]*queryCompetitionList[\s\S]*right: public/)
      expect(new URL(page.url()).pathname).toBe('/competition')
      for (const _ of ['the panel', 'the layer']) await page.keyboard.press('Escape')
      await card.click()
      await page.waitForURL((url) => url.pathname !== '/competition')
    } finally {
      await browser.close()
    }
  })

  it('names the server code that changed and asks for a restart; widgets need none', async () => {
    for (const file of ['plugins/shell/lz.handler.ts', 'plugins/signup/nothing.widget.tsx'])
      writeFileSync(join(project, file), file.endsWith('.ts') ? readFileSync(join(project, file), 'utf8') : 'export {}')
    await vi.waitFor(() => expect(output).toContain('server code changed (plugins/shell/lz.handler.ts)'), WAIT)
    expect(output).not.toContain('nothing.widget')
  })

  function writeText(devTest: string): void {
    writeFileSync(join(project, TEXTS), JSON.stringify({ devTest }))
  }

  async function readText(): Promise<string> {
    const reply = await fetch(`${origin}/api/platform/texts/en`)
    const { data } = (await reply.json()) as { data: Record<string, string> }
    return data.devTest ?? ''
  }
})
