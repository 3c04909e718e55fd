/** How the platform works now: read-only for all its processes, or as a rehearsal on a copy. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRehearsal } from '../../../runtime/server/operate/operatingMode.ts'
import { createWorld, serverScope, type World } from '../roadWorld.ts'

/** A job that waits is looked for more often than this. */
const LOOKED_MS = 3_000

let world: World
let staff: string
beforeAll(async () => {
  const environment = { REHEARSAL: 'on', MAIL_PROVIDER: 'delivery.smtp', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'agon@mail.example' }
  world = await createWorld({ template: 'seeded', environment, pretending: false })
  staff = await world.signIn('administrator')
})
afterAll(() => world?.close())

const mode = async () => (await world.call('api/platform/boot', {}, null, 'GET')).data.mode
const follows = (isOn: boolean) => expect.poll(async () => (await mode()).readOnly, { timeout: 30_000, interval: 100 }).toBe(isOn)

async function setReadOnly(on: boolean): Promise<void> {
  expect(await world.call('api/platform/readOnly', { on }, staff)).toMatchObject({ code: 0, data: { on } })
  await follows(on)
}

const jobState = async (key: string) => (await world.rows('SELECT state FROM platform_job WHERE key = $1', [key]))[0].state

it('[MODE-1] read-only refuses every write and says why, lets people sign in and look, and staff end it', async () => {
  const follow = () => world.call('api/platform/view', { table: 'competition.mine', name: 'mine', settings: {} }, staff)
  expect((await follow()).error).not.toBe('READ_ONLY')
  await setReadOnly(true)
  const refused = await follow()
  expect(refused.error).toBe('READ_ONLY')
  expect(refused.message).toMatch(/维护/)
  const looking = await world.call('api/platform/upload/state', { id: '1' }, staff)
  expect(looking.error).not.toBe('READ_ONLY')
  const student = await world.signIn('participant')
  expect((await world.call('api/platform/boot', {}, student, 'GET')).data.session.user).not.toBeNull()
  expect((await world.call('api/platform/readOnly', { on: false }, student)).error).toBe('PERMISSION_DENIED')
  await setReadOnly(false)
  expect((await follow()).error).not.toBe('READ_ONLY')
})

it('[MODE-2] jobs wait while the platform is read-only, and run when it is over', async () => {
  await setReadOnly(true)
  const { db, services } = world.server.deps
  const key = await db.transaction().execute((inside) => services.jobs.enqueue('vote.hourly', {}, serverScope(world, inside)))
  await new Promise((resolve) => setTimeout(resolve, LOOKED_MS))
  expect(await jobState(key)).toBe('waiting')
  await setReadOnly(false)
  await expect.poll(() => jobState(key), { timeout: 30_000, interval: 200 }).toBe('done')
})

it('[MODE-3] a rehearsal reaches no one outside, whatever providers the environment names, and says so on every page', async () => {
  expect((await mode()).rehearsal).toBe(true)
  const { providers } = world.server.deps.services
  const names = ['delivery.mail', 'delivery.sms', 'pay.provider', 'webhook.sender', 'message.push', 'account.wechat']
  const chosen = names.map((id) => world.server.deps.platform().documents.service.get(id) && providers.get(id)?.name)
  expect(chosen.filter((name) => name === 'delivery.smtp' || name === 'webhook.https' || name === 'message.webPush')).toEqual([])
  expect(providers.get('delivery.mail')?.name).toBe('delivery.outbox')
})

it('[MODE-4] REHEARSAL is "on" or absent', () => {
  expect([readRehearsal(undefined), readRehearsal(''), readRehearsal('on')]).toEqual([false, false, true])
  expect(() => readRehearsal('yes')).toThrow('REHEARSAL must be "on"')
})
