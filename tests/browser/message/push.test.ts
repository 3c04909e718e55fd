/** Push notices in a browser: switched on and off by its owner, shown by the service worker. A headless browser has no push service of its maker and no place
 *  for notices: an own service stands in place of the first, what it was sent is handed to the service worker, and what that would show is read. */

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tokens } from '../../../runtime/core/contracts.ts'
import { type PushBrowser, type PushService, startPushService } from '../../harness/pushService.ts'
import { expectSound, visitServer } from '../../harness/visitServer.ts'
import { createWorld, DESIGN, serverScope, type World } from '../../server/roadWorld.ts'

let world: World
let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
const visit = visitServer(async () => {
  world = await createWorld({ template: 'seeded', environment: { PUSH_LOCAL: 'on' } })
  return world
})

async function entrant() {
  const [row] = await world.rows(
    `SELECT r.id::text, r."userId"::text AS "userId" FROM signup_registration r WHERE r."competitionId" = $1 AND r.status = 2 LIMIT 1`,
    [await world.competition(DESIGN)],
  )
  const sessions = world.server.deps.services.sessions.bind(serverScope({ server: world.server }, world.server.deps.db))
  return { registrationId: row.id as string, token: ((await sessions.open(row.userId)) as Tokens).access_token }
}

/** The subscription that the maker's push service would give. */
async function standIn(page: Page, subscription: PushBrowser['subscription']) {
  await page.addInitScript((given) => {
    const kept = () => localStorage.getItem('test.subscribed') === 'yes'
    const made = {
      toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
      unsubscribe: async () => {
        localStorage.removeItem('test.subscribed')
        return true
      },
    }
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
    PushManager.prototype.getSubscription = async () => (kept() ? (made as unknown as PushSubscription) : null)
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('test.subscribed', 'yes')
      return made as unknown as PushSubscription
    }
  }, subscription)
}

/** Hands a message to the service worker, as the maker's push service does. @returns what the worker shows */
async function deliver(page: Page, data: string) {
  const worker = page.context().serviceWorkers()[0]!
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: { showNotification: unknown }; shown: unknown }
    scope.registration.showNotification = async (title: string, options: { data: object }) => {
      scope.shown = { title, ...options.data }
    }
  })
  const client = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    client.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
    )
  })
  await client.send('ServiceWorker.enable')
  const registrationId = await registered
  await client.send('ServiceWorker.deliverPushMessage', { origin: new URL(page.url()).origin, registrationId, data })
  return () => worker.evaluate(() => (globalThis as unknown as { shown: unknown }).shown)
}

it('[PUSH-20] a browser is switched on, shows the title of a notice, and is switched off again', async () => {
  const { registrationId, token } = await entrant()
  const device = service.subscribe()
  for (const [lang, on, done, off] of [
    ['zh', '在此设备上开启', '此设备会收到通知', '（此设备）'],
    ['en', 'Switch on for this device', 'This device will show notices', '(this device)'],
  ] as const) {
    const { page } = await visit(token, { width: lang === 'zh' ? 1440 : 360, lang, path: '/', worker: true })
    await standIn(page, device.subscription)
    await page.goto('/personalCenter/notices')
    await page.getByRole('button', { name: on }).click()
    await page.getByText(done).waitFor()
    await page.getByRole('button', { name: off }).waitFor()
    await expectSound(page)

    device.heard.length = 0
    await world.rows('UPDATE signup_registration SET status = 2 WHERE id = $1', [registrationId])
    expect((await world.call('api/web/signup/approve', { id: registrationId }, await world.signIn('organiser'))).code).toBe(0)
    await expect.poll(() => device.heard.length).toBe(1)
    const { text } = device.heard[0]!
    await expect.poll(await deliver(page, text)).toEqual(JSON.parse(text))

    await page.getByRole('button', { name: off }).click()
    await page.getByRole('button', { name: on }).waitFor()
    expect(await world.rows('SELECT 1 FROM message_device')).toEqual([])
  }
})
