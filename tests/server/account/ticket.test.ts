/** The way back from the sign-in page: one-time tickets, and where they may lead. */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type RunningServices, startServices } from '../services/startServices.ts'

let run: RunningServices
beforeAll(async () => {
  run = await startServices()
})
afterAll(() => run?.close())

const PLACE = '/details?competitionId=3'
const VERIFIER = randomBytes(32).toString('base64url')
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('hex')

const issue = (person: Person, returnTo = PLACE) =>
  run.send('POST', '/api/usercenter/ticket', { token: person.access_token, body: { returnTo, challenge: challengeOf(VERIFIER) } })
const redeem = (ticket: string, { returnTo = PLACE, verifier = VERIFIER, origin = '' } = {}) =>
  run.send('POST', '/api/usercenter/oauth/ticket', {
    body: { ticket, returnTo, verifier },
    ...(origin ? { inject: { headers: { origin } } } : {}),
  })
async function ticketFor(person: Person, returnTo?: string): Promise<string> {
  const { address } = (await issue(person, returnTo)).body.data
  return new URL(address, 'http://own.example').searchParams.get('ticket')!
}
const me = async (token: string) => (await run.send('GET', '/api/usercenter/user', { token })).body
const sessionsOf = async (person: Person) =>
  (await run.db.query('select * from account_session where "userId" = $1 and "endedAt" is null', [person.id])).rows

describe('a ticket', () => {
  it('[TICKET-1] stands in the return address and is exchanged for tokens of the same session', async () => {
    const person = await run.person()
    const { address } = (await issue(person)).body.data
    expect(address).toMatch(/^\/details\?competitionId=3&ticket=[\w-]{43}$/)
    const { body } = await redeem(address.split('ticket=')[1])
    expect(body).toMatchObject({ code: 0, data: { expires_in: 900 } })
    expect((await me(body.data.access_token)).data.id).toBe(person.id)
    expect(await sessionsOf(person)).toHaveLength(1)
  })

  it('[TICKET-2] works once, also when twenty exchange it at the same moment', async () => {
    const person = await run.person()
    const ticket = await ticketFor(person)
    const replies = await Promise.all(Array.from({ length: 20 }, () => redeem(ticket)))
    expect(replies.filter(({ body }) => body.code === 0)).toHaveLength(1)
    expect((await redeem(ticket)).body).toMatchObject({ error: 'TICKET_INVALID' })
  })

  it('[TICKET-3] works for 60 seconds', async () => {
    const person = await run.person()
    const ticket = await ticketFor(person)
    const { rows } = await run.db.query(
      `select extract(epoch from "expiresAt" - "createdAt") as life from account_ticket order by id desc limit 1`,
    )
    expect(Math.round(Number(rows[0].life))).toBe(60)
    await run.db.query(`update account_ticket set "expiresAt" = "expiresAt" - interval '61 seconds' where "userId" = $1`, [person.id])
    expect((await redeem(ticket)).body).toMatchObject({ error: 'TICKET_INVALID' })
    expect((await me(person.access_token)).code).toBe(0)
  })

  it('[TICKET-4] works only for the address and the tab it was issued for, and stays good for them', async () => {
    const person = await run.person()
    const ticket = await ticketFor(person)
    expect((await redeem(ticket, { returnTo: '/details?competitionId=4' })).body.error).toBe('TICKET_INVALID')
    expect((await redeem(ticket, { verifier: randomBytes(32).toString('base64url') })).body.error).toBe('TICKET_INVALID')
    expect((await redeem(ticket)).body.code).toBe(0)
  })

  it('[TICKET-5] ends the tokens of the sign-in page: the session has moved', async () => {
    const person = await run.person()
    const { body } = await redeem(await ticketFor(person))
    const old = await run.send('POST', '/api/usercenter/oauth/token', {
      form: { grant_type: 'refresh_token', refresh_token: person.refresh_token },
    })
    expect(old.body.code).toBe(401)
    // the old token is one of ours and no longer good: it was copied, so the family ends
    expect((await me(body.data.access_token)).code).toBe(401)
  })

  it('[TICKET-6] of a session that has ended is worth nothing', async () => {
    const person = await run.person()
    const ticket = await ticketFor(person)
    await run.send('POST', '/api/usercenter/logout', { token: person.access_token })
    expect((await redeem(ticket)).body.error).toBe('TICKET_INVALID')
  })

  it('[TICKET-7] is stored as a hash only, also with an Idempotency-Key', async () => {
    const person = await run.person()
    const reply = await run.send('POST', '/api/usercenter/ticket', {
      inject: {
        headers: { authorization: `Bearer ${person.access_token}`, 'idempotency-key': 'a-key-of-a-browser' },
        payload: { returnTo: PLACE, challenge: challengeOf(VERIFIER) },
      },
    })
    const ticket = reply.body.data.address.split('ticket=')[1]
    for (const table of ['account_ticket', 'platform_reply', 'platform_log']) {
      expect(JSON.stringify((await run.db.query(`select * from ${table}`)).rows)).not.toContain(ticket)
    }
  })

  it('[TICKET-8] needs a session', async () => {
    const { body } = await run.send('POST', '/api/usercenter/ticket', { body: { returnTo: PLACE, challenge: challengeOf(VERIFIER) } })
    expect(body).toMatchObject({ code: 401, error: 'SESSION_REQUIRED' })
  })
})

describe('the return address', () => {
  const FOREIGN = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'https://127.0.0.1@evil.example/',
    'javascript:alert(1)',
    '/.//evil.example',
    '/\t/evil.example',
  ]

  it.each(FOREIGN)('[RETURN-1] %j is refused when the ticket is asked for: none is made', async (address) => {
    const person = await run.person()
    expect((await issue(person, address)).body).toMatchObject({ error: 'RETURN_REFUSED' })
    expect((await run.db.query('select 1 from account_ticket where "userId" = $1', [person.id])).rowCount).toBe(0)
  })

  it('[RETURN-2] is looked at again when the ticket is exchanged: a host that is no longer listed is refused', async () => {
    const person = await run.person()
    const ticket = await ticketFor(person)
    await run.db.query(`update account_ticket set "returnTo" = 'https://evil.example/' where "userId" = $1`, [person.id])
    expect((await redeem(ticket, { returnTo: 'https://evil.example/' })).body).toMatchObject({ error: 'RETURN_REFUSED' })
  })
})
