/** [T6] Guessing at passwords, with the figures of the settings document `platform.guesses`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type RunningServices, startServices } from '../services/startServices.ts'

let run: RunningServices
beforeAll(async () => {
  run = await startServices()
})
afterAll(() => run?.close())

const limit = (name: string) => Number(run.server.deps.platform().get('settings', 'platform.guesses').values[name]!.value)
const BATCH = 20

/** Sends guesses a few at a time; answers how many had their password looked at. */
async function guess(count: number, send: (number: number) => ReturnType<RunningServices['signIn']>): Promise<number> {
  let looked = 0
  for (let sent = 0; sent < count; sent += BATCH) {
    const size = Math.min(BATCH, count - sent)
    const replies = await Promise.all(Array.from({ length: size }, (_, index) => send(sent + index)))
    looked += replies.filter(({ body }) => body.error === 'SIGN_IN_WRONG').length
  }
  return looked
}

describe('[T6] guessing', () => {
  it('has the figures that were promised', () => {
    expect(limit('account')).toBeLessThanOrEqual(60)
    expect(limit('address')).toBeLessThanOrEqual(300)
  })

  it('at one account from one address ends at its limit, whatever address the sender claims; the person signs in from another', async () => {
    const person = await run.person()
    const looked = await guess(limit('pair') + BATCH, (number) =>
      run.send('POST', '/api/usercenter/authentication/form', {
        inject: {
          remoteAddress: '10.6.0.1',
          payload: new URLSearchParams({ account: person.account.toUpperCase(), password: `Guess#${number}` }).toString(),
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'x-forwarded-for': `203.0.113.${number}`,
            forwarded: `for=203.0.113.${number}`,
          },
        },
      }),
    )
    expect(looked).toBe(limit('pair'))
    expect((await run.signIn(person.account, PASSWORD, '10.6.0.2')).body.code).toBe(0)
  })

  it('[GUESS-NAME-1] at one account by its user name, its phone and its email counts as one, and says when the hour is over', async () => {
    const person = await run.person()
    const names = [`guessed${person.id}`, '13912340001', `guessed${person.id}@example.com`]
    await run.db.query('UPDATE account_user SET "userName" = $2, phone = $3, email = $4 WHERE id = $1', [person.id, ...names])
    const looked = await guess(limit('pair') + BATCH, (number) => run.signIn(names[number % 3]!, `Guess#${number}`, '10.6.0.7'))
    expect(looked).toBe(limit('pair'))
    const refused = await run.signIn(names[2]!, PASSWORD, '10.6.0.7')
    expect(refused.body.error).toBe('RATE_LIMITED')
    const [{ left }] = (await run.db.query(`SELECT extract(epoch FROM date_trunc('hour', now()) + interval '1 hour' - now()) AS left`)).rows
    expect(Math.abs(Number(refused.raw.headers['retry-after']) - Number(left))).toBeLessThan(60)
  })

  it('with one password at a thousand accounts from one address ends at its limit', async () => {
    const looked = await guess(limit('address') + BATCH, (number) => run.signIn(`someone${number}@example.com`, 'Spring#2026', '10.6.0.3'))
    expect(looked).toBe(limit('address'))
  })

  it('refuses more in the body than the call declares', async () => {
    const reply = await run.send('POST', '/api/usercenter/authentication/form', {
      body: { account: 'someone@example.com', password: 'Spring#2026', ip: '203.0.113.1' },
    })
    expect(reply.body.error).toBe('CALL_INPUT')
  })
})
