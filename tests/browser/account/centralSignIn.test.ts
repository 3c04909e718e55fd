/** The sign-in page on a host of its own: `localhost` beside `127.0.0.1`, two origins of one server. */
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeAt, decodeBase32, timeStep } from '../../../plugins/account/factors/totp.ts'
import { newPage, openBrowser } from '../../harness/browserWindows.ts'
import { freePort } from '../../harness/freePort.ts'
import { readCode } from '../../harness/oneTimeCode.ts'
import { settled } from '../../harness/openPage.ts'
import { startTestServer, type TestServer } from '../../harness/startTestServer.ts'
import { wechatDouble } from '../../harness/wechatDouble.ts'

const PASSWORD = 'CorrectHorse1!'
const OVERLAY = fileURLToPath(new URL('../../fixtures/session', import.meta.url))

const wechat = wechatDouble()
let run: TestServer
let site: string
let login: string
let context: BrowserContext
let page: Page
beforeAll(async () => {
  const port = await freePort()
  site = `http://127.0.0.1:${port}`
  login = `http://localhost:${port}`
  run = await startTestServer({
    overlays: [OVERLAY],
    environment: await wechat.listen(login),
    app: (app) => ({ ...app, signIn: { ...app.signIn, origin: login, returnTo: [site] } }),
  })
  await run.app.listen({ port, host: '127.0.0.1' })
  context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' })
})
afterAll(async () => {
  await context?.close()
  await run?.close()
  wechat.server.close()
})
beforeEach(async () => {
  page = await newPage(context)
  await forgetEverything()
  await context.addCookies([{ name: 'lang', value: 'en', url: site }])
})
afterEach(() => Promise.all(context.pages().map((tab) => tab.close())))

/** What the browser keeps of both hosts but the scripts; a new tab has no storage of its own. */
async function forgetEverything(): Promise<void> {
  const client = await context.newCDPSession(page)
  for (const origin of [site, login]) await client.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  await client.detach()
  await context.clearCookies()
}

let people = 0
async function newPerson(
  account = `visitor${people + 1}@example.com`,
): Promise<{ account: string; tokens: object; send(path: string, body: object): Promise<{ data: unknown }> }> {
  people += 1
  const post = async (path: string, body: object, token?: string) =>
    (
      await fetch(`${site}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify(body),
      })
    ).json()
  await post('usercenter/code', { account, purpose: 'register' })
  const code = await readCode(run.db, account)
  const { data } = await post('usercenter/user/register', { name: `Visitor ${people}`, account, code, password: PASSWORD, agreement: true })
  return { account, tokens: data, send: (path, body) => post(path, body, data.access_token) }
}

async function givePassword(account: string): Promise<void> {
  await page.waitForURL(`${login}/login?**`)
  await page.getByLabel(/^Account/).fill(account)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}
async function arrived(path: string): Promise<void> {
  await page.waitForURL(`${site}${path}`)
  await page.locator('.ag-avatar').waitFor()
}
const stored = async (origin: string) => (await context.storageState()).origins.find((one) => one.origin === origin)?.localStorage ?? []
const tokenCode = (secret: string, later = 0) => codeAt(decodeBase32(secret), timeStep(new Date()) + later)

describe('signing in on another host', () => {
  it('[LOGIN-1] comes back to the page asked for, with a ticket that leaves the address at once and tokens only on the site', async () => {
    const { account } = await newPerson()
    const addresses: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && addresses.push(request.url()))
    await page.goto(`${site}/fixture/ten?mode=all#part`)
    await givePassword(account)
    await arrived('/fixture/ten?mode=all#part')
    await settled(page)
    expect(addresses.some((address) => address.startsWith(`${site}/fixture/ten?mode=all&ticket=`))).toBe(true)
    await expect.poll(async () => (await stored(site)).some(({ name }) => name.startsWith('agon.tokens'))).toBe(true)
    await expect.poll(async () => JSON.stringify(await stored(login))).not.toContain('access_token')
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
  })

  it('[LOGIN-2] a ticket of another tab signs nobody in', async () => {
    const { account } = await newPerson()
    await page.goto(`${site}/fixture/ten`)
    let stolen = ''
    await page.route(`${site}/fixture/ten?ticket=*`, (route) => {
      stolen = route.request().url()
      return route.abort()
    })
    await givePassword(account)
    await expect.poll(() => stolen).not.toBe('')
    const other = await newPage(context)
    await other.goto(stolen)
    await other.waitForURL(`${login}/login?**`)
    await expect.poll(async () => (await stored(site)).some(({ name }) => name.startsWith('agon.tokens'))).toBe(false)
  })

  it('[LOGIN-3] autoLogin leads to sign-in and back to the address without it', async () => {
    const { account } = await newPerson()
    await page.goto(`${site}/competition?level=national&autoLogin=1`)
    await page.waitForURL(`${login}/login?**`)
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe(`${site}/competition?level=national`)
    await givePassword(account)
    await arrived('/competition?level=national')
  })

  it('[LOGIN-4] a link to the sign-in host with a foreign return address ends on the site', async () => {
    const { account } = await newPerson()
    await page.goto(`${login}/login?from=${encodeURIComponent('https://evil.example/take')}`)
    await givePassword(account)
    await arrived('/')
  })

  it('[LOGIN-5] asks for the second factor, and takes a recovery code in its place once', async () => {
    const { account, send } = await newPerson()
    await send('usercenter/proof', { way: 'password', password: PASSWORD })
    const { secret } = (await send('usercenter/secondFactor/begin', {})).data as { secret: string }
    const { recoveryCodes } = (await send('usercenter/secondFactor/confirm', { code: tokenCode(secret, -1) })).data as {
      recoveryCodes: string[]
    }
    await page.goto(`${site}/fixture/ten`)
    await givePassword(account)
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor()
    const code = page.getByLabel(/^Code/)
    await code.fill('000000')
    await page.getByRole('button', { name: 'Verify and sign in' }).click()
    await page
      .getByText(/The code is incorrect or has been used/)
      .first()
      .waitFor()
    await code.fill(recoveryCodes[0]!)
    await page.getByRole('button', { name: 'Verify and sign in' }).click()
    await arrived('/fixture/ten')
  })

  it('[LOGIN-6] a role that requires a second factor has it set up before the first sign-in ends', async () => {
    const { account } = await newPerson()
    await run.db.query(
      `insert into account_grant ("userId", role) select id, 'account.platformAdmin' from account_user where "userName" = $1`,
      [account],
    )
    await page.goto(`${site}/fixture/ten`)
    await givePassword(account)
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor()
    await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
    const ofPerson = `select f.secret from "account_secondFactor" f join account_user u on u.id = f."userId" where u."userName" = $1`
    const { secret } = (await run.db.query(ofPerson, [account])).rows[0]
    await page.getByLabel(/^Code/).fill(tokenCode(secret))
    await page.getByRole('button', { name: 'Turn on and sign in' }).click()
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    await expect.poll(async () => (await page.locator('pre').innerText()).trim().split('\n')).toHaveLength(10)
    await page.getByRole('button', { name: 'I have saved them, continue' }).click()
    await arrived('/fixture/ten')
  })
})

describe('other ways to sign in', () => {
  async function giveCode(account: string): Promise<void> {
    await page.waitForURL(`${login}/login?**`)
    await run.db.query(`update account_code set "createdAt" = "createdAt" - interval '61 seconds' where address = $1`, [account])
    await page.getByRole('tab', { name: 'With code' }).click()
    await page.getByLabel(/^Phone number or email/).fill(account)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('button', { name: /^Resend in/ }).waitFor()
    await page.getByLabel('Code', { exact: true }).fill(await readCode(run.db, account))
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  it('[LOGIN-7] a code leads back to the page asked for, and this browser offers the code first from then on', async () => {
    const { account } = await newPerson()
    await page.goto(`${site}/fixture/ten`)
    await giveCode(account)
    await arrived('/fixture/ten')
    const other = await newPage(context)
    await other.goto(`${login}/login?from=${encodeURIComponent(`${site}/`)}&challenge=${'0'.repeat(64)}`)
    await other.getByRole('tab', { name: 'With code', selected: true }).waitFor()
  })

  it('[LOGIN-9] who comes back from WeChat is signed in without a click; a code used before is explained, and asked for once', async () => {
    wechat.mood.scanning = { openid: 'o-browser', nickname: 'Wei' }
    await page.goto(`${site}/fixture/ten`)
    await page.waitForURL(`${login}/login?**`)
    await page.getByRole('tab', { name: 'WeChat' }).click()
    await page.getByRole('button', { name: 'Open the WeChat QR code' }).click()
    await page.getByRole('heading', { name: 'Link a phone number' }).waitFor()
    const asked: string[] = []
    page.on('request', (request) => void (request.url().endsWith('/authentication/code') && asked.push(request.url())))
    await page.reload()
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await settled(page)
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByText(/WeChat did not confirm|did not come from this browser|scan/i)
      .first()
      .waitFor()
  })

  it('[LOGIN-10] WeChat asks for the phone of the account the first time only, for the second factor each time, and leads back to the page asked for', async () => {
    const scan = async () => {
      await page.goto(`${site}/fixture/ten`)
      await page.waitForURL(`${login}/login?**`)
      await page.getByRole('tab', { name: 'WeChat' }).click()
      await page.getByRole('button', { name: 'Open the WeChat QR code' }).click()
    }
    const giveFactor = async (later: number) => {
      await page.getByRole('heading', { name: 'Two-step verification' }).waitFor()
      await page.getByLabel(/^Code/).fill(tokenCode(secret, later))
      await page.getByRole('button', { name: 'Verify and sign in' }).click()
      await arrived('/fixture/ten')
    }
    const phone = '13812345678'
    const { send } = await newPerson(phone)
    await send('usercenter/proof', { way: 'password', password: PASSWORD })
    const { secret } = (await send('usercenter/secondFactor/begin', {})).data as { secret: string }
    await send('usercenter/secondFactor/confirm', { code: tokenCode(secret, -1) })
    wechat.mood.scanning = { openid: 'o-two-steps', nickname: 'Lin' }
    await scan()
    await page.getByRole('heading', { name: 'Link a phone number' }).waitFor()
    await run.db.query(`update account_code set "createdAt" = "createdAt" - interval '61 seconds' where address = $1`, [phone])
    await page.locator('[name="/proof"]').first().fill(phone)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('button', { name: /^Resend in/ }).waitFor()
    await page.getByLabel('Code', { exact: true }).fill(await readCode(run.db, phone))
    await page.getByRole('checkbox', { name: /I have read and accept/ }).check()
    await page.getByRole('button', { name: 'Link and sign in' }).click()
    await giveFactor(0)
    await page.evaluate(() => localStorage.clear())
    await scan()
    await giveFactor(1)
  })

  it('[LOGIN-11] WeChat is bound and unbound under account security, each time after a proof, also with the sign-in on another host', async () => {
    const { account } = await newPerson()
    wechat.mood.scanning = { openid: 'o-security', nickname: 'Ocean' }
    await page.goto(`${site}/personalCenter/security`)
    await givePassword(account)
    await arrived('/personalCenter/security')
    await page.getByRole('button', { name: 'Link WeChat' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
    await proof.locator('[name="/password"]').fill(PASSWORD)
    await proof.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByText('WeChat “Ocean” is linked').waitFor()
    await expect.poll(() => page.url()).toBe(`${site}/personalCenter/security`)
    await page.getByRole('button', { name: 'Unlink' }).click()
    await page.getByRole('alertdialog', { name: 'Unlink WeChat?' }).getByRole('button', { name: 'Unlink', exact: true }).click()
    await page.getByText('Not linked yet. Once linked').waitFor()
    const bound = () => run.db.query(`select 1 from "account_outsideIdentity" where subject = 'o-security'`)
    await expect.poll(async () => (await bound()).rows).toEqual([])
  })

  it('[LOGIN-12] who has no password sets one: the proof is asked above the form, which stays and is sent again', async () => {
    const { account } = await newPerson()
    await page.goto(`${site}/personalCenter/security`)
    await givePassword(account)
    await arrived('/personalCenter/security')
    await run.db.query('update "account_user" set "passwordHash" = null where $1 in (phone, email)', [account])
    // one code a minute is sent to an address
    await run.db.query(`update account_code set "createdAt" = "createdAt" - interval '61 seconds' where address = $1`, [account])
    await page.reload()
    await page.getByRole('button', { name: 'Set a password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set a password' })
    for (const field of ['newPassword', 'confirmation']) await dialog.locator(`[name="/${field}"]`).fill('Moonlight#2027')
    await dialog.getByRole('button', { name: 'Set a password' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
    await proof.waitFor()
    await page.keyboard.press('Escape')
    await proof.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Set a password' }).click()
    await proof.getByRole('button', { name: 'Send code' }).click()
    await proof.getByRole('button', { name: /^Resend in/ }).waitFor()
    await proof.getByRole('textbox').fill(await readCode(run.db, account))
    await proof.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByText('Password set; other devices have been signed out').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('[LOGIN-8] a code does not stand in for the second factor', async () => {
    const { account, send } = await newPerson()
    await send('usercenter/proof', { way: 'password', password: PASSWORD })
    const { secret } = (await send('usercenter/secondFactor/begin', {})).data as { secret: string }
    await send('usercenter/secondFactor/confirm', { code: tokenCode(secret, -1) })
    await page.goto(`${site}/fixture/ten`)
    await giveCode(account)
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor()
    await page.getByLabel(/^Code/).fill(tokenCode(secret))
    await page.getByRole('button', { name: 'Verify and sign in' }).click()
    await arrived('/fixture/ten')
  })
})

describe('a session in the browser', () => {
  const spoil = (part: object) =>
    page.evaluate((spoiled) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('agon.tokens'))!
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)!), ...spoiled }))
    }, part)
  /** As if long ago: how one signs in is not what is tried here. */
  async function signedIn(): Promise<void> {
    const { tokens } = await newPerson()
    await page.goto(`${site}/health/live`)
    await page.evaluate((kept) => localStorage.setItem('agon.tokens', JSON.stringify(kept)), tokens)
    await page.goto(`${site}/fixture/ten`)
    await arrived('/fixture/ten')
    await settled(page)
  }

  it('[REFRESH-1] ten requests with an expired token refresh once, and all are answered', async () => {
    await signedIn()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await spoil({ access_token: 'expired' })
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByText('Answered').waitFor()
    expect(asked.filter((path) => path === '/api/usercenter/oauth/token')).toHaveLength(1)
    expect(asked.filter((path) => path === '/api/usercenter/user')).toHaveLength(20)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('[REFRESH-2] that cannot be renewed is told in a dialog over the page; the listed keys go and nothing else; sign-in leads back here', async () => {
    await signedIn()
    await page.evaluate(() => {
      for (const name of ['groupId', 'userInfo', 'noviceGuide', 'other']) localStorage.setItem(`agon.${name}`, '1')
    })
    await spoil({ access_token: 'expired', refresh_token: 'expired' })
    await page.getByRole('button', { name: 'Ask again' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Sign-in problem' })
    await dialog.waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'Ten requests' }).count()).toBe(1)
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys).toContain('agon.other')
    expect(keys.filter((key) => /tokens|groupId|userInfo|noviceGuide/.test(key))).toEqual([])
    await dialog.getByRole('button', { name: 'Sign in again' }).click()
    await page.waitForURL(`${login}/login?**`)
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe(`${site}/fixture/ten`)
  })

  it('[REFRESH-3] closing the dialog leaves the person on the page as a visitor', async () => {
    await signedIn()
    await spoil({ access_token: 'expired', refresh_token: 'expired' })
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('heading', { name: 'Please sign in' }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/fixture/ten')
  })

  it('[LOGOUT-1] signing out in one tab signs out the other and clears the storage', async () => {
    await signedIn()
    await page.evaluate(() => {
      for (const name of ['agon.habit.signIn', 'agon.other', 'somebody']) localStorage.setItem(name, '1')
    })
    const other = await newPage(context)
    await other.goto(`${site}/competition`)
    await other.locator('.ag-avatar').click()
    await other.evaluate(() => localStorage.setItem('anything', '1'))
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await other.waitForURL(`${site}/`)
    await page.waitForURL(`${login}/login?**`)
    await expect.poll(async () => (await stored(site)).filter(({ name }) => /tokens|anything|habit|other|somebody/.test(name))).toEqual([])
  })
})

describe('live changes', () => {
  it('[STREAM-2] come over one stream for all tabs; when the tab that listens closes, another takes over', async () => {
    const streams: string[] = []
    const watch = (tab: Page, name: string) => tab.on('request', (request) => /platform\/changes/.test(request.url()) && streams.push(name))
    const other = await newPage(context)
    watch(page, 'first')
    watch(other, 'second')
    await page.goto(`${site}/competition`)
    await expect.poll(() => streams).toEqual(['first'])
    await other.goto(`${site}/competition`)
    await settled(other)
    expect(streams).toEqual(['first'])
    await page.close()
    await expect.poll(() => streams).toEqual(['first', 'second'])
  })
})
