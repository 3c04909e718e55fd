/** The log of a webhook as an organiser reads it: each delivery with its tries, and one sent again. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectSound, visitServer } from '../../harness/visitServer.ts'
import { createWorld, DESIGN, type World } from '../../server/roadWorld.ts'

const { SCREENSHOTS } = process.env
let receiver: Server
let answer = 500
let heard = 0
let world: World
beforeAll(async () => {
  receiver = createServer((_, reply) => {
    heard += 1
    reply.writeHead(answer).end('no')
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
})
afterAll(() => receiver.close())
const visit = visitServer(async () => {
  world = await createWorld({ template: 'seeded', environment: { WEBHOOK_LOCAL: 'on' } })
  return world
})

it('[HOOK-20] lists deliveries with the tries of each, and sends one again until it arrives', async () => {
  const token = await world.signIn('organiser')
  const competitionId = await world.competition(DESIGN)
  await world.rows('DELETE FROM webhook_endpoint')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const { data } = await world.call('api/web/webhook/create', { competitionId, url, events: ['registration.submitted'] }, token)
  await world.call('api/web/webhook/test', { id: data.id }, token)
  await expect.poll(() => heard).toBe(1)
  await expect
    .poll(async () => (await world.rows('SELECT attempts, "claimedUntil" FROM webhook_delivery'))[0])
    .toEqual({ attempts: 1, claimedUntil: null })
  await world.rows(`UPDATE webhook_delivery SET state = 'failed' WHERE "endpointId" = $1`, [data.id])

  const { page, problems } = await visit(token, { width: 1440, lang: 'en', path: `/admin/webhooks?competitionId=${competitionId}` })
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  const log = page.getByRole('dialog', { name: 'Deliveries' })
  await log.getByText('500', { exact: true }).waitFor()
  await log.getByRole('button', { name: 'Tries', exact: true }).click()
  const tries = page.getByRole('dialog', { name: 'Tries' })
  await tries.getByText('500', { exact: true }).waitFor()
  await expectSound(page)
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/webhook-tries.png` })
  await page.keyboard.press('Escape')
  answer = 200
  await log.getByRole('cell').locator('[aria-haspopup="menu"]').click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  await page.getByText('Sent again').first().waitFor()
  await expect.poll(() => heard).toBe(2)
  await expect
    .poll(async () => (await world.rows('SELECT state FROM webhook_delivery WHERE "endpointId" = $1', [data.id]))[0].state)
    .toBe('delivered')
  expect(problems).toEqual([])

  const { page: phone } = await visit(token, { width: 360, lang: 'zh', path: '/admin/webhooks' })
  await phone.getByText('请先选择竞赛').first().waitFor()
  await expectSound(phone)
})
