/** Push notices over HTTP, against a push service: what a device is sent, when, and what becomes of devices that are gone. */
import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import webPush from '../../../plugins/message/push/webPush.provider.ts'
import type { Tokens } from '../../../runtime/core/contracts.ts'
import { type PushService, startPushService } from '../../harness/pushService.ts'
import { createWorld, DESIGN, serverScope, type World } from '../roadWorld.ts'

let world: World
let service: PushService
let organiser: string
let design: string
let entrant: { id: string; token: string; registrationId: string }
beforeAll(async () => {
  service = await startPushService()
  world = await createWorld({ template: 'seeded', environment: { PUSH_LOCAL: 'on' } })
  organiser = await world.signIn('organiser')
  design = await world.competition(DESIGN)
  const [row] = await world.rows(
    `SELECT r.id::text, r."userId"::text AS "userId" FROM signup_registration r WHERE r."competitionId" = $1 AND r.status = 2 LIMIT 1`,
    [design],
  )
  const sessions = world.server.deps.services.sessions.bind(serverScope({ server: world.server }, world.server.deps.db))
  entrant = { id: row.userId, registrationId: row.id, token: ((await sessions.open(row.userId)) as Tokens).access_token }
})
afterAll(async () => {
  await world?.close()
  await service.close()
})
beforeEach(async () => {
  await world.rows('DELETE FROM message_device')
  await world.rows('DELETE FROM message_muted')
  await world.rows('DELETE FROM message_quiet')
  await world.rows(`DELETE FROM platform_outbox WHERE channel = 'push'`)
})

const add = (subscription: Record<string, unknown>, token = entrant.token) => world.call('api/web/message/push/add', subscription, token)
const devices = async (token = entrant.token) => (await world.call('api/web/message/push/devices', {}, token, 'GET')).data.list
async function browser(token = entrant.token) {
  const made = service.subscribe()
  expect((await add(made.subscription, token)).code).toBe(0)
  return made
}
/** Something that the entrant is told of: the registration is approved. */
async function approve() {
  await world.rows('UPDATE signup_registration SET status = 2 WHERE id = $1', [entrant.registrationId])
  expect((await world.call('api/web/signup/approve', { id: entrant.registrationId }, organiser)).code).toBe(0)
}
const pushed = () => world.rows(`SELECT state, error, "dueAt" FROM platform_outbox WHERE channel = 'push' ORDER BY id`)

describe('a push notice', () => {
  it('[PUSH-1] brings title and link alone, encrypted for the device and signed by the platform', async () => {
    const device = await browser()
    await approve()
    await expect.poll(() => device.heard.length).toBe(1)
    const [{ headers, text }] = device.heard as [(typeof device.heard)[0]]
    const notice = JSON.parse(text)
    expect(Object.keys(notice).sort()).toEqual(['link', 'title'])
    expect(notice.link).toMatch(/^\/personalCenter\//)
    expect(headers['content-encoding']).toBe('aes128gcm')
    const { key } = (await world.call('api/web/message/push/key', {}, entrant.token, 'GET')).data
    const [, jwt, sender] = /^vapid t=([^,]+), k=(.+)$/.exec(String(headers.authorization))!
    expect(sender).toBe(key)
    const point = Buffer.from(key, 'base64url')
    const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
    const { payload } = await jwtVerify(jwt!, createPublicKey({ key: jwk, format: 'jwk' }))
    expect(payload.aud).toBe(service.origin)
    await expect.poll(async () => (await pushed()).map(({ state }) => state)).toEqual(['sent'])
  })

  it('[PUSH-2] goes to each device; one that is gone is removed, and the message still counts as sent', async () => {
    const [first, gone] = [await browser(), await browser()]
    gone.answer = 410
    await approve()
    await expect.poll(async () => (await pushed()).map(({ state }) => state)).toEqual(['sent'])
    expect(first.heard.length).toBe(1)
    expect((await devices()).length).toBe(1)
    first.answer = 404
    await approve()
    await expect.poll(async () => (await pushed()).map(({ state }) => state)).toEqual(['sent', 'dead'])
    expect(await devices()).toEqual([])
  })

  it('[PUSH-3] is tried again when the push service has a fault', async () => {
    const device = await browser()
    device.answer = 503
    await approve()
    await expect.poll(async () => (await pushed())[0]?.error).toBe('the push service: 503')
    expect((await pushed())[0].state).toBe('waiting')
    device.answer = 201
    await world.rows(`UPDATE platform_outbox SET "dueAt" = now() WHERE channel = 'push'`)
    await expect.poll(() => device.heard.length).toBe(1)
  })

  it('[PUSH-4] is not made for a topic that is switched off, nor without a device, and waits for the end of quiet hours', async () => {
    await approve()
    const device = await browser()
    expect((await world.call('api/web/message/switchOff', { topic: 'signup', channel: 'push' }, entrant.token)).code).toBe(0)
    await approve()
    expect(await pushed()).toEqual([])
    expect((await world.call('api/web/message/switchOn', { topic: 'signup', channel: 'push' }, entrant.token)).code).toBe(0)
    const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
    await world.rows(`INSERT INTO message_quiet ("userId", "from", until, zone) VALUES ($1, $2, $3, 'UTC')`, [
      entrant.id,
      clock(-1),
      clock(2),
    ])
    await approve()
    const [{ state, dueAt }] = await pushed()
    expect(state).toBe('waiting')
    expect(new Date(dueAt).getTime()).toBeGreaterThan(Date.now() + 3_600_000)
    expect(device.heard).toEqual([])
  })
})

describe('a device', () => {
  it('[PUSH-5] is its own person’s alone, and follows whoever signs in on it', async () => {
    const { subscription } = await browser()
    const [{ id }] = await devices()
    const other = await world.newcomer()
    expect(await devices(other.token)).toEqual([])
    expect((await world.call('api/web/message/push/remove', { id }, other.token)).error).toBe('NOT_FOUND')
    expect((await add(subscription, other.token)).code).toBe(0)
    expect(await devices()).toEqual([])
    const [own] = await devices(other.token)
    expect(Object.keys(own).sort()).toEqual(['createdAt', 'id', 'key', 'name'])
    expect((await world.call('api/web/message/push/remove', { id: own.id }, other.token)).code).toBe(0)
    expect(await devices(other.token)).toEqual([])
  })

  it('[PUSH-6] has keys of the right kind, and an address that may be asked: none of a private network', async () => {
    const { subscription } = service.subscribe()
    for (const wrong of [{ p256dh: 'abc' }, { auth: 'abc' }, { endpoint: 'ftp://push.example/x' }])
      expect((await add({ ...subscription, ...wrong })).error).toBe('PUSH_ADDRESS')
    const closed = webPush.create({}, { signed: world.server.deps.services.signed, site: 'https://agon.example' })
    for (const endpoint of [
      'http://push.example/x',
      'https://127.0.0.1/x',
      'https://169.254.169.254/x',
      'https://[::1]/x',
      'https://localhost/x',
    ])
      expect([endpoint, closed.takes(endpoint)]).toEqual([endpoint, false])
    expect(closed.takes('https://push.example/x')).toBe(true)
    const sent = closed.send(
      { key: 'k', address: '', subject: 't', text: '', template: 'x', variables: {}, device: subscription },
      AbortSignal.timeout(5_000),
    )
    await expect(sent).rejects.toMatchObject({ permanent: true })
  })

  it('[PUSH-7] of more than twenty the oldest goes', async () => {
    await world.rows(
      `INSERT INTO message_device ("userId", key, endpoint, p256dh, auth, name) SELECT $1, n::text, 'https://push.example/' || n, 'x', 'y', 'old ' || n FROM generate_series(1, 20) AS n`,
      [entrant.id],
    )
    await browser()
    const names = (await devices()).map(({ name }: { name: string }) => name)
    expect(names.length).toBe(20)
    expect(names).not.toContain('old 1')
  })
})

describe('a message to many', () => {
  it('[PUSH-8] by push shows its subject on the devices there are, and lies on the platform for everyone', async () => {
    const device = await browser()
    const input = {
      channels: ['push'],
      audience: 'competition',
      competitionId: design,
      subject: { zh: '请查看通知' },
      text: { zh: '正文只在站内。' },
    }
    const preview = (await world.call('api/web/message/bulk/preview', input, organiser)).data
    const [inSite, push] = preview.channels
    expect(inSite).toMatchObject({ channel: 'message', total: preview.found })
    expect(push).toMatchObject({ channel: 'push', total: 1, reasons: [{ reason: 'noDevice', count: preview.found - 1 }] })
    expect((await world.call('api/web/report/sendEmailMessage', input, organiser)).code).toBe(0)
    await expect
      .poll(() => device.heard.map(({ text }) => JSON.parse(text)))
      .toEqual([{ title: '请查看通知', link: '/personalCenter/mymsg' }])
    await expect
      .poll(
        async () =>
          (
            await world.rows(`SELECT count(*)::integer FROM platform_outbox WHERE template = 'message.bulkNotice' AND "userId" = $1`, [
              entrant.id,
            ])
          )[0].count,
      )
      .toBe(1)
  })
})
