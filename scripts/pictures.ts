/** `npm run pictures -- http://127.0.0.1:8080`: the pictures of the README, taken from a running demonstration, as small WebP files in `docs/images/`. */
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { readAccounts } from './seed/accounts.ts'
import { CHROMIUM_FLAGS, findChromium } from './test/findChromium.ts'

const FOLDER = join(import.meta.dirname, '../docs/images')
const QUALITY = 80
/** Pixels across. */
const WIDTH = 1200

const [origin = 'http://127.0.0.1:8080'] = process.argv.slice(2)
const executablePath = findChromium()
if (executablePath === null) throw new Error('No Chromium: set CHROMIUM_PATH')
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
for (const lang of ['zh', 'en'] as const) {
  const visitor = await openWindow(browser, lang, null)
  await show(visitor, '/', `home.${lang}`)
  await enquiry(visitor, lang)
  await show(await openWindow(browser, lang, 'organiser'), '/admin/regManagement', `review.${lang}`)
  await design(await openWindow(browser, lang, 'organiser'), lang)
}
await browser.close()

async function openWindow(from: Browser, lang: 'zh' | 'en', role: string | null): Promise<Page> {
  const context = await from.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'lang', value: lang, url: origin }])
  const page = await context.newPage()
  if (role !== null) {
    const tokens = await signIn(role)
    await context.addInitScript((value) => localStorage.setItem('agon.tokens', value), JSON.stringify(tokens))
  }
  return page
}

async function signIn(role: string): Promise<{ access_token: string; refresh_token: string }> {
  const { userName, password } = readAccounts().find((account) => account.role === role)!
  const body = new URLSearchParams({ account: userName, password })
  const reply = await fetch(`${origin}/api/usercenter/authentication/form`, { method: 'POST', body })
  const { data } = (await reply.json()) as { data: { access_token: string; refresh_token: string } }
  return data
}

async function show(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path)
  await settle(page)
  await keep(await page.screenshot(), name)
}

/** A tour that comes up by itself is closed. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForTimeout(2_000)
  await page.keyboard.press('Escape')
  await page.waitForTimeout(500)
}

/** The form of `schemas/support/leave.form.json`. */
async function enquiry(page: Page, lang: 'zh' | 'en'): Promise<void> {
  await page.goto('/helpcenter')
  await settle(page)
  await page
    .getByRole('button', { name: lang === 'zh' ? '给客服留言' : 'Send an enquiry' })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').nth(1).fill('lin@')
  await dialog.getByRole('textbox').nth(2).click()
  await page.waitForTimeout(500)
  await keep(await dialog.screenshot(), `enquiry.${lang}`)
}

/** The designer of a competition's sign-up form. */
async function design(page: Page, lang: 'zh' | 'en'): Promise<void> {
  const answer = page.waitForResponse((reply) => reply.url().includes('/myCompetition'))
  await page.goto('/admin/list')
  const { data } = (await (await answer).json()) as { data: { list: { id: string }[] } }
  await page.goto(`/createNewCompetition/signup?competitionId=${data.list[0]!.id}`)
  await page.locator('.ag-studio-row--field').first().waitFor()
  await settle(page)
  await page.locator('.ag-studio-row--field').nth(1).click()
  await page.waitForTimeout(500)
  await keep(await page.screenshot(), `studio.${lang}`)
}

async function keep(png: Buffer, name: string): Promise<void> {
  const file = join(FOLDER, `${name}.webp`)
  const { size } = await sharp(png).resize({ width: WIDTH, withoutEnlargement: true }).webp({ quality: QUALITY }).toFile(file)
  console.log(`${file}: ${Math.ceil(size / 1_000)} kB`)
}
