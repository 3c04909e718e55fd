import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCode } from '../../harness/oneTimeCode.ts'
import { PASSWORD, type RunningServices, startServices } from '../services/startServices.ts'

let run: RunningServices
let serial = 0
beforeAll(async () => {
  run = await startServices()
})
afterAll(() => run?.close())

const settings = () => run.server.deps.platform().get('settings', 'account.codes').values as unknown as Record<string, { value: number }>
const newPhone = () => `139${String(10_000_000 + serial++)}`
const ask = (account: string, purpose: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  run.send('POST', '/api/usercenter/code', {
    body: { account, purpose },
    inject: { remoteAddress, headers: { 'content-type': 'application/json', ...headers } },
  })
const signIn = (account: string, code: string) => run.send('POST', '/api/usercenter/authentication/mobile', { form: { account, code } })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
/** As if the last code had been sent longer ago. */
const letPass = (address: string, seconds: number) =>
  run.db.query(
    `update account_code set "createdAt" = "createdAt" - make_interval(secs => $2), "expiresAt" = "expiresAt" - make_interval(secs => $2) where address = $1`,
    [address, seconds],
  )
async function personWithPhone() {
  const phone = newPhone()
  const { body } = await run.register(phone, 'Li Ming')
  expect(body.code).toBe(0)
  return { phone, token: body.data.access_token as string }
}

describe('a code', () => {
  it('has six digits, goes out by text message or mail, and is stored as a hash only', async () => {
    const phone = newPhone()
    const mail = `codes${serial}@example.com`
    expect((await ask(phone, 'signIn')).body).toMatchObject({ code: 0, data: { seconds: 60, minutes: 5 } })
    expect((await ask(mail, 'signIn')).body.code).toBe(0)
    const { rows } = await run.db.query('select channel, template from platform_outbox where address = any($1) order by id', [
      [phone, mail],
    ])
    expect(rows).toEqual([
      { channel: 'sms', template: 'account.smsCode' },
      { channel: 'mail', template: 'account.mailCode' },
    ])
    const code = await readCode(run.db, phone)
    expect(code).toMatch(/^\d{6}$/)
    const stored = (await run.db.query('select * from account_code where address = $1', [phone])).rows
    expect(JSON.stringify(stored)).not.toContain(code)
    expect(stored[0].codeHash).toMatch(/^\$argon2id\$/)
  })

  it('is asked for by the call of the specification, by GET as well', async () => {
    const reply = await run.send('GET', `/api/usercenter/code/sms?phone=${newPhone()}&purpose=register`)
    expect(reply.body).toMatchObject({ code: 0, data: { seconds: 60 } })
  })

  it('is sent to one address once a minute, whatever it is for and whatever the sender claims to be', async () => {
    const phone = newPhone()
    expect((await ask(phone, 'signIn')).body.code).toBe(0)
    const spoofed = await ask(phone, 'reset', { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' }, '10.1.1.1')
    expect(spoofed.body).toMatchObject({ error: 'RATE_LIMITED' })
    expect(Number(spoofed.raw.headers['retry-after'])).toBeGreaterThan(50)
    expect((await ask(` ${phone} `, 'signIn')).body.code).not.toBe(0)
    await letPass(phone, settings().pauseSeconds!.value + 1)
    expect((await ask(phone, 'signIn')).body.code).toBe(0)
  })

  it('[CODE-TOTAL-1] is not sent to any number once all numbers together have had their most in an hour; mail still goes', async () => {
    const max = settings().numbersPerHour!.value
    const [{ sent }] = (await run.db.query(`SELECT count(*)::int AS sent FROM account_code WHERE address NOT LIKE '%@%'`)).rows
    await run.db.query(
      `INSERT INTO account_code (purpose, address, "codeHash", "expiresAt", "createdAt")
       SELECT 'signIn', '150' || lpad(n::text, 8, '0'), 'x', now(), now() - interval '50 minutes' FROM generate_series(1, $1::int) AS n`,
      [max - sent - 1],
    )
    expect((await ask(newPhone(), 'signIn')).body.code).toBe(0)
    const refused = await ask(newPhone(), 'register', {}, '10.77.0.1')
    expect(refused.body).toMatchObject({ error: 'RATE_LIMITED', details: { max } })
    expect(Number(refused.raw.headers['retry-after'])).toBeGreaterThan(590 - 60)
    expect(Number(refused.raw.headers['retry-after'])).toBeLessThanOrEqual(600)
    expect((await ask(`total${serial}@example.com`, 'signIn')).body.code).toBe(0)
    await run.db.query(`DELETE FROM account_code WHERE "codeHash" = 'x'`)
  })

  it('is sent to one address at most ten times a day', async () => {
    const phone = newPhone()
    const { perDay, pauseSeconds } = settings()
    for (let sent = 0; sent < perDay!.value; sent++) {
      expect((await ask(phone, 'signIn')).body.code).toBe(0)
      await letPass(phone, pauseSeconds!.value + 1)
    }
    expect((await ask(phone, 'signIn')).body).toMatchObject({ error: 'RATE_LIMITED', details: { max: 10 } })
    await letPass(phone, 86_400)
    expect((await ask(phone, 'signIn')).body.code).toBe(0)
  })

  it('of twenty requests at once for one address is sent once', async () => {
    const phone = newPhone()
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(phone, 'signIn')))
    expect(replies.filter(({ body }) => body.code === 0)).toHaveLength(1)
    expect((await run.db.query('select count(*)::int as n from platform_outbox where address = $1', [phone])).rows[0].n).toBe(1)
  })

  it('is refused after five tries, also when the sixth is right', async () => {
    const { phone } = await personWithPhone()
    await letPass(phone, 61)
    await ask(phone, 'signIn')
    const code = await readCode(run.db, phone)
    const guesses = await Promise.all(Array.from({ length: 12 }, () => signIn(phone, wrong(code))))
    expect(new Set(guesses.map(({ body }) => body.error))).toEqual(new Set(['CODE_WRONG']))
    expect((await run.db.query('select max(tries) as n from account_code where address = $1', [phone])).rows[0].n).toBe(5)
    expect((await signIn(phone, code)).body.error).toBe('CODE_WRONG')
  })

  it('is refused after five minutes', async () => {
    const { phone } = await personWithPhone()
    await letPass(phone, 61)
    await ask(phone, 'signIn')
    await letPass(phone, 301)
    expect((await signIn(phone, await readCode(run.db, phone))).body.error).toBe('CODE_WRONG')
  })

  it('opens nothing but what it was sent for, and gives way to a newer one', async () => {
    const { phone } = await personWithPhone()
    await letPass(phone, 61)
    await ask(phone, 'reset')
    const old = await readCode(run.db, phone)
    expect((await signIn(phone, old)).body.error).toBe('CODE_WRONG')
    await letPass(phone, 61)
    await ask(phone, 'reset')
    const input = { account: phone, password: 'Brighter#2027' }
    const reset = (code: string) => run.send('POST', '/api/usercenter/user/resetPassword', { body: { ...input, code } })
    const fresh = await readCode(run.db, phone)
    if (fresh !== old) expect((await reset(old)).body.error).toBe('CODE_WRONG')
    expect((await reset(fresh)).body.code).toBe(0)
  })

  it('signs in once, however many use it at the same time', async () => {
    const { phone } = await personWithPhone()
    await letPass(phone, 61)
    await ask(phone, 'signIn')
    const code = await readCode(run.db, phone)
    const replies = await Promise.all(Array.from({ length: 5 }, () => signIn(phone, code)))
    expect(replies.filter(({ body }) => body.code === 0)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.error === 'CODE_WRONG')).toHaveLength(4)
  })

  it('(control) signs in several times when it is used up without looking whether it was', async () => {
    const { phone } = await personWithPhone()
    await letPass(phone, 61)
    await ask(phone, 'signIn')
    const code = await readCode(run.db, phone)
    const use = () => run.send('POST', '/api/fixture/useCodeUnlocked', { body: { account: phone, code } })
    const replies = await Promise.all(Array.from({ length: 5 }, use))
    expect(replies.filter(({ body }) => body.code === 0).length).toBeGreaterThan(1)
  })

  it('stays good when the call that brings it fails for another reason', async () => {
    const { phone } = await personWithPhone()
    await letPass(phone, 61)
    await ask(phone, 'reset')
    const code = await readCode(run.db, phone)
    const reset = (password: string) => run.send('POST', '/api/usercenter/user/resetPassword', { body: { account: phone, code, password } })
    expect((await reset('Password1!')).body.error).toBe('PASSWORD_COMMON')
    expect((await reset(`Secret#${phone}`)).body.error).toBe('PASSWORD_NAME')
    expect((await reset('Brighter#2027')).body.code).toBe(0)
  })
})

describe('nobody learns who is registered', () => {
  it('from asking for codes: the answer and the rows written are the same', async () => {
    const { phone } = await personWithPhone()
    const unknown = newPhone()
    await letPass(phone, 61)
    for (const purpose of ['signIn', 'reset', 'register']) {
      const [known, other] = [await ask(phone, purpose), await ask(unknown, purpose)]
      expect(known.body).toEqual(other.body)
      await letPass(phone, 61)
      await letPass(unknown, 61)
    }
    const count = async (address: string) =>
      (await run.db.query('select count(*)::int as n from platform_outbox where address = $1', [address])).rows[0].n
    expect(await count(phone)).toBe((await count(unknown)) + 1)
  })

  it('from bringing a wrong code; who has the code of an unknown number is told to register', async () => {
    const { phone } = await personWithPhone()
    const unknown = newPhone()
    const plain = ({ body }: { body: object }) => ({ ...body, details: undefined })
    expect(plain(await signIn(phone, '000000'))).toEqual(plain(await signIn(unknown, '000000')))
    await ask(unknown, 'signIn')
    expect((await signIn(unknown, await readCode(run.db, unknown))).body.error).toBe('ACCOUNT_UNKNOWN')
  })

  it('from checking whether one can register, unless one has the code', async () => {
    const { phone } = await personWithPhone()
    const unknown = newPhone()
    const check = (account: string, code: string) =>
      run.send('GET', `/api/usercenter/user/register/check?${new URLSearchParams({ account, code })}`)
    expect((await check(phone, '000000')).body.error).toBe('CODE_WRONG')
    expect((await check(unknown, '000000')).body.error).toBe('CODE_WRONG')
    await letPass(phone, 61)
    await ask(phone, 'register')
    await ask(unknown, 'register')
    expect((await check(phone, await readCode(run.db, phone))).body.data).toEqual({ available: false })
    expect((await check(unknown, await readCode(run.db, unknown))).body.data).toEqual({ available: true })
  })
})

describe('registering', () => {
  it('needs the code of the address and the agreement, and records which terms were accepted', async () => {
    const phone = newPhone()
    await ask(phone, 'register')
    const code = await readCode(run.db, phone)
    const input = { name: 'Wang Fang', account: phone, password: PASSWORD, code, agreement: true }
    const register = (change: object) => run.send('POST', '/api/usercenter/user/register', { body: { ...input, ...change } })
    expect((await register({ agreement: false })).body.error).toBe('CALL_INPUT')
    expect((await register({ code: wrong(code) })).body.error).toBe('CODE_WRONG')
    expect((await register({ password: 'P@ssw0rd' })).body.error).toBe('PASSWORD_COMMON')
    expect((await register({})).body).toMatchObject({ code: 0, data: { expires_in: 900 } })
    const { rows } = await run.db.query('select "userName", phone, "agreedTo" from account_user where phone = $1', [phone])
    expect(rows).toEqual([{ userName: phone, phone, agreedTo: '2026-11' }])
  })
})

describe('a new password by code', () => {
  it('ends every session and takes the place of the old one', async () => {
    const { phone, token } = await personWithPhone()
    await letPass(phone, 61)
    await ask(phone, 'reset')
    const input = { account: phone, code: await readCode(run.db, phone), password: 'Brighter#2027' }
    expect((await run.send('POST', '/api/usercenter/user/resetPassword', { body: input })).body.code).toBe(0)
    expect((await run.send('GET', '/api/usercenter/user', { token })).body.code).toBe(401)
    expect((await run.signIn(phone)).body.error).toBe('SIGN_IN_WRONG')
    expect((await run.signIn(phone, 'Brighter#2027')).body.code).toBe(0)
  })
})

describe('the phone of an account', () => {
  const change = (token: string, form: Record<string, string>) => run.send('POST', '/api/usercenter/user/modifyMobile', { token, form })

  it('changes with codes to the old and the new number, and the old one is told', async () => {
    const { phone, token } = await personWithPhone()
    const next = newPhone()
    await letPass(phone, 61)
    expect((await run.send('POST', '/api/usercenter/code/own', { token, body: {} })).body.code).toBe(0)
    await ask(next, 'changeNew')
    const [oldCode, code] = [await readCode(run.db, phone), await readCode(run.db, next)]
    expect((await change(token, { oldCode: wrong(oldCode), phone: next, code })).body.error).toBe('CODE_OLD_WRONG')
    expect((await change(token, { oldCode, phone: next, code: wrong(code) })).body.error).toBe('CODE_WRONG')
    expect((await change(token, { oldCode, phone: next, code })).body.code).toBe(0)
    const status = await run.send('GET', '/api/usercenter/user/phoneStatus', { token })
    expect(status.body.data).toEqual({ bound: true, phone: `${next.slice(0, 3)}****${next.slice(-4)}` })
    const { rows } = await run.db.query('select template from platform_outbox where address = $1 order by id desc limit 1', [phone])
    expect(rows).toEqual([{ template: 'account.phoneChanged' }])
    expect((await run.signIn(next)).body.code).toBe(0)
    // whoever gets the old number does not meet this account
    await letPass(phone, 61)
    expect((await run.register(phone, 'Next Owner')).body.code).toBe(0)
  })

  it('cannot be one that another account has', async () => {
    const { token, phone } = await personWithPhone()
    const other = await personWithPhone()
    for (const number of [phone, other.phone]) await letPass(number, 61)
    await run.send('POST', '/api/usercenter/code/own', { token, body: {} })
    await ask(other.phone, 'changeNew')
    const form = { oldCode: await readCode(run.db, phone), phone: other.phone, code: await readCode(run.db, other.phone) }
    expect((await change(token, form)).body.error).toBe('PHONE_TAKEN')
  })

  it('is bound to an account that has none, once', async () => {
    const { access_token: token } = await run.person()
    const phone = newPhone()
    const bind = async () =>
      (await run.send('POST', '/api/usercenter/user/insertOrUpdateMobile', { token, body: { phone, code: await readCode(run.db, phone) } }))
        .body
    await ask(phone, 'bind')
    expect((await bind()).error).toBe('PROOF_NEEDED')
    await run.send('POST', '/api/usercenter/proof', { token, body: { way: 'password', password: PASSWORD } })
    expect((await bind()).code).toBe(0)
    expect((await bind()).error).toBe('PHONE_BOUND')
    const visitor = await run.send('POST', '/api/usercenter/user/insertOrUpdateMobile', { body: { phone, code: '123456' } })
    expect(visitor.body.code).toBe(401)
  })
})

describe('a fresh proof of who is asking', () => {
  const close = (token: string) => run.send('POST', '/api/usercenter/user/close', { token, body: {} })
  const prove = async (token: string, body: object) => (await run.send('POST', '/api/usercenter/proof', { token, body })).body
  const ways = async (token: string) => (await run.send('GET', '/api/usercenter/proof/ways', { token })).body.data

  it('is asked of accounts without a password too: a code to the own phone, sent for this alone', async () => {
    const { token, phone } = await personWithPhone()
    await run.db.query('update account_user set "passwordHash" = null where phone = $1', [phone])
    expect(await ways(token)).toEqual([{ way: 'phone', label: `短信验证码 (${phone.slice(0, 3)}****${phone.slice(-4)})` }])
    expect((await close(token)).body.error).toBe('PROOF_NEEDED')
    expect((await prove(token, { way: 'password', password: 'Whatever1!' })).error).toBe('PROOF_WAY')
    await letPass(phone, 61)
    await ask(phone, 'signIn')
    expect((await prove(token, { way: 'phone', phone: { code: await readCode(run.db, phone) } })).error).toBe('CODE_WRONG')
    await letPass(phone, 61)
    expect((await run.send('POST', '/api/usercenter/proof/code', { token, body: { way: 'phone' } })).body.code).toBe(0)
    const code = await readCode(run.db, phone)
    expect((await prove(token, { way: 'phone', phone: { code } })).code).toBe(0)
    expect((await close(token)).body.code).toBe(0)
  })

  it('is good for ten minutes, in the session in which it was given', async () => {
    const person = await run.person()
    const other = (await run.signIn(person.account)).body.data.access_token
    const token = person.access_token
    expect((await prove(token, { way: 'password', password: PASSWORD })).code).toBe(0)
    expect((await close(other)).body.error).toBe('PROOF_NEEDED')
    await run.db.query(`update account_session set "provedAt" = "provedAt" - interval '11 minutes' where "userId" = $1`, [person.id])
    expect((await close(token)).body.error).toBe('PROOF_NEEDED')
  })

  it('lets an account without a password set one, once; others are signed out', async () => {
    const { token, phone } = await personWithPhone()
    const set = (newPassword: string) => run.send('POST', '/api/usercenter/user/firstPassword', { token, body: { newPassword } })
    await prove(token, { way: 'password', password: PASSWORD })
    expect((await set('Brighter#2027')).body.error).toBe('PASSWORD_SET')
    await run.db.query('update account_user set "passwordHash" = null where phone = $1', [phone])
    expect((await set('Password1!')).body.error).toBe('PASSWORD_COMMON')
    expect((await set('Brighter#2027')).body.code).toBe(0)
    expect((await run.signIn(phone, 'Brighter#2027')).body.code).toBe(0)
  })
})
