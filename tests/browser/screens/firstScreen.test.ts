/** Public pages arrive with their words: the server draws what a visitor sees first, and the browser takes it over as it stands. */
import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import type { FirstScreen } from '../../../runtime/core/wire.ts'
import { newPage } from '../../harness/browserWindows.ts'
import { visitServer } from '../../harness/visitServer.ts'
import { createWorld, HACKATHON, MODELLING, type World } from '../../server/roadWorld.ts'

let world: World
const visit = visitServer(async () => (world = await createWorld({ template: 'seeded' })))

/** Found by no one who looks for it; about a certificate, which is asked for by each visitor, because guesses are counted. */
const ELSEWHERE = new Set(['/404', '/share'])
/** What a page may still ask for: its live changes, files, and that it is read. */
const ALLOWED = /\/api\/(platform\/(changes|file)|web\/competition\/visited)/

interface Arrived {
  /** Of the root. */
  html: string
  first: FirstScreen | null
}

async function arrive(path: string, headers: Record<string, string> = {}): Promise<Arrived> {
  const { body } = await world.app.inject({ url: path, headers })
  const json = /id="agon-first">(.*?)<\/script>/s.exec(body)?.[1]
  return { html: /<div id="root">(.*)<\/div><script type/s.exec(body)?.[1] ?? '', first: json ? (JSON.parse(json) as FirstScreen) : null }
}

/** The thread may still be starting, and the machine busy: the browser would draw meanwhile. */
async function arriveDrawn(path: string, headers: Record<string, string> = {}): Promise<Arrived & { first: FirstScreen }> {
  await expect.poll(async () => (await arrive(path, headers)).first, { message: path }).not.toBe(null)
  const arrived = await arrive(path, headers)
  return arrived.first ? (arrived as Arrived & { first: FirstScreen }) : arriveDrawn(path, headers)
}

function headingOf(html: string): string {
  return (/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '').replaceAll(/<[^>]+>/g, '')
}

/** Runs before anything else of the page: what the HTML brings is marked. */
function markWhatCame(): void {
  document.addEventListener('DOMContentLoaded', () => {
    for (const element of document.querySelectorAll('#root *')) Object.assign(element, { came: true })
  })
}

/** How many elements that one sees were drawn anew, and whether the heading is one of them. */
function drawnAnew(): { parts: string[]; heading: boolean } {
  const isNew = (element: Element | null) => element !== null && !(element as { came?: boolean }).came
  // the browser draws codes to scan and filters that are typed, and takes a pattern or an empty place where a picture does not come: the files are not here
  const LATER = ['.ag-qr', '.ag-cover', '.ag-filter', '.ag-lazy'].flatMap((part) => [part, `${part} *`])
  const all = [...document.querySelectorAll(`#root :not(${LATER})`)].filter(isNew)
  return { parts: all.map(({ tagName, className }) => `${tagName} ${className}`), heading: isNew(document.querySelector('h1')) }
}

it('[FIRST-1] every public page arrives with its heading in both languages, without a style or script that the policy refuses', async () => {
  const { documents } = world.server.deps.platform()
  const id = await world.competition(MODELLING)
  const routes = [...documents.page.values()].flatMap(({ access, routes }) => (access === 'public' ? routes : []))
  const paths = [...routes.filter((route) => !route.includes(':') && !ELSEWHERE.has(route)), `/details?competitionId=${id}`, `/vote/${id}`]
  const silent: string[] = []
  for (const path of paths) {
    const known = `${path}${path.includes('?') ? '' : `?competitionId=${id}`}`
    const { statusCode } = await world.app.inject(known)
    if (statusCode !== 200) continue
    for (const lang of ['zh', 'en']) {
      const { html, first } = await arriveDrawn(known, { 'accept-language': lang })
      expect(html, path).not.toMatch(/<script|\sstyle=|\son[a-z]+=/)
      expect(first.boot.session.user, path).toBe(null)
      if (headingOf(html) === '' || first.lang !== lang) silent.push(`${lang} ${path}`)
    }
  }
  expect(silent).toEqual([])
})

it.each([1440, 360])('[FIRST-2] a browser of %i px takes it over as it stands, and asks for nothing of it again', async (width) => {
  const id = await world.competition(MODELLING)
  const hotels = await world.competition(HACKATHON)
  const { page } = await visit(null, { width, path: '/' })
  for (const path of [
    '/',
    '/competition',
    `/details?competitionId=${id}`,
    '/news',
    '/training',
    '/helpcenter',
    '/introductionProduct',
    `/bookHotel?competitionId=${hotels}`,
  ]) {
    await arriveDrawn(path, { 'accept-language': 'en', 'user-agent': width < 500 ? 'Mobile' : '' })
    const { asked, problems, anew } = await takeOver(page, path)
    expect({ path, asked, problems }).toEqual({ path, asked: [], problems: [] })
    expect({ path, ...anew }).toEqual({ path, parts: [], heading: false })
  }
})

it('[FIRST-2] control: what differs from what the browser would draw is drawn anew', async () => {
  const { page } = await visit(null, { width: 1440, path: '/' })
  await arriveDrawn('/training', { 'accept-language': 'en' })
  const { anew, problems } = await takeOver(page, '/training', (body) => body.replace(/(<h1[^>]*>)[^<]*/, '$1Something else'))
  expect([anew.heading, problems.length > 0]).toEqual([true, true])
})

interface TakenOver {
  asked: string[]
  problems: string[]
  anew: ReturnType<typeof drawnAnew>
}

async function takeOver(beside: Page, path: string, change?: (body: string) => string): Promise<TakenOver> {
  const page = await newPage(beside.context())
  const [asked, problems]: string[][] = [[], []]
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !ALLOWED.test(pathname)) asked!.push(pathname)
  })
  page.on('pageerror', (error) => problems!.push(error.message))
  page.on('console', (line) => line.type() === 'error' && problems!.push(line.text()))
  await page.addInitScript(markWhatCame)
  if (change)
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const reply = await route.fetch()
      await route.fulfill({ response: reply, body: change(await reply.text()) })
    })
  const arrived = (await page.goto(path))!
  if (!(await arrived.text()).includes('agon-first')) {
    // the machine was busy: the browser draws such a page by itself
    await page.close()
    return takeOver(beside, path, change)
  }
  await page.waitForFunction(() => document.documentElement.dataset.address !== undefined && !document.querySelector('[data-style]'))
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  const anew = await page.evaluate(drawnAnew)
  await page.close()
  return { asked: asked!, problems: problems!, anew }
}

it('[FIRST-3] who is signed in gets what they may see, after the same first screen', async () => {
  const token = await world.signIn('organiser')
  await arriveDrawn('/training', { 'accept-language': 'en' })
  const { page } = await visit(token, { width: 1440, path: '/training' })
  await page.getByRole('button', { name: /^Account menu of/ }).waitFor()
  expect(await page.getByRole('link', { name: 'Sign in', exact: true }).count()).toBe(0)
})

it('[FIRST-4] what has changed stands in the next one, at the latest after a second', async () => {
  const before = await arriveDrawn('/helpcenter', { 'accept-language': 'en' })
  expect(before.html).not.toContain('A title of just now')
  await world.rows('UPDATE content_article SET title = $1', [{ zh: '刚刚改的标题', en: 'A title of just now' }])
  await expect.poll(async () => (await arrive('/helpcenter', { 'accept-language': 'en' })).html).toContain('A title of just now')
})

it('[FIRST-6] wears the skin that the person chose, and no other one first', async () => {
  const wears = async (cookie: string) => {
    const { body } = await world.app.inject({ url: '/training', headers: { 'accept-language': 'en', cookie } })
    return /:root\{.*?--agon-color-bg-layout:([^;]+).*?color-scheme:(\w+)/s.exec(body)?.slice(1)
  }
  await expect.poll(() => wears('')).toBeDefined()
  const [usual, dark, unknown] = [await wears(''), await wears('agon.skin=skins.dark'), await wears('agon.skin=none')]
  expect([usual![1], dark![1]]).toEqual(['light', 'dark'])
  expect([unknown, dark![0] === usual![0]]).toEqual([usual, false])
})

it('[FIRST-5] answers that are counted by visitor, or hang on a cookie, are left to the browser', async () => {
  const id = await world.competition(MODELLING)
  const { first } = await arriveDrawn(`/vote/${id}`, { cookie: 'agon-voter=someone' })
  const { documents } = world.server.deps.platform()
  const limited = first.answers.filter(([call]) => documents.call.get(call)!.rateLimit || documents.call.get(call)!.raw)
  expect(limited).toEqual([])
})

it('[FIRST-8] scripts of a drawn page come after what it shows, and its first picture before the others; details bring no form', async () => {
  const id = await world.competition(MODELLING)
  for (const path of ['/', '/competition', `/details?competitionId=${id}`]) {
    await arriveDrawn(path)
    const { body } = await world.app.inject(path)
    const scripts = [...body.matchAll(/<script[^>]*>/g)].map(([script]) => script).filter((script) => !script.includes('application/'))
    expect(scripts, path).toEqual([
      expect.stringMatching(/^<script async src="\/begin\.js" data-main="\/assets\/first-[^"]+\.js" data-files="[^"]+">$/),
    ])
    expect(scripts[0], path).not.toMatch(/\/form-/)
    expect(body, path).not.toMatch(/<link rel="preload"[^>]*as="(script|fetch)"/)
    const pictures = [...body.matchAll(/<img[^>]*>/g)].map(([picture]) => picture)
    const early = pictures.filter((picture) => !picture.includes('loading="lazy"'))
    // what the head asks for comes before all of them
    expect(early, path).toEqual(body.includes('rel="preload" as="image"') ? [] : pictures.slice(0, 1))
  }
})

it('[FIRST-9] headings of a public page leave out no level, those of the footer included', async () => {
  const id = await world.competition(MODELLING)
  for (const path of ['/', '/competition', `/details?competitionId=${id}`, '/training', '/searchCert']) {
    const { html } = await arriveDrawn(path)
    const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
    expect(levels[0], path).toBe(1)
    expect(
      levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1),
      `${path} ${levels}`,
    ).toEqual([])
  }
})

/** A window at a drawn page whose scripts are held back. */
async function early(path: string, { colorScheme = 'light' }: { colorScheme?: 'light' | 'dark' } = {}) {
  const { page: beside } = await visit(null, { width: 1440, path: '/' })
  const page = await newPage(beside.context())
  await page.emulateMedia({ colorScheme })
  const headers = { 'accept-language': 'en' }
  await arriveDrawn(path, headers)
  const { body, headers: sent } = await world.app.inject({ url: path, headers })
  expect(body).toContain('agon-first')
  await page.route(
    (url) => url.pathname === new URL(path, 'http://page').pathname,
    (route) => route.fulfill({ body, headers: sent as Record<string, string> }),
  )
  const held: Route[] = []
  await page.route('**/assets/first-*.js', (route) => void held.push(route))
  await page.goto(path, { waitUntil: 'commit' })
  const letScriptsCome = async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await page.unroute('**/assets/first-*.js')
    for (const route of held) await route.continue()
    await page.waitForFunction(() => document.documentElement.dataset.address !== undefined)
  }
  return { page, beside, letScriptsCome, search: () => new URL(page.url()).search }
}

it('[FIRST-10] a button that is pressed before the scripts are here acts once they are', async () => {
  const { page, letScriptsCome, search } = await early('/competition?sort=signupEnd&mode=team&search=zzzzqqqq')
  await page.locator('.ag-empty button').click()
  expect(search()).toContain('mode=team')
  await letScriptsCome()
  await expect.poll(search).toBe('?sort=signupEnd')
})

it('[FIRST-11] words that are typed before the scripts are here stay, and are searched for once they are', async () => {
  const { page, letScriptsCome, search } = await early('/competition')
  const box = page.locator('[data-search]').first()
  await box.fill('model')
  await letScriptsCome()
  // words that begin so are offered without another key
  await expect.poll(() => page.locator('datalist option').count()).toBeGreaterThan(0)
  expect(await box.inputValue()).toBe('model')
  await box.press('End')
  await box.pressSequentially('ling')
  expect(await box.inputValue()).toBe('modelling')
  await box.press('Enter')
  await expect.poll(search).toContain('search=modelling')
})

it('[FIRST-12] a search that is sent before the scripts are here loads nothing anew, and is made once they are', async () => {
  const { page, letScriptsCome, search } = await early('/competition')
  const box = page.locator('[data-search]').first()
  await box.fill('modelling')
  await box.press('Enter')
  await letScriptsCome()
  await expect.poll(search).toContain('search=modelling')
  expect(await box.inputValue()).toBe('modelling')
})

it('[FIRST-13] a word that an input method composes while the page is taken over is not broken off', async () => {
  const { page, letScriptsCome } = await early('/competition')
  const box = page.locator('[data-search]').first()
  await box.focus()
  const keys = await page.context().newCDPSession(page)
  await keys.send('Input.imeSetComposition', { text: 'shu', selectionStart: 3, selectionEnd: 3 })
  await letScriptsCome()
  expect(await box.inputValue()).toBe('shu')
  await keys.send('Input.imeSetComposition', { text: 'shu xue', selectionStart: 7, selectionEnd: 7 })
  await keys.send('Input.insertText', { text: '数学' })
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(await box.inputValue()).toBe('数学')
})

it('[FIRST-14] a choice that is made before the scripts are here holds once they are', async () => {
  const { page, letScriptsCome, search } = await early('/competition')
  const choice = page.locator('.ag-query select').first()
  await choice.selectOption({ index: 1 })
  const value = await choice.inputValue()
  await letScriptsCome()
  await expect.poll(search).toContain(`=${value}`)
  expect(await choice.inputValue()).toBe(value)
})

it('[FIRST-15] is dark from the first paint on where the system is dark, and stays so while it is taken over', async () => {
  const { page, beside, letScriptsCome } = await early('/competition', { colorScheme: 'dark' })
  await page.locator('h1').waitFor()
  const ground = (of: Page) => of.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const dark = await ground(page)
  expect(dark).not.toBe(await ground(beside))
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
  await page.evaluate(() => {
    const seen = new Set<string>()
    const look = () => {
      seen.add(getComputedStyle(document.documentElement).backgroundColor)
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { seen })
  })
  await letScriptsCome()
  await page.waitForSelector('html[data-skin="skins.dark"]')
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toEqual([dark])
})

it('[FIRST-16] other ways from the sign-in page are links, which open in a tab of their own and come back to where one was', async () => {
  const { html } = await arriveDrawn('/login?from=/personalCenter/jingsai', { 'accept-language': 'en' })
  const ways = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].map(([, to, words]) => [
    words!.replaceAll(/<[^>]+>/g, ''),
    to,
  ])
  for (const [words, path] of [
    ['Forgot password?', '/forgotPassword'],
    ['No account yet? Create one', '/register'],
    ['Register an organisation', '/register/organisation'],
  ])
    expect(ways).toContainEqual([words, `${path}?from=%2FpersonalCenter%2Fjingsai`])
})
