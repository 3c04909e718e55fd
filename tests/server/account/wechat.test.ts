import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCode } from '../../harness/oneTimeCode.ts'
import { startTestServer, type TestServer } from '../../harness/startTestServer.ts'
import { wechatDouble } from '../../harness/wechatDouble.ts'

const wechat = wechatDouble()
let run: TestServer
let serial = 0
beforeAll(async () => {
  run = await startTestServer({ environment: { ...(await wechat.listen('https://agon.example')), TRUST_PROXY: 'loopback' } })
})
afterAll(async () => {
  await run?.close()
  wechat.server.close()
})

async function post(path: string, payload: object, headers: Record<string, string> = {}) {
  return (await run.app.inject({ method: 'POST', url: `/api/usercenter/${path}`, payload, headers })).json()
}
/** The browser goes to WeChat and comes back. */
async function scan(nickname: string, subject: { openid: string; unionid?: string }) {
  const start = await run.app.inject({ method: 'GET', url: '/api/usercenter/authentication/wechat?from=%2Fdetails' })
  const cookie = String(start.headers['set-cookie']).split(';')[0]!
  const address = new URL(String(start.headers.location))
  const code = `code${serial++}`
  wechat.people.set(code, { ...subject, nickname })
  return { start, address, cookie, arrival: { code, state: address.searchParams.get('state')! } }
}
const newPhone = () => `136${String(10_000_000 + serial++)}`
async function proof(phone: string) {
  await post('code', { account: phone, purpose: 'bind' })
  return { phone, code: await readCode(run.db, phone) }
}

describe('sign-in by WeChat', () => {
  it('leads to the QR code with a state that only this browser has', async () => {
    const { start, address } = await scan('Xiao Zhou', { openid: 'o-1' })
    expect(start.statusCode).toBe(302)
    expect(address.pathname).toBe('/connect/qrconnect')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      appid: 'wx123',
      scope: 'snsapi_login',
      response_type: 'code',
      redirect_uri: 'https://agon.example/wechat?from=%2Fdetails',
    })
    expect(address.hash).toBe('#wechat_redirect')
    expect(String(start.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax$/)
    const headers = { 'x-forwarded-proto': 'https' }
    const secure = await run.app.inject({ method: 'GET', url: '/api/usercenter/authentication/wechat?from=%2Fdetails', headers })
    expect(String(secure.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax; Secure$/)
  })

  it('asks a new person for a phone, opens an account once the terms are accepted, and knows them the next time', async () => {
    const subject = { openid: 'o-2', unionid: 'u-2' }
    const first = await scan('Zhou Lan', subject)
    const { data } = await post('authentication/code', first.arrival, { cookie: first.cookie })
    expect(data.bind).toMatch(/^[\w-]{43}$/)
    const phone = newPhone()
    const input = { ...(await proof(phone)), ticket: data.bind }
    expect((await post('user/insertOrUpdateMobile', input)).error).toBe('TERMS_NEEDED')
    expect((await post('user/insertOrUpdateMobile', { ...input, agreement: true })).data.access_token).toBeDefined()
    expect((await run.db.query('select name from account_user where phone = $1', [phone])).rows).toEqual([{ name: 'Zhou Lan' }])
    expect((await post('user/insertOrUpdateMobile', { ...input, agreement: true })).error).toBe('BIND_TICKET')
    const again = await scan('Zhou Lan', { ...subject, openid: 'o-of-another-app' })
    expect((await post('authentication/code', again.arrival, { cookie: again.cookie })).data.access_token).toBeDefined()
  })

  it('refuses a code that came to another browser, one that WeChat does not know, and one used before', async () => {
    const { cookie, arrival } = await scan('Mallory', { openid: 'o-3' })
    const other = await scan('Victim', { openid: 'o-4' })
    expect((await post('authentication/code', arrival)).error).toBe('OUTSIDE_STATE')
    expect((await post('authentication/code', arrival, { cookie: other.cookie })).error).toBe('OUTSIDE_STATE')
    expect((await post('authentication/code', { ...arrival, code: 'invented' }, { cookie })).error).toBe('OUTSIDE_REFUSED')
    expect((await post('authentication/code', arrival, { cookie })).code).toBe(0)
    expect((await post('authentication/code', arrival, { cookie })).error).toBe('OUTSIDE_REFUSED')
  })

  it('says so when WeChat does not answer', async () => {
    const { cookie, arrival } = await scan('Patient', { openid: 'o-5' })
    wechat.mood.down = true
    expect((await post('authentication/code', arrival, { cookie })).error).toBe('OUTSIDE_DOWN')
    wechat.mood.down = false
    expect((await post('authentication/code', arrival, { cookie })).code).toBe(0)
  })

  it('is bound by the session that went there, once, and to one account only; unbound, it signs in no more', async () => {
    const account = async () => {
      const phone = newPhone()
      await post('code', { account: phone, purpose: 'register' })
      const code = await readCode(run.db, phone)
      return (await post('user/register', { name: 'Chen Yi', account: phone, code, password: 'CorrectHorse1!', agreement: true })).data
        .access_token
    }
    const as = (token: string) => ({ authorization: `Bearer ${token}` })
    const prove = (token: string) => post('proof', { way: 'password', password: 'CorrectHorse1!' }, as(token))
    const start = async (token: string) => new URL((await post('user/wechat/start', {}, as(token))).data.address)
    const bind = (token: string, state: string) => {
      const code = `code${serial++}`
      wechat.people.set(code, { openid: 'o-6', nickname: 'Chen Yi' })
      return post(`user/bindingWechat/${code}`, { state }, as(token))
    }
    const [owner, other] = [await account(), await account()]
    expect((await post('user/wechat/start', {}, as(owner))).error).toBe('PROOF_NEEDED')
    for (const token of [owner, other]) await prove(token)
    const address = await start(owner)
    expect(address.searchParams.get('redirect_uri')).toBe('https://agon.example/personalCenter/security')
    const state = address.searchParams.get('state')!
    expect((await bind(other, state)).error).toBe('OUTSIDE_STATE')
    expect((await bind(owner, state)).code).toBe(0)
    expect((await bind(owner, state)).error).toBe('OUTSIDE_STATE')
    expect((await bind(other, (await start(other)).searchParams.get('state')!)).error).toBe('OUTSIDE_TAKEN')
    const signIn = async () => {
      const { cookie, arrival } = await scan('Chen Yi', { openid: 'o-6' })
      return (await post('authentication/code', arrival, { cookie })).data
    }
    const own = async () => (await run.app.inject({ url: '/api/usercenter/user/wechat', headers: as(owner) })).json().data
    expect((await signIn()).access_token).toBeDefined()
    expect(await own()).toMatchObject({ offered: true, bound: true, name: 'Chen Yi' })

    expect((await post('user/wechat/unbind', {}, as(owner))).code).toBe(0)
    expect(await own()).toEqual({ offered: true, bound: false, name: null, since: null })
    expect((await signIn()).bind).toBeDefined()
    const log = await run.db.query(`select before, after from platform_log where call = 'account.unbindWechat'`)
    expect(log.rows).toMatchObject([{ before: { service: 'account.wechat', name: 'Chen Yi' }, after: null }])
  })

  it('is not offered on a platform without an app there', async () => {
    const off = await startTestServer()
    try {
      const ways = await off.app.inject({ method: 'GET', url: '/api/usercenter/authentication/ways' })
      expect(ways.json().data).toMatchObject({ wechat: false })
      const start = await off.app.inject({ method: 'GET', url: '/api/usercenter/authentication/wechat' })
      expect(start.json().error).toBe('OUTSIDE_OFF')
    } finally {
      await off.close()
    }
  })
})
