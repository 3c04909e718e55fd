/** Two-step verification from the screens: turned on with an authenticator app, asked for on a phone, and reset by staff for who lost the phone. */
import { randomBytes } from 'node:crypto'
import { afterAll, expect, inject, it } from 'vitest'
import { codeAt, decodeBase32, timeStep } from '../../../plugins/account/factors/totp.ts'
import { type OpenPage, openPage, openPath, settled } from '../../harness/openPage.ts'
import { readDemoAccount } from '../../harness/readDemoAccount.ts'
import { broughtBack, signIn } from '../road/person.ts'

const person = { account: `ellis.${randomBytes(4).toString('hex')}`, password: 'Sunrise#2026' }
const visits: OpenPage[] = []
afterAll(() => Promise.all(visits.map((visit) => visit.close())))

async function visitAs(options: Parameters<typeof openPage>[0]): Promise<OpenPage> {
  const visit = await openPage({ lang: 'en', ...options })
  visits.push(visit)
  return visit
}

let key = ''
const codeNow = (steps = 0) => codeAt(decodeBase32(key), timeStep(new Date()) + steps)

it('[FACTOR-10] is turned on after a proof: the code is asked for with the focus in its field and no complaint', async () => {
  await addAccount()
  const { page, problems } = await visitAs({ path: '/login?from=/personalCenter/security' })
  await signIn(page, person)
  await broughtBack(page)
  await page.getByRole('button', { name: 'Turn on two-step verification' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.locator('input[type=password]').fill(person.password)
  await proof.locator('button[type=submit]').click()
  const setUp = page.getByRole('dialog', { name: 'Set up two-step verification' })
  await setUp.waitFor()
  await proof.waitFor({ state: 'detached' })
  const code = setUp.getByLabel('Code')
  await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await setUp.getByText('This is required').count()).toBe(0)
  key = (await setUp.textContent())!.match(/[A-Z2-7]{32}/)![0]
  await code.fill(codeNow(-1))
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  await page
    .getByText(/recovery codes/i)
    .first()
    .waitFor()
  expect(problems).toEqual([])
})

it('[FACTOR-11] is asked for on a phone: a wrong code is told, that of the app leads on', async () => {
  const { page, problems } = await visitAs({ width: 360, path: '/login?from=/personalCenter' })
  await signIn(page, person)
  const code = page.getByRole('main').getByLabel('Code')
  await code.fill('000000')
  await page.getByRole('main').locator('button[type=submit]').click()
  await page
    .getByRole('main')
    .getByText(/The code is incorrect or has been used/)
    .waitFor()
  await code.fill(codeNow())
  await page.getByRole('main').locator('button[type=submit]').click()
  await broughtBack(page)
  await settled(page)
  expect(new URL(page.url()).pathname).toBe('/personalCenter')
  expect(problems).toEqual([])
})

it('[FACTOR-12] is reset by staff, who read whose it is; the password alone signs in again, and a second reset says why it does nothing', async () => {
  const { page } = await visitAs({ as: 'administrator', path: `/admin/accounts?accounts.search=${person.account}` })
  const reset = async (reason: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Reset two-step verification' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reset two-step verification of Ellis Moore' })
    await dialog.getByLabel(/^Reason/).fill(reason)
    await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
    return dialog
  }
  await (await reset('The phone was lost')).waitFor({ state: 'detached' })
  const again = await reset('Once more')
  await again.getByText('This account does not use two-step verification. Nothing needs to be reset.').waitFor()
  const { page: own } = await visitAs({ path: '/login?from=/personalCenter/security' })
  await signIn(own, person)
  await broughtBack(own)
  await openPath(own, '/personalCenter/security')
  await own.getByRole('button', { name: 'Turn on two-step verification' }).waitFor()
})

async function addAccount(): Promise<void> {
  const { userName, password } = readDemoAccount('administrator')
  const send = async (path: string, body: object, headers: Record<string, string>) => {
    const reply = await fetch(`${inject('serverUrl')}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return ((await reply.json()) as { data: Record<string, string> }).data
  }
  const { access_token } = await send('api/usercenter/authentication/form', { account: userName, password }, {})
  const added = { name: 'Ellis Moore', userName: person.account, password: person.password }
  expect(await send('api/usercenter/user/add', added, { authorization: `Bearer ${access_token}` })).toHaveProperty('id')
}
