import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type Person, type RunningServices, startServices } from '../services/startServices.ts'

let run: RunningServices
beforeAll(async () => {
  run = await startServices()
})
afterAll(() => run?.close())

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Mobile/15E148 Safari/604.1'
const post = (path: string, body: object, token: string) => run.send('POST', `/api/usercenter/${path}`, { body, token })
const list = async (token: string) => (await run.send('GET', '/api/usercenter/session/list', { token })).body.data
const isIn = async (token: string) => (await run.send('GET', '/api/usercenter/user', { token })).body.code === 0
async function signInByPhone(person: Person): Promise<{ access_token: string; refresh_token: string }> {
  const reply = await run.send('POST', '/api/usercenter/authentication/form', {
    inject: { payload: { account: person.account, password: PASSWORD }, headers: { 'user-agent': PHONE }, remoteAddress: '10.3.2.1' },
  })
  return reply.body.data
}

describe('the list of devices', () => {
  it('[DEVICE-1] tells browser, system and address, this device first, and nothing of other people or of ended sessions', async () => {
    const person = await run.person()
    await run.person()
    const phone = await signInByPhone(person)
    const ended = await signInByPhone(person)
    await post('logout', {}, ended.access_token)
    expect(await list(person.access_token)).toEqual([
      expect.objectContaining({ current: true }),
      expect.objectContaining({ current: false, browser: 'Safari 19', system: 'iOS', kind: 'phone', ip: '10.3.2.1' }),
    ])
    expect((await list(phone.access_token))[0]).toMatchObject({ current: true, system: 'iOS' })
  })

  it('[DEVICE-2] ends one of the own sessions, at once, and never that of somebody else', async () => {
    const person = await run.person()
    const stranger = await run.person()
    const phone = await signInByPhone(person)
    const { id } = (await list(person.access_token))[1]
    expect((await post('session/end', { id }, stranger.access_token)).body.error).toBe('NOT_FOUND')
    expect(await isIn(phone.access_token)).toBe(true)
    expect((await post('session/end', { id }, person.access_token)).body.code).toBe(0)
    expect(await isIn(phone.access_token)).toBe(false)
    expect(await isIn(person.access_token)).toBe(true)
  })

  it('[DEVICE-3] signs out all others', async () => {
    const person = await run.person()
    const others = [await signInByPhone(person), await signInByPhone(person)]
    expect((await post('session/endOthers', {}, person.access_token)).body.data).toEqual({ ended: 2 })
    for (const { access_token } of others) expect(await isIn(access_token)).toBe(false)
    expect(await list(person.access_token)).toHaveLength(1)
  })
})

describe('a new password', () => {
  const change = (oldPassword: string, newPassword: string, token: string) =>
    post('user/updataPassword', { oldPassword, newPassword }, token)

  it('[PASSWORD-1] needs the old one, is checked by the rules, and signs the other devices out', async () => {
    const person = await run.person()
    const phone = await signInByPhone(person)
    expect((await change('WrongHorse1!', 'AnotherHorse2!', person.access_token)).body.error).toBe('PASSWORD_WRONG')
    expect((await change(PASSWORD, 'short', person.access_token)).body.error).toBe('CALL_INPUT')
    expect((await change(PASSWORD, PASSWORD, person.access_token)).body.error).toBe('PASSWORD_SAME')
    expect(await isIn(phone.access_token)).toBe(true)
    expect((await change(PASSWORD, 'AnotherHorse2!', person.access_token)).body.code).toBe(0)
    expect(await isIn(phone.access_token)).toBe(false)
    expect(await isIn(person.access_token)).toBe(true)
    expect((await run.signIn(person.account)).body.error).toBe('SIGN_IN_WRONG')
    expect((await run.signIn(person.account, 'AnotherHorse2!')).body.code).toBe(0)
    const log = JSON.stringify((await run.db.query(`select * from platform_log where call = 'account.changePassword'`)).rows)
    expect(log).not.toContain('AnotherHorse2!')
  })
})

describe('a disabled account', () => {
  it('[DISABLED-1] loses its sessions for good: enabling it does not bring them back', async () => {
    const person = await run.person()
    await run.db.query(`update account_user set state = 'disabled' where id = $1`, [person.id])
    await run.db.query(`update account_user set state = 'active' where id = $1`, [person.id])
    const { rows } = await run.db.query('select "endReason" from account_session where "userId" = $1', [person.id])
    expect(rows).toEqual([{ endReason: 'disabled' }])
    const renewed = await run.send('POST', '/api/usercenter/oauth/token', {
      form: { grant_type: 'refresh_token', refresh_token: person.refresh_token },
    })
    expect(renewed.body.code).toBe(401)
  })
})
