import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type Person, type RunningServices, startServices, until } from './startServices.ts'

let run: RunningServices
beforeAll(async () => {
  run = await startServices()
})
afterAll(() => run?.close())

const me = (token?: string) => run.send('GET', '/api/usercenter/user', token ? { token } : {})
const refresh = (refresh_token: string) =>
  run.send('POST', '/api/usercenter/oauth/token', { form: { grant_type: 'refresh_token', refresh_token } })
const sessionRow = async (person: Person) =>
  (await run.db.query('select * from account_session where "userId" = $1 order by id desc', [person.id])).rows[0]

describe('signing in', () => {
  it('answers tokens for user name and password and stores only hashes', async () => {
    const person = await run.person()
    const reply = await run.signIn(person.account.toUpperCase())
    expect(reply.body).toMatchObject({ code: 0, data: { expires_in: 900 } })
    expect((await me(reply.body.data.access_token)).body.data).toMatchObject({ id: person.id, email: person.account })
    const stored = JSON.stringify((await run.db.query('select * from account_session, account_user')).rows)
    expect(stored).not.toContain(PASSWORD)
    expect(stored).not.toContain(reply.body.data.refresh_token.split('.')[1])
  })

  it('answers a wrong password and an unknown account alike', async () => {
    const person = await run.person()
    const wrong = await run.signIn(person.account, 'WrongHorse1!')
    const unknown = await run.signIn('nobody@example.com', 'WrongHorse1!')
    expect(wrong.body).toMatchObject({ error: 'SIGN_IN_WRONG' })
    expect(wrong.body.code).not.toBe(401)
    expect({ ...unknown.body, details: undefined }).toEqual({ ...wrong.body, details: undefined })
  })

  it('stops guessing from one address after 20 wrong passwords in an hour, and lets the person in from another', async () => {
    const person = await run.person()
    for (let guess = 0; guess < 20; guess++) await run.signIn(person.account, `WrongHorse${guess}!`, '10.9.8.7')
    const blocked = await run.signIn(person.account, PASSWORD, '10.9.8.7')
    expect(blocked.body).toMatchObject({ error: 'RATE_LIMITED' })
    expect((await run.signIn(person.account, PASSWORD, '10.9.8.6')).body.code).toBe(0)
  })

  it('refuses a disabled account only after the right password', async () => {
    const person = await run.person()
    await run.db.query(`update account_user set state = 'disabled' where id = $1`, [person.id])
    expect((await run.signIn(person.account)).body.error).toBe('ACCOUNT_DISABLED')
    expect((await run.signIn(person.account, 'WrongHorse1!')).body.error).toBe('SIGN_IN_WRONG')
  })

  it('says that a temporary account has expired, only after the right password', async () => {
    const person = await run.person()
    await run.db.query(`update account_user set "expiresAt" = now() - interval '1 minute' where id = $1`, [person.id])
    expect((await run.signIn(person.account)).body.error).toBe('ACCOUNT_EXPIRED')
    expect((await run.signIn(person.account, 'WrongHorse1!')).body.error).toBe('SIGN_IN_WRONG')
  })

  it('refuses to register an account twice', async () => {
    const person = await run.person()
    await run.db.query(`update account_code set "createdAt" = now() - interval '61 seconds' where address = $1`, [person.account])
    const again = await run.register(person.account)
    expect(again.body.error).toBe('ACCOUNT_TAKEN')
    expect((await run.db.query('select count(*)::int as n from account_user where email = $1', [person.account])).rows[0].n).toBe(1)
  })
})

describe('access tokens', () => {
  const refusedWith = async (token: string) => (await me(token)).body

  it('are refused with body code 401 when they are nothing, unsigned, signed by another key or by another algorithm', async () => {
    const person = await run.person()
    const [head, payload, signature] = person.access_token.split('.') as [string, string, string]
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(Buffer.alloc(32, 7))
    const longer = await new SignJWT(claims).setProtectedHeader({ alg: 'HS512', typ: 'at+jwt' }).sign(Buffer.alloc(64, 7))
    for (const token of ['rubbish', none, foreign, longer, `${head}.${payload}.${signature.slice(0, -2)}AA`]) {
      expect(await refusedWith(token)).toMatchObject({ code: 401, error: 'SESSION_INVALID' })
    }
    expect((await me()).body).toMatchObject({ code: 401, error: 'SESSION_REQUIRED' })
  })

  it('are refused when they have expired or are signed by a key pair, though all else is right', async () => {
    const person = await run.person()
    const claims = JSON.parse(Buffer.from(person.access_token.split('.')[1]!, 'base64url').toString())
    const { rows } = await run.db.query(`select value from platform_secret where name = 'accessToken'`)
    const key = Buffer.from(rows[0].value, 'base64url')
    const sign = (changed: object, alg: string, by: CryptoKey | Buffer) =>
      new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg, typ: 'at+jwt' }).sign(by)
    expect(await refusedWith(await sign({}, 'HS256', key))).toMatchObject({ code: 0 })
    const now = Math.floor(Date.now() / 1000)
    expect(await refusedWith(await sign({ iat: now - 901, exp: now - 1 }, 'HS256', key))).toMatchObject({
      code: 401,
      error: 'SESSION_INVALID',
    })
    const { privateKey } = await generateKeyPair('RS256')
    expect(await refusedWith(await sign({}, 'RS256', privateKey))).toMatchObject({ code: 401, error: 'SESSION_INVALID' })
  })

  it('are refused when a refresh token is sent in their place', async () => {
    const person = await run.person()
    expect((await me(person.refresh_token)).body.code).toBe(401)
  })
})

describe('refreshing', () => {
  it('rotates the token', async () => {
    const person = await run.person()
    const renewed = await refresh(person.refresh_token)
    expect(renewed.body.code).toBe(0)
    expect(renewed.body.data.refresh_token).not.toBe(person.refresh_token)
    expect((await me(renewed.body.data.access_token)).body.code).toBe(0)
  })

  it('answers the same new token to tabs that refresh at once, and keeps all of them signed in', async () => {
    const person = await run.person()
    const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(person.refresh_token)))
    expect(new Set(replies.map(({ body }) => body.data?.refresh_token)).size).toBe(1)
    expect((await refresh(replies[0]!.body.data.refresh_token)).body.code).toBe(0)
  })

  it('ends the family when a token older than the previous one is used again', async () => {
    const person = await run.person()
    const second = (await refresh(person.refresh_token)).body.data
    const third = (await refresh(second.refresh_token)).body.data
    expect((await refresh(person.refresh_token)).body).toMatchObject({ code: 401, error: 'SESSION_INVALID' })
    expect(await sessionRow(person)).toMatchObject({ endReason: 'tokenReused' })
    expect((await refresh(third.refresh_token)).body.code).toBe(401)
    expect((await me(third.access_token)).body.code).toBe(401)
  })

  it('ends the family when the previous token comes after the leeway', async () => {
    const person = await run.person()
    await refresh(person.refresh_token)
    await run.db.query(`update account_session set "rotatedAt" = now() - interval '11 seconds' where "userId" = $1`, [person.id])
    expect((await refresh(person.refresh_token)).body.code).toBe(401)
    expect((await sessionRow(person)).endedAt).not.toBeNull()
  })

  it('refuses an invented token without ending the session it names', async () => {
    const person = await run.person()
    const [id] = person.refresh_token.split('.') as [string]
    const invented = `${id}.${Buffer.alloc(32, 1).toString('base64url')}.${Buffer.alloc(16, 1).toString('base64url')}`
    expect((await refresh(invented)).body.code).toBe(401)
    expect((await sessionRow(person)).endedAt).toBeNull()
    expect((await refresh(person.refresh_token)).body.code).toBe(0)
  })

  it('refuses a session that has expired', async () => {
    const person = await run.person()
    await run.db.query(`update account_session set "expiresAt" = now() - interval '1 second' where "userId" = $1`, [person.id])
    expect((await refresh(person.refresh_token)).body.code).toBe(401)
  })
})

describe('the end of a session', () => {
  it('comes at once with signing out, for this device only', async () => {
    const person = await run.person()
    const other = (await run.signIn(person.account)).body.data
    expect((await me(person.access_token)).body.code).toBe(0)
    expect((await run.send('POST', '/api/usercenter/logout', { token: person.access_token })).body.code).toBe(0)
    expect((await me(person.access_token)).body.code).toBe(401)
    expect((await refresh(person.refresh_token)).body.code).toBe(401)
    expect((await me(other.access_token)).body.code).toBe(0)
  })

  it('comes for all other devices with a new password', async () => {
    const person = await run.person()
    const other = (await run.signIn(person.account)).body.data
    await me(other.access_token)
    await run.send('POST', '/api/fixture/changePassword', { token: person.access_token, body: { password: 'AnotherHorse2!' } })
    expect((await me(other.access_token)).body.code).toBe(401)
    expect((await refresh(other.refresh_token)).body.code).toBe(401)
    expect((await me(person.access_token)).body.code).toBe(0)
  })

  it('comes with a disabled account, whoever disabled it', async () => {
    const person = await run.person()
    expect((await me(person.access_token)).body.code).toBe(0)
    await run.db.query(`update account_user set state = 'disabled' where id = $1`, [person.id])
    await until(async () => (await me(person.access_token)).body.code === 401)
    expect((await refresh(person.refresh_token)).body.code).toBe(401)
  })

  it('is heard by another process', async () => {
    const person = await run.person()
    const other = await run.second()
    const ask = async () =>
      (await other.app.inject({ url: '/api/usercenter/user', headers: { authorization: `Bearer ${person.access_token}` } })).json().code
    expect(await ask()).toBe(0)
    await run.send('POST', '/api/usercenter/logout', { token: person.access_token })
    await until(async () => (await ask()) === 401)
  })
})

describe('rights', () => {
  const allowed = async (token: string, code: string) =>
    (await run.send('POST', '/api/usercenter/user/authority', { token, body: { codes: [code] } })).body.data[0]

  it('granted and taken away act on the requests that follow', async () => {
    const person = await run.person()
    expect(await allowed(person.access_token, 'manageNews')).toEqual({ code: 'manageNews', allow: false })
    await run.db.query(`insert into account_grant ("userId", role) values ($1, 'account.organiser')`, [person.id])
    await until(async () => (await allowed(person.access_token, 'manageNews')).allow)
    await run.db.query('delete from account_grant where "userId" = $1', [person.id])
    await until(async () => !(await allowed(person.access_token, 'manageNews')).allow)
  })

  it('of everybody signed in come from the app document', async () => {
    const person = await run.person()
    expect(await allowed(person.access_token, 'manageMyCompetition')).toEqual({ code: 'manageMyCompetition', allow: true })
  })
})

describe('what is kept of a sign-in', () => {
  it('never holds tokens, also when the client sends an Idempotency-Key', async () => {
    const person = await run.person()
    const key = { 'idempotency-key': 'a-key-of-a-browser', 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams({ account: person.account, password: PASSWORD }).toString()
    const { body } = await run.send('POST', '/api/usercenter/authentication/form', { inject: { payload, headers: key } })
    expect(body.code).toBe(0)
    const stored =
      JSON.stringify((await run.db.query('select * from platform_reply')).rows) +
      JSON.stringify((await run.db.query('select * from platform_log')).rows)
    expect(stored).not.toContain(body.data.refresh_token)
    expect(stored).not.toContain(body.data.access_token)
    expect(stored).not.toContain(PASSWORD)
  })
})
