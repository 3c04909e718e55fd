/** What people do on the road, in the words of the English interface unless they say otherwise. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { readCode } from '../../harness/oneTimeCode.ts'

/** Ids of the seeded competitions by their English titles. */
export async function competitionId(title: string): Promise<string> {
  const reply = await fetch(`${inject('serverUrl')}/api/web/competition/queryCompetitionList?pageSize=100`)
  const { data } = (await reply.json()) as { data: { list: { id: string; title: { en: string } }[] } }
  const found = data.list.find((competition) => competition.title.en === title)
  if (!found) throw new Error(`no competition "${title}"`)
  return found.id
}

/** Opens an account by the registration page, on which the browser already is, with an address nobody has used. */
export async function register(page: Page): Promise<{ account: string; password: string }> {
  const person = { account: `robin.${randomBytes(5).toString('hex')}@mail.example`, password: 'Sunrise#2026' }
  await page.getByLabel(/^Name/).fill('Robin Hale')
  await page.getByLabel(/^Phone number or email/).fill(person.account)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: /^Resend in/ }).waitFor()
  await page.getByLabel('Code', { exact: true }).fill(await sentCode(person.account))
  await page.locator('[name="/password"]').fill(person.password)
  await page.getByRole('checkbox', { name: /I have read and accept/ }).check()
  await page.getByRole('main').getByRole('button', { name: 'Create account and sign in' }).click()
  return person
}

/** The code that the platform under test sent to an address last. */
export function sentCode(address: string): Promise<string> {
  return onDatabase((db) => readCode(db, address))
}

/** As if the last code had been sent a minute earlier: the next one may be asked for. */
export async function letMinutePass(address: string): Promise<void> {
  await onDatabase((db) =>
    db.query(`update account_code set "createdAt" = "createdAt" - interval '61 seconds' where address = $1`, [address]),
  )
}

/** For looking at stored rows of the platform under test. */
export async function onDatabase<T>(work: (db: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('serverDatabaseUrl') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function signIn(page: Page, { account, password }: { account: string; password: string }): Promise<void> {
  await page.getByLabel(/^Account/).fill(account)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Waits until the sign-in page has led back and the ticket in the address is exchanged. */
export async function broughtBack(page: Page): Promise<void> {
  const onTheWay = ['/login', '/register', '/start']
  await page.waitForURL((url) => !onTheWay.includes(url.pathname) && !url.searchParams.has('ticket'))
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('agon.tokens')))
}

/** Finds a country by typing and takes it. */
export async function chooseCountry(page: Page, typed: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Country or region' }).fill(typed)
  await page.getByRole('option', { name, exact: true }).click()
}

/** Fills every question that the hackathon's form asks of a student who comes alone. */
export async function fillHackathonForm(page: Page): Promise<void> {
  await page.getByLabel('Full name (as in your passport)').fill('Robin Hale')
  await page.getByLabel('Email', { exact: false }).first().fill('robin@mail.example')
  await page.locator('[name="/phone"]').fill('13912345678')
  await page.getByLabel('Date of birth').fill('2003-05-17')
  await chooseCountry(page, 'singap', 'Singapore')
  await page.getByRole('radio', { name: 'A student' }).check()
  await page.getByLabel('University').fill('Harbour University')
  await page.getByRole('checkbox', { name: 'Firmware' }).check()
  await page.getByRole('checkbox', { name: 'Electronics' }).check()
  await page.getByRole('radio', { name: 'A few projects' }).check()
  await page.getByLabel('Track').selectOption({ index: 1 })
  await page.getByRole('radio', { name: 'On my own; I will find a team on site' }).check()
  const stay = page.getByRole('group', { name: /^Arrival and departure/ }).locator('input')
  await stay.nth(0).fill('2026-12-16')
  await stay.nth(1).fill('2026-12-20')
  await page.getByLabel('T-shirt size').selectOption({ label: 'M' })
  await page.getByLabel('Emergency contact').fill('Kim Hale')
  await page.locator('[name="/emergencyPhone"]').fill('13987654321')
  await page.getByRole('checkbox', { name: 'I will follow the code of conduct' }).check()
}
