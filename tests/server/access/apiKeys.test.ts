/** API keys over HTTP: who makes them, what they open, and that they never do more than their maker may at that moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownScopes } from '../../../plugins/account/keys/knownScopes.ts'
import type { CallDocument } from '../../../runtime/core/documents.ts'
import { readScope, takesKeys } from '../../../runtime/core/keyScopes.ts'
import { createWorld, HACKATHON, type World } from '../roadWorld.ts'
import { requestCall } from './matrixWorld.ts'

const AREA = 'api/usercenter/apiKey'
let world: World
let maker: { id: string; token: string }
let organisationId: string
let competitionId: string
let foreignId: string
let calls: CallDocument[]
let now = new Date()
beforeAll(async () => {
  world = await createWorld({ template: 'seeded', clock: () => now })
  competitionId = await world.competition(HACKATHON)
  const [own] = await world.rows('SELECT "organisationId" AS id FROM competition_competition WHERE id = $1', [competitionId])
  const [foreign] = await world.rows('SELECT id FROM competition_competition WHERE "organisationId" <> $1 LIMIT 1', [own.id])
  organisationId = String(own.id)
  foreignId = String(foreign.id)
  maker = await world.newcomer()
  await grant('account.organisationAdmin')
  calls = [...world.server.deps.platform().documents.call.values()].filter(({ inner }) => !inner)
})
afterAll(() => world?.close())

async function grant(role: string, objectId = organisationId) {
  const values = [maker.id, role, objectId]
  await world.rows(`INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, 'organisation', $3)`, values)
  await prove()
}
/** As if the person had just given their password. */
const prove = () => world.rows('UPDATE account_session SET "provedAt" = now() WHERE "userId" = $1', [maker.id])
const create = (input: Record<string, unknown> = {}, token = maker.token) =>
  world.call(`${AREA}/create`, { organisationId, name: '同步', scopes: ['read:questionnaire'], days: 30, ...input }, token)
const made = async (input: Record<string, unknown> = {}) => (await create(input)).data as { id: string; key: string }
const questionnaires = (key: string) => world.call('api/web/questionnaire/list', { pageSize: 100 }, key, 'GET')

describe('making keys', () => {
  it('[KEY-1] takes an administrator of the organisation who has just proved who they are; others make none', async () => {
    await world.rows('UPDATE account_session SET "provedAt" = NULL WHERE "userId" = $1', [maker.id])
    expect((await create()).error).toBe('PROOF_NEEDED')
    await prove()
    expect((await create()).code).toBe(0)
    const stranger = await world.newcomer()
    await world.rows('UPDATE account_session SET "provedAt" = now() WHERE "userId" = $1', [stranger.id])
    expect((await create({}, stranger.token)).error).toBe('PERMISSION_DENIED')
    const [other] = await world.rows('SELECT "organisationId" AS id FROM competition_competition WHERE id = $1', [foreignId])
    expect((await create({ organisationId: String(other.id) })).error).toBe('PERMISSION_DENIED')
  })

  it('[KEY-2] shows the key once and stores its hash alone; lists and the log tell its beginning', async () => {
    const { id, key } = await made({ name: '只此一次' })
    const [row] = await world.rows('SELECT * FROM "account_apiKey" WHERE id = $1', [id])
    expect(JSON.stringify(row)).not.toContain(key)
    expect(key.startsWith(row.prefix)).toBe(true)
    const listed = await world.call(`${AREA}/list`, { search: '只此' }, maker.token)
    expect(listed.data.list[0]).toMatchObject({ prefix: row.prefix, state: 'active' })
    const everything = JSON.stringify([
      listed,
      await world.rows('SELECT * FROM platform_log'),
      await world.rows('SELECT * FROM platform_outbox'),
    ])
    expect(everything).not.toContain(key)
    expect(everything).not.toContain(row.hash)
  })

  it('[KEY-3] refuses scopes of no call, and of calls that no key may use', async () => {
    for (const scope of ['nothing.at.all', 'read:nothing', 'account.createApiKey', 'account.me', 'profile.close'])
      expect((await create({ scopes: [scope] })).error, scope).toBe('API_SCOPE_UNKNOWN')
  })

  it('[KEY-10] every group of reading calls has a name in both languages, and no name is of a group that is gone', () => {
    const platform = world.server.deps.platform()
    const groups = [...knownScopes(platform).keys()].filter((scope) => scope.startsWith('read:')).sort()
    const named = platform.get('enum', 'account.readScope').values
    expect(named.map(({ code }) => String(code)).sort()).toEqual(groups)
    for (const { label } of named)
      expect(label).toEqual({ zh: expect.stringMatching(/^读取：\p{Script=Han}+$/u), en: expect.stringMatching(/^Read: [A-Z]/) })
  })
})

describe('using keys', () => {
  it('[KEY-4] every call is refused to a key without its scope, also public ones and those of the own person', async () => {
    const { key } = await made({ scopes: ['questionnaire.formDraft'] })
    const actor = { name: 'key', token: key, role: null, scope: null, objectId: null }
    await world.rows('DELETE FROM platform_rate')
    const open: string[] = []
    for (const [at, call] of calls.entries()) {
      if (at % 400 === 0) await world.rows('DELETE FROM platform_rate')
      const { error } = await requestCall(world, call, actor, { nothing: true })
      if (error !== 'KEY_SCOPE' && call.id !== 'questionnaire.formDraft') open.push(`${call.id}: ${error}`)
    }
    expect(open).toEqual([])
    expect(calls.length).toBeGreaterThan(500)
  })

  it('[KEY-5] a group of reading calls holds no call that writes, and no call outside of the objects of grants', () => {
    const wrong = calls.filter((call) => {
      const group = readScope(call)
      const reads = ['list', 'get', 'count', 'statistics', 'options', 'design', 'call', undefined].includes(call.operation?.kind)
      return group !== null && (!reads || !takesKeys(call) || call.access === 'public' || call.access === 'signedIn')
    })
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  it('[KEY-6] sees what its maker sees in the organisation, and nothing of another where the maker has rights too', async () => {
    const [other] = await world.rows('SELECT "organisationId" AS id FROM competition_competition WHERE id = $1', [foreignId])
    await grant('account.organisationAdmin', String(other.id))
    await world.rows(
      `INSERT INTO questionnaire_questionnaire (title, "organisationId") VALUES ('{"zh":"本","en":"o"}', $1), ('{"zh":"他","en":"f"}', $2)`,
      [organisationId, other.id],
    )
    const titles = async (token: string) => (await questionnaires(token)).data.list.map(({ title }: { title: { zh: string } }) => title.zh)
    expect(await titles(maker.token)).toEqual(expect.arrayContaining(['本', '他']))
    const { key } = await made()
    expect(await titles(key)).toContain('本')
    expect(await titles(key)).not.toContain('他')
  })

  it('[KEY-7] ends with its maker’s rights, its time, and its revocation, from the next request on', async () => {
    const { id, key } = await made()
    expect((await questionnaires(key)).code).toBe(0)
    await world.rows(`DELETE FROM account_grant WHERE "userId" = $1 AND "objectId" = $2`, [maker.id, organisationId])
    expect((await questionnaires(key)).error).toBe('PERMISSION_DENIED')
    await grant('account.organisationAdmin')
    expect((await questionnaires(key)).code).toBe(0)
    const start = now
    now = new Date(start.getTime() + 31 * 86_400_000)
    expect((await questionnaires(key)).code).toBe(401)
    now = start
    expect((await world.call(`${AREA}/revoke`, { id }, maker.token)).code).toBe(0)
    expect((await questionnaires(key)).code).toBe(401)
    expect((await questionnaires(`${key}x`)).code).toBe(401)
  })

  it('[KEY-8] what is written with it stands in the log under the maker and the name of the key', async () => {
    const { key } = await made({ name: '自动关闭', scopes: ['questionnaire.remove'] })
    const [row] = await world.rows(`SELECT id FROM questionnaire_questionnaire WHERE title->>'zh' = '本'`)
    expect((await world.call('api/web/questionnaire/remove', { id: String(row.id) }, key)).code).toBe(0)
    const [entry] = await world.rows(`SELECT * FROM platform_log WHERE entity = 'questionnaire.questionnaire' ORDER BY id DESC LIMIT 1`)
    expect(entry).toMatchObject({ actorId: maker.id, call: 'questionnaire.remove' })
    expect(entry.actorName).toContain('自动关闭')
  })

  it('[KEY-9] is limited by the minute, and an export that it orders runs with its own rights', async () => {
    const { id, key } = await made({ scopes: ['read:questionnaire', 'questionnaire.export'] })
    const [row] = await world.rows(`SELECT id FROM questionnaire_questionnaire WHERE title->>'zh' = '他'`)
    await world.call(`api/web/questionnaire/export/${row.id}`, {}, key)
    const jobs = await world.rows(
      `SELECT data->>'apiKey' AS key FROM pgboss.job WHERE data->'input'->>'call' = 'questionnaire.export' OR data->>'call' = 'questionnaire.export'`,
    )
    expect(jobs.every((job) => job.key === id)).toBe(true)
    expect(jobs.length).toBe(1)
    await world.rows(
      `INSERT INTO platform_rate (key, count, until) VALUES ($1, 600, now() + interval '1 minute') ON CONFLICT (key) DO UPDATE SET count = 600`,
      [`key ${id}`],
    )
    expect((await questionnaires(key)).error).toBe('RATE_LIMITED')
  })
})
