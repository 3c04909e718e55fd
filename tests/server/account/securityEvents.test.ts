/** Security events: what is refused is counted where staff see it, in bounded numbers, and many at once are told to staff. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maskAccount } from '../../../runtime/server/security/maskAccount.ts'
import { networkOf } from '../../../runtime/server/wire/networkOf.ts'
import { createWorld, type World } from '../roadWorld.ts'

interface Seen {
  kind: string
  code: string
  call: string | null
  address: string | null
  userId: string | null
  account: string | null
  count: number
}

let world: World
let admin: string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.signIn('administrator')
})
afterAll(() => world?.close())

const limit = (name: string) => Number(world.server.deps.platform().get('settings', 'platform.security').values[name]!.value)
const signIn = (account: string, remoteAddress: string, password = 'Wrong#2026') =>
  world.app.inject({
    method: 'POST',
    url: '/api/usercenter/authentication/form',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ account, password }).toString(),
  })

/** Events of an address once they are written; they are within a second. */
async function seen(filter: Record<string, unknown>, total: number): Promise<Seen[]> {
  for (let tries = 0; tries < 100; tries++) {
    const { data } = await world.call('api/platform/security', { pageSize: 100, ...filter }, admin)
    const { list } = data as { list: Seen[] }
    if (list.reduce((sum, { count }) => sum + count, 0) >= total) return list
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`fewer than ${total} events of ${JSON.stringify(filter)}`)
}

describe('a security event', () => {
  it('[SECURITY-1] is a failed sign-in, with its address and account: whose it is, or what was typed in part', async () => {
    const [{ id }] = await world.rows(
      `INSERT INTO account_user ("userName", name, phone) VALUES ('watched', 'Watched', '13912340009') RETURNING id`,
    )
    for (const account of ['watched', '13912340009', 'no-such-person@example.com', 'Secret#typed-here']) await signIn(account, '10.8.0.1')
    const events = await seen({ address: '10.8.0.1' }, 4)
    expect(events.every(({ kind, code, call }) => kind === 'signInFailed' && code === 'SIGN_IN_WRONG' && call === 'account.signIn')).toBe(
      true,
    )
    expect(
      events
        .filter(({ userId }) => userId === String(id))
        .map(({ account }) => account)
        .sort(),
    ).toEqual(['139****0009', 'wa***'])
    expect(
      events
        .filter(({ userId }) => userId === null)
        .map(({ account }) => account)
        .sort(),
    ).toEqual(['n***@example.com', 'se***'])
    expect(JSON.stringify(await world.rows('SELECT * FROM "platform_securityEvent"'))).not.toMatch(/typed-here|13912340009/)
  })

  it('[SECURITY-2] is a refused permission and a limit reached, with the account of who was refused', async () => {
    const { token, id } = await world.newcomer()
    expect((await world.call('api/platform/outbox', {}, token)).error).toBe('PERMISSION_DENIED')
    expect((await seen({ userId: String(id), kind: 'refused' }, 1))[0]).toMatchObject({
      code: 'PERMISSION_DENIED',
      call: 'delivery.messages',
      count: 1,
    })
    for (let n = 0; n <= 60; n++)
      await world.app.inject({
        method: 'POST',
        url: '/api/usercenter/authentication/link',
        remoteAddress: '10.8.0.2',
        payload: { link: 'x'.repeat(30) },
      })
    expect((await seen({ address: '10.8.0.2', kind: 'limited' }, 1))[0]).toMatchObject({
      code: 'RATE_LIMITED',
      call: 'account.signInByLink',
    })
  })

  it('[SECURITY-3] is seen by platform staff alone; a session that has ended and what visitors may not do are none', async () => {
    for (const role of ['organiser', 'participant'] as const)
      expect((await world.call('api/platform/security', {}, await world.signIn(role))).error).toBe('PERMISSION_DENIED')
    expect((await world.call('api/platform/security', {}, null)).error).toBe('SESSION_REQUIRED')
    await world.app.inject({ url: '/api/platform/security', remoteAddress: '10.8.0.3', headers: { authorization: 'Bearer not.a.token' } })
    await world.app.inject({ url: '/api/platform/security', remoteAddress: '10.8.0.3' })
    expect((await seen({ address: '10.8.0.3' }, 1)).map(({ code, count }) => [code, count])).toEqual([['SESSION_INVALID', 1]])
  })

  it('[SECURITY-4] comes in bounded rows: a thousand accounts of one address, and addresses without end', async () => {
    for (let n = 0; n < 300; n++) await signIn(`flood${n}@example.com`, '10.8.0.4')
    const events = await seen({ address: '10.8.0.4' }, 300)
    // two minutes at the most, of each the accounts told apart and one row for the others, for each of two codes
    expect(events.length).toBeLessThanOrEqual(2 * (limit('accountsPerAddress') + 2))
    const before = Number((await world.rows('SELECT count(*) FROM "platform_securityEvent"'))[0].count)
    for (let n = 0; n < 900; n++)
      await world.app.inject({
        url: '/api/platform/security',
        remoteAddress: `10.9.${n >> 8}.${n & 255}`,
        headers: { authorization: 'Bearer not.a.token' },
      })
    for (let tries = 0; tries < 100; tries++) {
      const [{ sum }] = await world.rows(`SELECT sum(count) FROM "platform_securityEvent" WHERE code = 'SESSION_INVALID'`)
      if (Number(sum) >= 901) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const [{ count, sum }] = await world.rows('SELECT count(*), sum(count) FROM "platform_securityEvent"')
    expect(Number(sum)).toBeGreaterThan(1200)
    expect(Number(count) - before).toBeLessThanOrEqual(2 * (limit('rowsPerMinute') + 5))
  })

  it('[SECURITY-5] of a kind that comes too often is told to staff once, by message and mail', async () => {
    const alerts = () =>
      world.rows(
        `SELECT channel, variables, "userId"::text FROM platform_outbox WHERE template LIKE 'security.burst%' AND variables->>'kindEn' = 'Failed sign-in'`,
      )
    for (let tries = 0; (await alerts()).length === 0 && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 100))
    const reported = await alerts()
    expect(new Set(reported.map(({ channel }) => channel))).toEqual(new Set(['message', 'mail']))
    expect(Number(reported[0].variables.count)).toBeGreaterThanOrEqual(limit('signInFailed'))
    expect(reported[0].variables.addresses).toMatch(/10\.\d+\.\d+\.\d+ × \d+/)
    const { data } = await world.call('api/usercenter/user', {}, admin, 'GET')
    expect(reported.every(({ userId }) => userId === String((data as { id: string }).id))).toBe(true)
    const failed = async () =>
      Number((await world.rows(`SELECT sum(count) FROM "platform_securityEvent" WHERE code = 'SIGN_IN_WRONG'`))[0].sum)
    const before = await failed()
    await signIn('one-more@example.com', '10.8.0.5')
    for (let tries = 0; (await failed()) === before && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await failed()).toBe(before + 1)
    expect(await alerts()).toHaveLength(reported.length)
  })

  it('[SECURITY-6] is kept as long, and as many of them, as the settings say', async () => {
    await world.rows(`UPDATE "platform_securityEvent" SET minute = now() - make_interval(days => $1) WHERE address = '10.8.0.1'`, [
      limit('days') + 1,
    ])
    const services = world.server.deps.services as unknown as { security: { trim(): Promise<void> } }
    await services.security.trim()
    expect(await world.rows(`SELECT 1 FROM "platform_securityEvent" WHERE address = '10.8.0.1'`)).toEqual([])
    expect((await world.rows(`SELECT 1 FROM "platform_securityEvent" WHERE address = '10.8.0.2'`)).length).toBeGreaterThan(0)
  })
})

describe('how it is told', () => {
  it('[SECURITY-7] of IPv6 the /64, of IPv4 the address', () => {
    expect(networkOf('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
    expect([networkOf('::ffff:192.0.2.1'), networkOf('192.0.2.1'), networkOf('job')]).toEqual(['192.0.2.1', '192.0.2.1', 'job'])
  })
  it('[SECURITY-8] an account in part', () => {
    expect(['13912345678', 'lin@agon.example', 'Passw0rd!', 'a'].map(maskAccount)).toEqual([
      '139****5678',
      'l***@agon.example',
      'Pa***',
      'a***',
    ])
  })
})
