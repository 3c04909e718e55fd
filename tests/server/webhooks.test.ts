/** Webhooks over HTTP: who is told what, signed how, tried again when, and which addresses are never asked. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import sender from '../../plugins/webhook/https.provider.ts'
import { isPublicAddress } from '../../plugins/webhook/postGuarded.ts'
import { runTimers } from '../../runtime/server/services.ts'
import { createWorld, DESIGN, type World } from './roadWorld.ts'
import { until } from './services/startServices.ts'

const AREA = 'api/web/webhook'
interface Heard {
  headers: IncomingHttpHeaders
  body: string
}
let world: World
let organiser: string
let other: string
let questionnaireId: string
let token: string
let receiver: Server
let address: string
let answer = 200
let heard: Heard[] = []
let skew = 0
beforeAll(async () => {
  receiver = createServer((request, reply) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      reply.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end('x'.repeat(100_000))
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const clock = () => new Date(Date.now() + skew)
  world = await createWorld({ template: 'seeded', clock, environment: { WEBHOOK_LOCAL: 'on' } })
  ;[organiser, other] = await Promise.all([world.signIn('organiser'), world.signIn('organiser 2')])
  await world.rows('DELETE FROM webhook_endpoint')
  questionnaireId = await questionnaire('named')
  token = await tokenOf(questionnaireId)
})
afterAll(async () => {
  await world?.close()
  receiver.close()
})
afterEach(async () => {
  answer = 200
  heard = []
  skew = 0
  await world.rows('DELETE FROM webhook_endpoint')
})

async function questionnaire(mode: string): Promise<string> {
  const competitionId = await world.competition(DESIGN)
  const input = { title: { zh: '问卷' }, for: `competition:${competitionId}`, mode, start: 'questionnaire.contact' }
  const { id } = (await world.call('api/web/questionnaire/create', input, organiser)).data
  const { answers } = (await world.call(`api/web/questionnaire/settings/${id}`, {}, organiser, 'GET')).data
  await world.call('api/web/questionnaire/settings', { id, answers: { ...answers, onePerPerson: false } }, organiser)
  const { content, revision } = (await world.call('api/web/questionnaire/form', { id }, organiser)).data
  const properties = {
    choice: { type: 'string', title: { zh: '一', en: 'One' } },
    phone: { type: 'string', title: { zh: '电话', en: 'Phone' }, phone: true },
  }
  await world.call(
    'api/web/questionnaire/form/save',
    { id, revision, content: { ...content, schema: { type: 'object', properties } } },
    organiser,
  )
  expect((await world.call('api/web/questionnaire/publish', { id }, organiser)).code).toBe(0)
  return id
}
const tokenOf = async (id: string) =>
  (await world.call(`api/web/questionnaire/link/${id}`, {}, organiser, 'GET')).data.address.split('/').at(-1)
const add = (input: Record<string, unknown> = {}, who = organiser) =>
  world.call(`${AREA}/create`, { questionnaireId, url: address, events: ['response.submitted'], ...input }, who)
const added = async (input: Record<string, unknown> = {}) => (await add(input)).data.id as string
async function respond(choice = 'a') {
  const person = await world.newcomer()
  const input = { id: questionnaireId, token, answers: { choice, phone: '13900001111' } }
  expect((await world.call('api/web/user/questionnaire/save', input, person.token)).code).toBe(0)
}
const deliveries = async (state: string) => world.rows('SELECT * FROM webhook_delivery WHERE state = $1 ORDER BY id', [state])
const delivered = () => until(async () => (await deliveries('delivered'))[0])
const tried = (count: number) =>
  until(async () => {
    const [row] = await world.rows('SELECT * FROM webhook_delivery WHERE attempts >= $1 AND "claimedUntil" IS NULL', [count])
    return row
  })

describe('what is told', () => {
  it('[HOOK-1] a response, signed as Standard Webhooks asks, with personal values masked as the organiser sees them', async () => {
    const id = await added()
    const { secret } = (await world.call(`${AREA}/secret`, { id }, organiser)).data
    await respond('先')
    const row = await delivered()
    const [{ headers, body }] = heard as [Heard]
    expect(JSON.parse(body)).toMatchObject({ type: 'response.submitted', data: { questionnaireId, values: { choice: '先' } } })
    expect(body).not.toContain('13900001111')
    expect(headers['webhook-id']).toBe(row.key)
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const mac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(signed)
      .digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${mac}`)
    await world.call(`${AREA}/renewSecret`, { id }, organiser)
    expect((await world.call(`${AREA}/secret`, { id }, organiser)).data.secret).not.toBe(secret)
  })

  it('[HOOK-2] nothing more once whoever made it may no longer read: it is turned off, and they are told', async () => {
    const staff = await world.newcomer()
    const competitionId = await world.competition(DESIGN)
    const grant = [staff.id, 'account.competitionAdmin', 'competition', competitionId]
    await world.rows('INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, $3, $4)', grant)
    expect((await add({}, staff.token)).code).toBe(0)
    await world.rows('DELETE FROM account_grant WHERE "userId" = $1', [staff.id])
    await respond()
    const row = await until(async () => (await deliveries('failed'))[0])
    expect(row.problem).toBe('rights')
    expect(heard).toEqual([])
    expect((await until(async () => (await world.rows(`SELECT * FROM webhook_endpoint WHERE state = 'failed'`))[0])).userId).toBe(staff.id)
    await expect.poll(async () => (await world.rows(`SELECT 1 FROM platform_outbox WHERE template = 'webhook.stopped'`)).length).toBe(1)
  })

  it('[HOOK-3] anonymous questionnaires have none, and nobody makes one for what they do not manage', async () => {
    expect((await add({ questionnaireId: await questionnaire('anonymous') })).error).toBe('WEBHOOK_ANONYMOUS')
    expect((await add({}, other)).error).toBe('NOT_FOUND')
    const competitionId = await world.competition(DESIGN)
    expect((await add({ questionnaireId: undefined, competitionId }, other)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    const id = await added()
    for (const path of ['secret', 'test', 'turnOff', 'remove', 'renewSecret'])
      expect((await world.call(`${AREA}/${path}`, { id }, other)).error).toBe('NOT_FOUND')
  })
})

describe('tries', () => {
  it('[HOOK-4] a refusal is noted with its code and tried again under the same id; redirects are not followed', async () => {
    const id = await added()
    answer = 302
    await respond()
    expect(await tried(1)).toMatchObject({ state: 'waiting', status: 302, problem: 'redirect' })
    answer = 500
    skew = 11_000
    expect(await tried(2)).toMatchObject({ state: 'waiting', status: 500, problem: 'status' })
    answer = 204
    skew += 130_000
    await runTimers(world.server.deps, 'minute')
    const row = await delivered()
    expect(row).toMatchObject({ status: 204, attempts: 3 })
    expect(new Set(heard.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([row.key]))
    const { list } = (await world.call(`${AREA}/attempts`, { deliveryId: String(row.id) }, organiser)).data
    expect(list.map(({ status }: { status: number }) => status)).toEqual([302, 500, 204])
    expect((await world.call(`${AREA}/replay`, { id: String(row.id) }, organiser)).code).toBe(0)
    await until(() => heard.length === 4)
    expect(heard[3]!.headers['webhook-id']).toBe(row.key)
    expect(id).toBeTruthy()
  })

  it('[HOOK-5] a process that is lost in the middle leaves a claim that ends; until then nobody else sends', async () => {
    await added()
    await respond()
    const row = await delivered()
    heard = []
    const lost = new Date(Date.now() + 60_000).toISOString()
    await world.rows(`UPDATE webhook_delivery SET state = 'waiting', "endedAt" = NULL, "claimedUntil" = $2 WHERE id = $1`, [row.id, lost])
    skew = 30_000
    await runTimers(world.server.deps, 'minute')
    expect(heard).toEqual([])
    skew = 130_000
    await runTimers(world.server.deps, 'minute')
    await until(() => heard.length === 1)
    expect(heard[0]!.headers['webhook-id']).toBe(row.key)
  })

  it('[HOOK-6] many orders of one try send once; without the claim each would', async () => {
    await added()
    await respond()
    const { id } = await delivered()
    const rush = async () => {
      heard = []
      await world.rows(`UPDATE webhook_delivery SET state = 'waiting', "endedAt" = NULL, "claimedUntil" = NULL WHERE id = $1`, [id])
      const caller = { session: world.server.deps.services.sessions.visitor(), lang: 'zh' as const, background: true }
      const { session } = {
        session: await world.server.deps.services.sessions.person((await world.rows('SELECT "userId" FROM webhook_endpoint'))[0].userId),
      }
      await Promise.all(
        Array.from({ length: 6 }, () => world.server.deps.calls.runHandler('webhook.deliver', { id }, { ...caller, session })),
      )
      return heard.length
    }
    expect(await rush()).toBe(1)
    await world.rows(
      `CREATE FUNCTION unclaim() RETURNS trigger AS $$ BEGIN NEW."claimedUntil" := NULL; RETURN NEW; END $$ LANGUAGE plpgsql;
       CREATE TRIGGER unclaim BEFORE UPDATE ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION unclaim()`,
    )
    expect(await rush()).toBeGreaterThan(1)
    await world.rows('DROP TRIGGER unclaim ON webhook_delivery; DROP FUNCTION unclaim()')
  })

  it('[HOOK-7] after a day without success it is turned off, and can be turned on and tested', async () => {
    const id = await added()
    answer = 500
    await respond()
    const first = await tried(1)
    await world.rows('UPDATE webhook_delivery SET attempts = 8 WHERE id = $1', [first.id])
    skew = 23 * 3_600_000
    await runTimers(world.server.deps, 'minute')
    await until(async () => (await world.rows(`SELECT 1 FROM webhook_endpoint WHERE id = $1 AND state = 'failed'`, [id]))[0])
    answer = 200
    heard = []
    await world.call(`${AREA}/test`, { id }, organiser)
    await until(() => heard.length === 1)
    expect(JSON.parse(heard[0]!.body)).toMatchObject({ type: 'test', data: {} })
    await world.call(`${AREA}/turnOn`, { id }, organiser)
    const { list } = (await world.call(`${AREA}/list`, { questionnaireId }, organiser)).data
    expect(list[0]).toMatchObject({ state: 'active', failingSince: null })
  })
})

describe('addresses', () => {
  const closed = [
    'http://example.org',
    'https://127.0.0.1/x',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://10.1.2.3',
    'https://172.20.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254/latest',
    'https://100.64.0.1',
    'https://0.0.0.0',
    'https://[fe80::1]',
    'https://[fd00::1]',
    'https://[64:ff9b::a00:1]',
    'https://[2002:a00:1::]',
    'https://localhost',
    'https://db.internal',
    'https://u:p@example.org',
    'https://example.org:22',
    'ftp://example.org',
    'file:///etc/passwd',
    'nonsense',
  ]
  it('[HOOK-8] of private networks, other schemes and other services are refused before anything is asked', async () => {
    const open = sender.create({ local: '' }, { signed: world.server.deps.services.signed, site: 'https://agon.example' })
    expect(closed.filter((url) => open.takes(url))).toEqual([])
    expect(open.takes('https://example.org/hook') && open.takes('https://example.org:8443') && open.takes('https://8.8.8.8')).toBe(true)
    expect((await open.send({ url: address, body: '', headers: {} })).problem).toBe('address')
  })

  it('[HOOK-9] a public name that means a private address is refused when it is resolved', async () => {
    const open = sender.create({ local: '' }, { signed: world.server.deps.services.signed, site: 'https://agon.example' })
    // the machine's own name stands for whatever a name server may answer
    const { hostname } = await import('node:os')
    const { problem } = await open.send({ url: `https://${hostname()}:${new URL(address).port}/`, body: '', headers: {} })
    expect(['address', 'network']).toContain(problem)
    expect(heard).toEqual([])
  })

  it('[HOOK-10] only addresses that mean the same everywhere are public', () => {
    const wrong = [
      '10.0.0.1',
      '127.0.0.2',
      '169.254.1.1',
      '192.168.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      'fc00::1',
      'fe80::1',
      'ff02::1',
      '::ffff:8.8.8.8',
    ]
    expect(wrong.filter(isPublicAddress)).toEqual([])
    expect(['1.1.1.1', '2606:4700::1111'].every(isPublicAddress)).toBe(true)
  })
})
