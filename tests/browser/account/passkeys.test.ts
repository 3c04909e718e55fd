/** Passkeys with Chromium's virtual authenticator: added after a proof, signs in from the button and from the account field, named, removed. */
import type { CDPSession, Page } from 'playwright-core'
import { afterEach, expect, inject, it } from 'vitest'
import { type OpenPage, openPage, settled } from '../../harness/openPage.ts'
import { broughtBack, onDatabase, register } from '../road/person.ts'

let visits: OpenPage[] = []
afterEach(async () => {
  await Promise.all(visits.map((visit) => visit.close()))
  visits = []
})

/** Passkeys belong to names, not to IP addresses. */
const site = () => inject('serverUrl').replace('127.0.0.1', 'localhost')

async function visitSite(path: string): Promise<OpenPage> {
  const visit = await openPage({ lang: 'en' })
  visits.push(visit)
  await visit.page.goto(`${site()}${path}`)
  await settled(visit.page)
  return visit
}

async function authenticator(page: Page): Promise<{ client: CDPSession; authenticatorId: string }> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { client, authenticatorId }
}

const stored = (account: string) =>
  onDatabase((db) =>
    db
      .query(
        `select p.name, p.counter::int as counter from account_passkey p join account_user u on u.id = p."userId" where u.email = $1`,
        [account],
      )
      .then(({ rows }) => rows),
  )

it('[PASSKEY-1] is added after a proof, signs in from the account field and by the button, is renamed and removed; a copy with an older counter is refused', async () => {
  const { page, problems } = await visitSite('/register')
  const { client, authenticatorId } = await authenticator(page)
  const person = await register(page)
  await broughtBack(page)
  await page.goto(`${site()}/personalCenter/security`)
  await settled(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('My phone')
  await page.getByRole('dialog').locator('button[type=submit]').click()
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.locator('input[type=password]').fill(person.password)
  await proof.locator('button[type=submit]').click()
  await page.getByText('Passkey added').waitFor()
  await page.getByRole('main').getByText('My phone').first().waitFor()
  expect(await stored(person.account)).toEqual([{ name: 'My phone', counter: expect.any(Number) }])

  await page.evaluate(() => localStorage.clear())
  // the browser offers it at the account field, and the person takes it
  await page.goto(`${site()}/login?from=/personalCenter/security`)
  await broughtBack(page)
  await settled(page)
  const [{ counter }] = await stored(person.account)
  expect(counter).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Blue phone')
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await page.getByRole('main').getByText('Blue phone').first().waitFor()

  // by the button, in a browser that offers nothing by itself; a copy of the key that signed in less often
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await onDatabase((db) => db.query(`update account_passkey set counter = counter + 100 where name = 'Blue phone'`))
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${site()}/login?from=/personalCenter/security`)
  await settled(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page
    .getByText(/This passkey is not known here/)
    .first()
    .waitFor()
  await onDatabase((db) => db.query(`update account_passkey set counter = counter - 100 where name = 'Blue phone'`))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await broughtBack(page)
  await settled(page)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const again = page.getByRole('dialog', { name: 'Confirm your identity' })
  await again.locator('input[type=password]').fill(person.password)
  await again.locator('button[type=submit]').click()
  await page.getByText('Passkey removed').waitFor()
  expect(await stored(person.account)).toEqual([])
  expect(problems).toEqual([])
  await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
})

it('[PASSKEY-2] an answer counts for its own origin and challenge alone, and once', async () => {
  const { page } = await visitSite('/login')
  const refused = await page.evaluate(async () => {
    const ask = async (path: string, input: object) => {
      const reply = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) })
      return (await reply.json()) as { error?: string; data?: { options: { challenge: string; rpId: string } } }
    }
    const base = '/api/usercenter/authentication/passkey'
    const { data } = await ask(`${base}/options`, {})
    const answers = ['{', '{}', '{"id":"unknown"}', JSON.stringify({ id: 'unknown', challenge: data!.options.challenge })]
    return { rpId: data!.options.rpId, errors: await Promise.all(answers.map(async (answer) => (await ask(base, { answer })).error)) }
  })
  expect(refused).toEqual({ rpId: 'localhost', errors: ['PASSKEY_WRONG', 'PASSKEY_WRONG', 'PASSKEY_WRONG', 'PASSKEY_WRONG'] })
})
