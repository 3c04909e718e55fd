/** What another organiser, a visitor and a searcher cannot do with certificates whose ids they know. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HACKATHON } from '../roadWorld.ts'
import { type CertificateWorld, createCertificateWorld, names, W } from './certificateWorld.ts'

let world: CertificateWorld
let other: string
/** Issues certificates of another competition. */
let stranger: string
beforeAll(async () => {
  world = await createCertificateWorld()
  other = await world.competition(HACKATHON)
  const { id, token } = await world.newcomer()
  await world.rows(
    `INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, 'account.competitionAdmin', 'competition', $2)`,
    [id, other],
  )
  stranger = token
})
afterAll(() => world?.close())

describe('[CERT-51] another organiser', () => {
  it('does all of this at home, and none of it with the certificates of a foreign competition', async () => {
    const { competitionId, organiser } = world
    const { seriesId, batchId, list } = await world.issued(1, { paper: true })
    const id = String(list[0].id)
    const draft = await world.begin(seriesId, { source: 'names', names: '何一\n何二' })
    await world.ready(draft)
    const rule = { source: 'names', names: names(1) }
    const answers = { title: { zh: '证书' }, templateId: 'certificate.classic', lang: 'zh', prefix: 'THEFT', year: 2026, digits: 4 }
    const zip = 'api/web/downLoadZip/certificateByCompetitionId'
    const setting = 'api/web/competition/certificate/setting'
    const lists: [string, Record<string, unknown>][] = [
      [`${W}/list`, { competitionId, batchId }],
      [`${W}/list`, { competitionId: other, batchId }],
      [`${W}/batches`, { competitionId }],
      [`${W}/mailings`, { competitionId, state: 'requested' }],
    ]
    for (const [path, input] of lists) expect([path, (await world.call(path, input, stranger)).data?.list ?? []]).toEqual([path, []])
    const attempts: [string, Record<string, unknown>][] = [
      [`${W}/labels`, { competitionId }],
      [`${W}/count`, { competitionId, seriesId, rule }],
      [`${W}/createByCompetitionId`, { competitionId, seriesId, rule, issuedOn: '2026-11-23' }],
      [`${W}/count`, { competitionId: other, seriesId, rule }],
      [`${W}/createByCompetitionId`, { competitionId: other, seriesId, rule, issuedOn: '2026-11-23' }],
      [`${W}/publish`, { id: draft, confirmed: [] }],
      [`${W}/pause`, { id: draft }],
      [`${W}/resume`, { id: draft }],
      [`${W}/discard`, { id: draft }],
      [`${W}/applyForAudit`, { id: draft, note: '' }],
      [`${W}/withdraw`, { id, reason: '试试' }],
      [`${W}/reissue`, { id, reason: '试试', name: '别人' }],
      [zip, { competitionId }],
      [zip, { competitionId, batchId }],
      [setting, { competitionId, answers }],
      [setting, { id: seriesId, competitionId: other, answers }],
    ]
    const refused = await Promise.all(attempts.map(async ([path, input]) => [path, (await world.call(path, input, stranger)).error]))
    for (const [path, error] of refused) expect([path, error]).toEqual([path, expect.stringMatching(/^(NOT_FOUND|PERMISSION_DENIED)$/)])
    expect((await world.call(zip, { competitionId: other, batchId }, stranger)).error).toBe('CERTIFICATE_NONE_VALID')
    expect((await world.pdf(`id=${id}`, stranger)).json()).toMatchObject({ error: 'NOT_FOUND' })
    expect((await world.call(`${W}/detail/${id}`, {}, stranger, 'GET')).error).toBe('NOT_FOUND')
    const left = await world.rows(
      'SELECT state, count(*)::int AS count FROM certificate_certificate WHERE "seriesId" = $1 GROUP BY state ORDER BY state',
      [seriesId],
    )
    expect(left).toEqual([
      { state: 'draft', count: 2 },
      { state: 'published', count: 1 },
    ])
    // control: the same calls in the hands of the own organiser
    expect((await world.call(`${W}/list`, { competitionId, batchId }, organiser)).data.list).toHaveLength(1)
    for (const [path, input] of [
      [zip, { competitionId, batchId }],
      [`${W}/publish`, { id: draft, confirmed: [] }],
      [`${W}/withdraw`, { id, reason: '名单有误' }],
    ] as const)
      expect(await world.call(path, { ...input }, organiser)).toMatchObject({ code: 0 })
  })
})

describe('[CERT-52] a masked name', () => {
  it('is whole nowhere in public: page and its head, search, badge, PDF by code', async () => {
    const whole = '司马青衫'
    const { id: userId, token } = await world.newcomer()
    const seriesId = await world.series()
    const batchId = await world.begin(seriesId, { source: 'names', names: `${whole}\t楚江大学\t一等奖\tFirst prize` })
    await world.ready(batchId)
    await world.publish(batchId)
    const [{ id, code, serial, fileHash }] = await world.certificates(batchId)
    await world.rows('UPDATE certificate_certificate SET "userId" = $2 WHERE id = $1', [id, userId])
    const get = async (url: string) => (await world.app.inject({ method: 'GET', url, headers: { accept: 'text/html,*/*' } })).body
    const search = async (input: object) => JSON.stringify(await world.call(`${W}/search`, { ...input }))
    const everything = async () =>
      Promise.all([
        get(`/share?certificate=${code}`),
        get(`/share?certificate=${code}&lang=en`),
        get(`/${W}/shown?certificate=${code}`),
        get(`/${W}/badge?certificate=${code}`),
        search({ serial }),
        search({ hash: fileHash }),
      ])
    for (const text of await everything()) expect(text).toContain(whole)
    expect(await world.call(`${W}/setShare`, { id, shownName: 'masked' }, token)).toMatchObject({ code: 0 })
    for (const text of await everything()) {
      expect(text).toContain('司***')
      expect(text).not.toContain(whole)
    }
    expect((await world.pdf(`certificate=${code}`)).json()).toMatchObject({ error: 'NOT_FOUND' })
    expect((await world.pdf(`id=${id}`)).json()).toMatchObject({ error: 'NOT_FOUND' })
    // to its holder it is the whole one
    expect((await world.pdf(`id=${id}`, token)).statusCode).toBe(200)
  })
})
