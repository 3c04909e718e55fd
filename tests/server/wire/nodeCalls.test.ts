/** Calls that the specification describes without a path: each answers where `docs/calls.md` says, those of the node service with its own code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT_DIRECTORY } from '../../harness/projectDirectory.ts'
import { createWorld, HACKATHON, MODELLING, type World } from '../roadWorld.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world?.close())

const node = (path: string, input: Record<string, unknown> = {}, token: string | null = null) => world.call(`nodeapi/${path}`, input, token)

it('[CALL-PATH-1] every path of docs/calls.md is one of the document beside it', () => {
  const rows = [...readFileSync(join(PROJECT_DIRECTORY, 'docs/calls.md'), 'utf8').matchAll(/\| `(GET|POST) (\S+)` \| `(\S+)` \|/g)]
  const { call } = world.server.deps.platform().documents
  const wrong = rows.filter(([, method = '', path = '', id = '']) => {
    const found = call.get(id)
    const own = found?.path === path && [found.method].flat().includes(method as 'GET')
    return !own && !(method === 'POST' && found?.alsoAt?.includes(path))
  })
  expect(wrong.map(([row]) => row)).toEqual([])
  expect(rows.length).toBeGreaterThan(15)
})

describe('the node service', () => {
  it('[NODE-1] form: the published form of a competition, none of one that is not published', async () => {
    const competitionId = await world.competition(HACKATHON)
    const { code, data } = await node('form/query', { competitionId })
    expect(code).toBe(20_000)
    const { formHash } = (await world.call(`api/web/competition/btn/${competitionId}`, {}, null, 'GET')).data
    expect(data.hash).toBe(formHash)
    expect(Object.keys(data.form.schema.properties)).toContain('fullName')
    expect((await node('form/query', { competitionId, purpose: 'member' })).data).toEqual({ hash: null, form: null })
    await world.rows('UPDATE competition_competition SET published = false WHERE id = $1', [competitionId])
    expect((await node('form/query', { competitionId })).error).toBe('NOT_FOUND')
    await world.rows('UPDATE competition_competition SET published = true WHERE id = $1', [competitionId])
  })
  it('[NODE-2] skin: what api/web/index/setting answers, with the code of the service', async () => {
    const competitionId = await world.competition(MODELLING)
    const asked = await node('skin/query', { competitionId })
    expect(asked).toEqual({ ...(await world.call('api/web/index/setting', { competitionId }, null, 'GET')), code: 20_000 })
  })
  it('[NODE-3] domain: visitors of a host see the organisation that has it; two cannot have the same', async () => {
    const admin = await world.signIn('administrator')
    const [first, second] = (await world.rows('SELECT id FROM organisation_organisation ORDER BY id LIMIT 2')).map(({ id }) => String(id))
    const save = (groupId: string, domain: string) => world.call('api/web/page/setting', { groupId, domain }, admin)
    const at = (host: string) =>
      world.app.inject({ method: 'GET', url: '/api/web/index/setting', headers: { host } }).then((reply) => reply.json().data)
    await world.call('api/web/page/setting', { groupId: first, theme: 'skins.spring' }, admin)
    expect((await save(first!, 'Contest.example.edu.cn')).code).toBe(0)
    expect((await save(second!, 'contest.example.edu.cn')).error).toBe('DOMAIN_TAKEN')
    expect((await save(second!, 'no domain')).error).toBe('CALL_INPUT')
    expect(await at('contest.example.edu.cn:8080')).toMatchObject({ groupId: first, theme: 'skins.spring' })
    expect((await at('other.example.edu.cn')).groupId).toBe('0')
    const asked = await node('domain/query', { domain: 'contest.example.edu.cn' })
    expect(asked).toMatchObject({ code: 20_000, data: { groupId: first, theme: 'skins.spring', name: { zh: expect.any(String) } } })
    await world.call('api/web/page/setting/undo', { groupId: first }, admin)
    expect((await at('contest.example.edu.cn')).groupId).toBe('0')
    expect((await node('domain/query')).data.groupId).toBe('0')
  })
  it('[NODE-4] sso login info: where to sign in and how to come back', async () => {
    const { code, data } = await node('sso/loginInfo')
    expect(code).toBe(20_000)
    expect(data).toMatchObject({
      address: expect.stringMatching(/^http.*\/login$/),
      returnParameter: 'from',
      ticketParameter: 'ticket',
      returnTo: [],
    })
  })
  it('[NODE-5] school apply and SMS registration are the calls of the pages, under the rules of these', async () => {
    expect((await node('school/apply')).error).toBe('SESSION_REQUIRED')
    expect((await node('school/apply', {}, (await world.newcomer()).token)).error).toBe('CALL_INPUT')
    expect((await node('sms/register')).error).toBe('CALL_INPUT')
    expect((await world.call('nodeapi/sms/register', {}, null, 'GET')).error).toBe('PATH_UNKNOWN')
  })
  it('[NODE-6] operation videos: the published downloads of that category alone', async () => {
    await world.rows(
      `INSERT INTO content_article (type, category, title, "publishedVersion") VALUES
       (99, 'video', '{"zh":"报名演示","en":"How to sign up"}', 1), (99, 'video', '{"zh":"草稿","en":"Draft"}', NULL), (99, 'team', '{"zh":"其他","en":"Other"}', 1)`,
    )
    const { code, data } = await node('operationVideo/list')
    expect(code).toBe(20_000)
    expect(data.list.map(({ title }: { title: { zh: string } }) => title.zh)).toEqual(['报名演示'])
  })
})
