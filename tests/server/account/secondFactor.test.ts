import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt, decodeBase32, encodeBase32, timeStep } from '../../../plugins/account/factors/totp.ts'
import { PASSWORD, type Person, type RunningServices, startServices } from '../services/startServices.ts'

let run: RunningServices
beforeAll(async () => {
  run = await startServices()
})
afterAll(() => run?.close())

const post = (path: string, body: object, token?: string) =>
  run.send('POST', `/api/usercenter/${path}`, { body, ...(token ? { token } : {}) })
const codeOf = (secret: string, steps = 0) => codeAt(decodeBase32(secret), timeStep(new Date()) + steps)

/** Turned on with the code before the present one, so that the present one is still unused. */
async function withFactor(): Promise<{ person: Person; secret: string; recoveryCodes: string[] }> {
  const person = await run.person()
  await post('proof', { way: 'password', password: PASSWORD }, person.access_token)
  const { secret } = (await post('secondFactor/begin', {}, person.access_token)).body.data
  const { recoveryCodes } = (await post('secondFactor/confirm', { code: codeOf(secret, -1) }, person.access_token)).body.data
  return { person, secret, recoveryCodes }
}
const stepFor = async (person: Person): Promise<string> => (await run.signIn(person.account)).body.data.secondFactor.step
const prove = (step: string, code: string) => post('authentication/secondFactor', { step, code })

describe('codes', () => {
  it('[TOTP-1] are those of RFC 6238, appendix B', () => {
    const key = Buffer.from('12345678901234567890')
    const vectors = { 59: '94287082', 1111111109: '07081804', 1111111111: '14050471', 1234567890: '89005924', 2000000000: '69279037' }
    for (const [seconds, code] of Object.entries(vectors)) expect(codeAt(key, Math.floor(Number(seconds) / 30), 8)).toBe(code)
    expect(codeAt(key, Math.floor(20000000000 / 30), 8)).toBe('65353130')
  })

  it('[TOTP-2] keys are base32 of RFC 4648', () => {
    expect(encodeBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
    expect(decodeBase32('MZXW6YTBOI').toString()).toBe('foobar')
  })
})

describe('a second factor', () => {
  it('[FACTOR-1] is asked for after the password: no tokens before the code', async () => {
    const { person, secret } = await withFactor()
    const { data } = (await run.signIn(person.account)).body
    expect(data).toEqual({ secondFactor: { step: expect.any(String), setUp: false } })
    const reply = await prove(data.secondFactor.step, codeOf(secret))
    expect(reply.body).toMatchObject({ code: 0, data: { access_token: expect.any(String) } })
  })

  it('[FACTOR-2] takes a code once, also when ten bring it at the same moment', async () => {
    const { person, secret } = await withFactor()
    const steps = await Promise.all(Array.from({ length: 10 }, () => stepFor(person)))
    const code = codeOf(secret)
    const replies = await Promise.all(steps.map((step) => prove(step, code)))
    expect(replies.filter(({ body }) => body.code === 0)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.error === 'SECOND_FACTOR_WRONG')).toHaveLength(9)
  })

  it('[FACTOR-3] refuses codes of other times and other keys, and a step that is invented, over or taken', async () => {
    const { person, secret, recoveryCodes } = await withFactor()
    const step = await stepFor(person)
    for (const code of [codeOf(secret, -3), codeOf(secret, 3), codeOf(encodeBase32(Buffer.alloc(20, 7)))]) {
      expect((await prove(step, code)).body.error).toBe('SECOND_FACTOR_WRONG')
    }
    expect((await prove('invented', codeOf(secret))).body.error).toBe('SIGN_IN_STEP')
    expect((await prove(step, codeOf(secret))).body.code).toBe(0)
    expect((await prove(step, recoveryCodes[0]!)).body.error).toBe('SIGN_IN_STEP')
    const late = await stepFor(person)
    await run.db.query(`update account_ticket set "expiresAt" = now() - interval '1 second' where "userId" = $1`, [person.id])
    expect((await prove(late, recoveryCodes[0]!)).body.error).toBe('SIGN_IN_STEP')
  })

  it('[FACTOR-4] may be replaced by a recovery code, once; only hashes are stored', async () => {
    const { person, recoveryCodes } = await withFactor()
    expect(recoveryCodes).toHaveLength(10)
    expect((await prove(await stepFor(person), recoveryCodes[0]!.toUpperCase())).body.code).toBe(0)
    expect((await prove(await stepFor(person), recoveryCodes[0]!)).body.error).toBe('SECOND_FACTOR_WRONG')
    const stored = JSON.stringify((await run.db.query('select * from "account_recoveryCode"')).rows)
    expect(stored).not.toContain(recoveryCodes[1]!.replace('-', ''))
  })

  it('[FACTOR-5] stops guessing after 20 wrong codes in an hour', async () => {
    const { person, recoveryCodes } = await withFactor()
    const step = await stepFor(person)
    for (let guess = 0; guess < 20; guess++) await prove(step, String(100_000 + guess))
    expect((await prove(step, recoveryCodes[0]!)).body.error).toBe('RATE_LIMITED')
  })

  it('[FACTOR-6] is turned on only with the password, and signs the other devices out', async () => {
    const person = await run.person()
    const other = (await run.signIn(person.account)).body.data
    expect((await post('secondFactor/begin', {}, person.access_token)).body.error).toBe('PROOF_NEEDED')
    expect((await post('proof', { way: 'password', password: 'WrongHorse1!' }, person.access_token)).body.error).toBe('PASSWORD_WRONG')
    await post('proof', { way: 'password', password: PASSWORD }, person.access_token)
    const { secret } = (await post('secondFactor/begin', {}, person.access_token)).body.data
    await post('secondFactor/confirm', { code: codeOf(secret) }, person.access_token)
    expect((await run.send('GET', '/api/usercenter/user', { token: other.access_token })).body.code).toBe(401)
    expect((await run.send('GET', '/api/usercenter/secondFactor', { token: person.access_token })).body.data).toMatchObject({
      on: true,
      required: false,
      recoveryLeft: 10,
    })
  })

  it('[FACTOR-7] is required of roles that say so: it is set up before the first session opens, and cannot be turned off', async () => {
    const person = await run.person('account.platformAdmin')
    const { secondFactor } = (await run.signIn(person.account)).body.data
    expect(secondFactor.setUp).toBe(true)
    const { secret } = (await post('authentication/secondFactor/begin', { step: secondFactor.step })).body.data
    const reply = await post('authentication/secondFactor/confirm', { step: secondFactor.step, code: codeOf(secret, -1) })
    expect(reply.body.data).toMatchObject({ access_token: expect.any(String), recoveryCodes: expect.any(Array) })
    const removed = await post('secondFactor/remove', { code: codeOf(secret) }, reply.body.data.access_token)
    expect(removed.body.error).toBe('SECOND_FACTOR_REQUIRED')
  })

  it('[FACTOR-8] is not asked of an excused account, such as those of the demonstration', async () => {
    const person = await run.person('account.platformAdmin')
    await run.db.query('update account_user set "secondFactorExempt" = true where id = $1', [person.id])
    expect((await run.signIn(person.account)).body.data).toHaveProperty('access_token')
  })

  it('[FACTOR-9] is reset by staff who may set passwords, and by nobody else; the person is signed out and the log tells', async () => {
    const { person } = await withFactor()
    const other = await run.person()
    expect((await post('secondFactor/reset', { userId: person.id }, other.access_token)).body.error).toBe('PERMISSION_DENIED')
    const staff = await run.person('account.platformAdmin')
    const none = await post('secondFactor/reset', { userId: other.id, reason: 'lost phone' }, staff.access_token)
    expect(none.body.error).toBe('SECOND_FACTOR_NONE')
    expect((await post('secondFactor/reset', { userId: person.id, reason: 'lost phone' }, staff.access_token)).body.code).toBe(0)
    expect((await run.send('GET', '/api/usercenter/user', { token: person.access_token })).body.code).toBe(401)
    expect((await run.signIn(person.account)).body.data).toHaveProperty('access_token')
    const { rows } = await run.db.query(`select * from platform_log where call = 'account.resetSecondFactor'`)
    expect(rows).toEqual([expect.objectContaining({ actorId: staff.id, rowId: person.id, reason: 'lost phone' })])
  })
})
