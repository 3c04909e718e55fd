/** A form without network: it opens, its answers wait on the device, and they arrive once. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type FormWorld, startFormWorld } from './formWorld.ts'

let world: FormWorld
beforeAll(async () => {
  world = await startFormWorld()
})
afterAll(() => world?.close())
afterEach(async () => {
  await world.leave()
  await world.db.query('delete from forms_entry')
  await world.db.query('delete from platform_draft')
})

const WORDS = {
  zh: {
    name: '姓名',
    phone: '手机号',
    next: '下一步',
    submit: '提交',
    received: '已收到',
    kept: '网络已断开，你填写的内容保存在本机',
    waits: '网络已断开，你提交的内容保存在本机',
    sent: /已发出：.*离线提交/,
    stop: '暂不发送',
  },
  en: {
    name: 'Name',
    phone: 'Phone',
    next: 'Next',
    submit: 'Submit',
    received: 'Received',
    kept: 'Offline: your answers are kept on this device',
    waits: 'Offline: what you submitted is kept on this device',
    sent: /Sent: .*, submitted offline at \d\d:\d\d/,
    stop: 'Do not send',
  },
} as const

type Words = (typeof WORDS)['zh' | 'en']

/** The person is recognised, and the first answer is with the server. */
async function begin(page: Page) {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Begun')
  await page.getByText(/^Saved \d\d:\d\d/).waitFor()
}

async function fill(page: Page, words: Words, name: string) {
  await page.getByRole('textbox', { name: words.name, exact: true }).fill(name)
  await page.getByRole('button', { name: words.next }).click()
  await page.getByLabel(words.phone).fill('13812345678')
  await page.getByRole('button', { name: words.submit, exact: true }).click()
}

async function entries(): Promise<unknown[]> {
  const { rows } = await world.db.query('select answers from forms_entry order by id')
  return rows.map(({ answers }) => answers.name)
}

/** What this browser keeps of pages. */
const keptPages = (page: Page) =>
  page.evaluate(async () => {
    if (!(await caches.has('agon.kept'))) return []
    const store = await caches.open('agon.kept')
    const pages = await Promise.all((await store.keys()).map(async (key) => (await store.match(key))!.json()))
    return pages.map(({ owner }) => owner as string)
  })

/** The worker stands, and has all that this page is made of. */
async function ready(page: Page) {
  await expect.poll(() => keptPages(page)).toHaveLength(1)
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const shell = await caches.match('/shell.html', { ignoreVary: true })
        const validators = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/validators/'))
        const kept = await Promise.all(validators.map(({ name }) => caches.match(name, { ignoreVary: true })))
        return Boolean(shell) && navigator.serviceWorker.controller !== null && validators.length > 0 && kept.every(Boolean)
      }),
    )
    .toBe(true)
}

describe('[OFFLINE-1] without network', () => {
  it.each([
    ['zh', 360],
    ['en', 1280],
  ] as const)('a form opens again, keeps its answers, and is sent once when the network is back (%s, %i px)', async (lang, width) => {
    const words = WORDS[lang]
    const tokens = await world.register(`138000001${width % 100}`)
    const { page, problems } = await world.open('stepped', { tokens, lang, width, worker: true })
    await page.getByRole('textbox', { name: words.name, exact: true }).fill('Ada')
    await ready(page)
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText(words.kept).waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: words.name, exact: true }).inputValue()).toBe('Ada')

    await fill(page, words, 'Ada Lovelace')
    await page.getByText(words.waits).waitFor()
    expect(await seriousProblems(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await page.reload()
    await page.getByText(words.waits).waitFor()
    expect(await entries()).toEqual([])

    await page.context().setOffline(false)
    await page.getByText(words.sent).waitFor()
    await expect.poll(() => page.getByText(words.waits).count()).toBe(0)
    await expect.poll(() => entries()).toEqual(['Ada Lovelace'])
    await page.reload()
    await page.getByRole('textbox', { name: words.name, exact: true }).waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: words.name, exact: true }).inputValue()).toBe('')
    expect(await entries()).toEqual(['Ada Lovelace'])
    expect(problems.filter((line) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED|registration blocked/.test(line))).toEqual([])
  })

  it('a submit whose answer was lost happens once, also when it is sent again after a reload', async () => {
    const tokens = await world.register('13800000221')
    const { page } = await world.open('stepped', { tokens })
    await begin(page)
    let lost = 0
    await page.route('**/api/forms/submit', async (route) => {
      await route.fetch()
      await route.abort()
      lost += 1
    })
    await fill(page, WORDS.en, 'Ada')
    await page.getByText(WORDS.en.waits).waitFor()
    // it is tried again immediately, and then after a while
    await expect.poll(() => lost).toBe(2)
    expect(await entries()).toEqual(['Ada'])
    await page.unroute('**/api/forms/submit')
    await page.reload()
    await page.getByText(WORDS.en.sent).waitFor()
    expect(await entries()).toEqual(['Ada'])
  })

  it('a changed answer is not sent by itself, nor what the person holds back', async () => {
    const tokens = await world.register('13800000222')
    const { page } = await world.open('stepped', { tokens })
    await begin(page)
    await page.context().setOffline(true)
    await fill(page, WORDS.en, 'Ada')
    await page.getByText(WORDS.en.waits).waitFor()
    await page.getByLabel('Note').fill('later')
    await expect.poll(() => page.getByText(WORDS.en.waits).count()).toBe(0)
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByText(WORDS.en.waits).waitFor()
    await page.getByRole('button', { name: WORDS.en.stop }).click()
    await expect.poll(() => page.getByText(WORDS.en.waits).count()).toBe(0)
    await page.context().setOffline(false)
    await page.getByText(/^Saved \d\d:\d\d/).waitFor()
    expect(await entries()).toEqual([])
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByText(WORDS.en.received).first().waitFor()
    expect(await entries()).toEqual(['Ada'])
  })

  it('another page says what waits and leads to it', async () => {
    const tokens = await world.register('13800000223')
    const { page } = await world.open('stepped', { tokens })
    await begin(page)
    await page.context().setOffline(true)
    await fill(page, WORDS.en, 'Ada')
    await page.getByText(WORDS.en.waits).waitFor()
    await page.context().setOffline(false)
    await page.getByText(WORDS.en.sent).waitFor()

    await page.reload()
    await begin(page)
    await page.context().setOffline(true)
    await fill(page, WORDS.en, 'Grace')
    await page.getByText(WORDS.en.waits).waitFor()
    await page.route('**/api/forms/submit', (route) => route.abort())
    await page.context().setOffline(false)
    await page.goto('/forms/logic')
    await page.getByText('“Form” has not been sent yet.').waitFor()
    await page.unroute('**/api/forms/submit')
    await page.getByRole('link', { name: 'Open and send' }).click()
    await page.getByText(WORDS.en.sent).waitFor()
    expect(await entries()).toEqual(['Ada', 'Grace'])
  })
})

describe('[OFFLINE-2] what a device keeps', () => {
  it('is of its person alone, and goes when they sign out or another signs in', async () => {
    const [ada, grace] = [await world.register('13800000231'), await world.register('13800000232')]
    const { page } = await world.open('stepped', { tokens: ada, worker: true })
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada')
    await ready(page)
    const [owner] = await keptPages(page)
    expect(owner).toMatch(/^\d+$/)

    // tokens of another, of whom the server has not been asked
    await page.evaluate((tokens) => {
      localStorage.setItem('agon.tokens', JSON.stringify(tokens))
      localStorage.removeItem('agon.owner')
    }, grace)
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).count()).toBe(0)

    await page.context().setOffline(false)
    await page.reload()
    await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    await expect.poll(async () => (await keptPages(page)).filter((each) => each === owner)).toEqual([])
    await expect.poll(() => keptPages(page)).toHaveLength(1)
    await page
      .getByRole('button', { name: /Form Filler/ })
      .first()
      .click()
    await page.getByText('Sign out').click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('agon.tokens'))).toBeNull()
    await expect.poll(() => keptPages(page)).toEqual([])
  })
})

describe('[OFFLINE-3] a renewed platform', () => {
  it('is announced to open pages, whose files stay together with those of their own build', async () => {
    const tokens = await world.register('13800000241')
    const { page } = await world.open('stepped', { tokens, worker: true })
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada')
    await ready(page)
    expect(await page.getByText('A new version is ready.').count()).toBe(0)
    // the worker of another build, as it tells its pages
    await page
      .context()
      .serviceWorkers()[0]!
      .evaluate(async () => {
        const { clients } = globalThis as unknown as { clients: { matchAll(): Promise<{ postMessage(data: unknown): void }[]> } }
        for (const client of await clients.matchAll()) client.postMessage({ agon: 'release', entry: '/assets/first-other.js' })
      })
    await page.getByText('A new version is ready.').waitFor()
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect.poll(() => page.getByText('A new version is ready.').count()).toBe(0)
    await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Ada')
    const names = await page.evaluate(() => caches.keys())
    const entry = await page.evaluate(() => document.querySelector<HTMLScriptElement>('script[src*="/first-"]')!.getAttribute('src'))
    expect(names.filter((name) => name.startsWith('agon.release.'))).toEqual([`agon.release.${entry}`])
  })
})
