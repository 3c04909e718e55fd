/** Own templates of certificates: drafts and versions, whose they are, what they may name and show, and how batches keep the version they were made with. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../harness/readPdf.ts'
import { createWorld, HACKATHON, MODELLING, type World } from '../roadWorld.ts'

let world: World
let organiser: string
let admin: string
let competitionId: string
beforeAll(async () => {
  world = await createWorld()
  organiser = await world.signIn('organiser')
  admin = await world.signIn('administrator')
  competitionId = await world.competition(MODELLING)
})
afterAll(() => world?.close())

const T = 'api/web/certificate/template'
const W = 'api/web/certificate'
type Content = { heading: unknown; sheet: object; pages: { elements: Record<string, unknown>[] }[] }

async function make(change: Record<string, unknown> = {}, token = organiser): Promise<string> {
  const reply = await world.call(
    `${T}/create`,
    { name: '金奖', for: `competition:${competitionId}`, start: 'certificate.minimal', ...change },
    token,
  )
  expect(reply).toMatchObject({ code: 0 })
  return reply.data.id
}
const get = async (id: string, token = organiser) => (await world.call(`${T}/get/${id}`, {}, token, 'GET')).data
const save = (id: string, content: Content, token = organiser, base?: string) =>
  world.call(`${T}/save`, { id, content, ...(base !== undefined && { base }) }, token)
const publish = (id: string, token = organiser) => world.call(`${T}/publish`, { id }, token)
const words = (text: string, more: object = {}) => ({
  ...{ kind: 'text', x: 20, y: 20, width: 200, height: 20, text: { zh: text, en: text }, font: 'serif', size: 20 },
  ...more,
})
const sheetOf = (...elements: object[]): Content => ({
  heading: { zh: '证书', en: 'Certificate' },
  sheet: { size: 'A4', orientation: 'landscape' },
  pages: [{ elements: elements as Record<string, unknown>[] }],
})
async function published(
  text: string,
  change: Record<string, unknown> = {},
  token = organiser,
): Promise<{ id: string; documentId: string }> {
  const id = await make(change, token)
  expect(await save(id, sheetOf(words(text)), token)).toMatchObject({ code: 0 })
  expect(await publish(id, token)).toMatchObject({ code: 0 })
  return { id, documentId: `own.print.${id}` }
}
let prefixes = 0
function saveSeries(templateId: string, token = organiser, of = competitionId) {
  prefixes += 1
  const answers = { title: { zh: '获奖证书' }, templateId, lang: 'zh', prefix: `OWN${prefixes}`, year: 2026, digits: 4 }
  return world.call('api/web/competition/certificate/setting', { competitionId: of, answers }, token)
}
async function issue(seriesId: string, rule: object): Promise<{ id: string; text: string }> {
  const reply = await world.call(`${W}/createByCompetitionId`, { competitionId, seriesId, rule, issuedOn: '2026-11-23' }, organiser)
  expect(reply).toMatchObject({ code: 0 })
  const { id } = reply.data
  await expect.poll(async () => (await world.rows('SELECT state FROM certificate_batch WHERE id = $1', [id]))[0].state).toBe('ready')
  const [first] = await world.rows('SELECT id FROM certificate_certificate WHERE "batchId" = $1 ORDER BY number LIMIT 1', [id])
  const { rawPayload } = await world.app.inject({
    method: 'GET',
    url: `/api/web/getCertificate?id=${first.id}`,
    headers: { authorization: `Bearer ${organiser}` },
  })
  return { id, text: (await readPdf(rawPayload)).pages[0]! }
}

describe('[CERT-TEMPLATE-1] a template of one’s own', () => {
  it('starts as a copy, is saved over the draft that was seen, and each published version can be restored', async () => {
    const id = await make()
    const first = await get(id)
    expect(first).toMatchObject({ scope: 'competition', published: false, changed: true, content: { id: `own.print.${id}` } })
    expect(first.content.pages[0].elements.length).toBeGreaterThan(3)
    const saved = await save(id, sheetOf(words('第一版')), organiser, first.hash)
    expect(saved).toMatchObject({ code: 0 })
    expect(await save(id, sheetOf(words('别人的')), organiser, first.hash)).toMatchObject({ error: 'DRAFT_CONFLICT' })
    expect(await publish(id)).toMatchObject({ code: 0, data: { revision: expect.any(Number) } })
    expect(await save(id, sheetOf(words('第二版')))).toMatchObject({ code: 0 })
    const rows = await world.call(`${T}/list`, { competitionId }, organiser)
    expect(rows.data.list.find((row: { id: string }) => row.id === id)).toMatchObject({ state: 'changed' })
    const { revisions } = await get(id)
    const old = revisions.find(({ state }: { state: string }) => state === 'published')
    expect(await world.call(`${T}/restore`, { id, revision: old.revision }, organiser)).toMatchObject({ code: 0 })
    expect((await get(id)).content.pages[0].elements[0].text.zh).toBe('第一版')
  })

  it('takes one of two drafts that were written over the same one at the same moment', async () => {
    const id = await make()
    for (let round = 0; round < 5; round++) {
      const { hash } = await get(id)
      const both = await Promise.all(['甲', '乙'].map((name) => save(id, sheetOf(words(`${name}${round}`)), organiser, hash)))
      expect(both.map(({ error }) => error ?? 'saved').sort()).toEqual(['DRAFT_CONFLICT', 'saved'])
    }
  })

  it('is logged once for each step: a published version with the one before it, and the state of the template', async () => {
    const { id } = await published('第一版')
    await save(id, sheetOf(words('第二版')))
    await publish(id)
    const logged = await world.rows(
      `SELECT call, before -> 'revision' AS earlier, after -> 'revision' AS revision, after ->> 'state' AS state FROM platform_log
       WHERE entity = 'certificate.template' AND "rowId" = $1 AND call <> 'certificate.createTemplate' ORDER BY id`,
      [id],
    )
    expect(logged).toEqual([
      { call: 'certificate.saveTemplate', earlier: null, revision: null, state: 'draft' },
      { call: 'certificate.publishTemplate', earlier: null, revision: 1, state: 'published' },
      { call: 'certificate.saveTemplate', earlier: null, revision: null, state: 'changed' },
      { call: 'certificate.publishTemplate', earlier: 1, revision: 2, state: 'published' },
    ])
  })

  it('is gone with its document once it is deleted, and not before: nothing of it is left to publish', async () => {
    const { id, documentId } = await published('旧的')
    await save(id, sheetOf(words('新的')))
    expect(await world.call(`${T}/remove`, { id }, organiser)).toMatchObject({ code: 0 })
    const states = await world.rows(`SELECT DISTINCT state FROM platform_document WHERE "documentId" = $1`, [documentId])
    expect(states.map(({ state }) => state)).not.toEqual(expect.arrayContaining(['draft']))
    expect(states.map(({ state }) => state)).not.toEqual(expect.arrayContaining(['published']))
    expect(await publish(id)).toMatchObject({ error: 'NOT_FOUND' })
  })

  it('is renamed by those who design it, the platform’s by its staff alone', async () => {
    const { id } = await published('旧名')
    const rename = async (of: string, token: string) => (await world.call(`${T}/rename`, { id: of, name: ' 新名 ' }, token)).error
    const platform = (await world.call(`${T}/create`, { name: '平台', for: 'platform' }, admin)).data.id
    expect([await rename(id, organiser), await rename(platform, organiser), await rename(platform, admin)]).toEqual([
      undefined,
      'NOT_FOUND',
      undefined,
    ])
    expect((await get(id)).name).toEqual({ zh: '新名', en: '新名' })
  })

  it('cannot be read, changed, published, copied or used by another organiser, and looks like one that does not exist', async () => {
    const { id, documentId } = await published('只给自己')
    const stranger = await world.newcomer()
    const other = await world.competition(HACKATHON)
    await world.rows('INSERT INTO account_grant ("userId", role, scope, "objectId") VALUES ($1, $2, $3, $4)', [
      ...[stranger.id, 'account.competitionAdmin', 'competition', other],
    ])
    const { token } = stranger
    expect((await world.call(`${T}/list`, {}, token)).data.list).toEqual([])
    for (const reply of [
      await world.call(`${T}/get/${id}`, {}, token, 'GET'),
      await save(id, sheetOf(words('x')), token),
      await publish(id, token),
      await world.call(`${T}/pdfmeLosses`, { id, lang: 'zh' }, token, 'GET'),
      await world.call(`${T}/restore`, { id, revision: 1 }, token),
      await world.call(`${T}/rename`, { id, name: 'x' }, token),
      await world.call(`${T}/remove`, { id }, token),
      await world.call(`${T}/look`, { id, lang: 'zh', of: 'usual' }, token),
      await world.call(`${T}/create`, { name: 'x', for: `competition:${competitionId}` }, token),
    ])
      expect(reply).toMatchObject({ error: 'NOT_FOUND' })
    expect(await world.call(`${T}/create`, { name: 'x', for: `competition:${other}`, start: documentId }, token)).toMatchObject({
      error: 'CERTIFICATE_TEMPLATE_UNKNOWN',
    })
    expect(await saveSeries(documentId, token, other)).toMatchObject({
      error: expect.stringMatching(/FORM_INVALID|CERTIFICATE_TEMPLATE_UNKNOWN/),
    })
    expect((await get(id)).content.pages[0].elements[0].text.zh).toBe('只给自己')
  })

  it('of an organisation is offered to its competitions, of the platform to all, of a competition to no other one', async () => {
    const [{ organisationId }] = await world.rows('SELECT "organisationId" FROM competition_competition WHERE id = $1', [competitionId])
    const own = await published('竞赛', {})
    const organisations = await published('机构', { for: `organisation:${organisationId}` }, admin)
    const platforms = await published('平台', { for: 'platform' }, admin)
    const offered = async (of: string) =>
      (await world.call(`${W}/listCompetitionTemplate`, { competitionId: of }, admin)).data.list.map(({ id }: { id: string }) => id)
    expect(await offered(competitionId)).toEqual(expect.arrayContaining([own.documentId, organisations.documentId, platforms.documentId]))
    const elsewhere = await offered(await world.competition(HACKATHON))
    expect(elsewhere).toContain(platforms.documentId)
    expect(elsewhere).not.toContain(own.documentId)
    expect(elsewhere).not.toContain(organisations.documentId)
    expect(await world.call(`${T}/create`, { name: 'x', for: 'platform' }, organiser)).toMatchObject({ error: 'NOT_FOUND' })
  })
})

describe('[CERT-TEMPLATE-2] publishing', () => {
  it('is refused when a name leads to no value: the answer tells where it stands and which values there are', async () => {
    const id = await make()
    await save(id, sheetOf(words('{{person.name}}'), words('{{person.nmae}} {{answers.nothing}}', { name: '姓名' })))
    const reply = await publish(id)
    expect(reply).toMatchObject({ error: 'CERTIFICATE_TEMPLATE_VALUE' })
    expect(reply.message).toContain('{{person.nmae}} (1/2 姓名)')
    expect(reply.message).toContain('{{answers.nothing}}')
    expect(reply.message).toContain('person.name, ')
    expect((await get(id)).published).toBe(false)
  })

  it('is refused for a format that is none of days, and takes those that are', async () => {
    const id = await make()
    await save(id, sheetOf(words('{{person.name, iso}}')))
    expect(await publish(id)).toMatchObject({ error: 'CERTIFICATE_TEMPLATE_VALUE' })
    await save(id, sheetOf(words('{{certificate.issuedOn, characters}} {{certificate.issuedOn, dots}}')))
    expect(await publish(id)).toMatchObject({ code: 0 })
  })

  it('refuses what is no sheet when it is saved, and pictures of somebody else', async () => {
    const id = await make()
    expect(await save(id, { pages: [] } as unknown as Content)).toMatchObject({ error: 'CERTIFICATE_TEMPLATE_IMPORT' })
    const picture = { kind: 'picture', x: 0, y: 0, width: 10, height: 10, picture: '/api/platform/file/AAAAAAAAAAAAAAAAAAAAAA' }
    expect(await save(id, sheetOf(picture))).toMatchObject({ error: 'CERTIFICATE_TEMPLATE_PICTURE' })
    // what stands in the template itself is inspected as an upload is, also in a file that is imported
    const inside = sheetOf({ ...picture, picture: `data:image/png;base64,${Buffer.from('no picture').toString('base64')}` })
    expect(await save(id, inside)).toMatchObject({ error: 'FILE_TYPE' })
    const content = JSON.stringify(inside).replaceAll('/', '\\/').replace('data:', '\\u0064ata:')
    expect(await world.call(`${T}/create`, { name: '导入', for: `competition:${competitionId}`, content }, organiser)).toMatchObject({
      error: 'FILE_TYPE',
    })
  })
})

describe('[CERT-TEMPLATE-4] an export for pdfme', () => {
  it('tells before the download what the file cannot hold, by the names of layers', async () => {
    const id = await make()
    const frame = { kind: 'frame', x: 5, y: 5, width: 200, height: 100, style: 'double', stroke: '#000000', thickness: 1, name: '金框' }
    await save(
      id,
      sheetOf(frame, words('{{person.name}}', { bold: true }), words('日期 {{certificate.issuedOn, characters}}', { lang: 'zh' })),
    )
    const losses = async (lang: string) => (await world.call(`${T}/pdfmeLosses`, { id, lang }, organiser, 'GET')).data
    expect(await losses('zh')).toEqual({
      lang: 'zh',
      list: [
        { code: 'font', layers: [] },
        { code: 'heading', layers: [] },
        { code: 'layer', layers: ['金框'] },
        { code: 'bold', layers: ['‹姓名或队名›'] },
        { code: 'dateFormat', layers: ['日期 ‹颁发日期›'] },
      ],
    })
    expect((await losses('en')).list).toContainEqual({ code: 'language', layers: ['日期 ‹颁发日期›'] })
  })
})

describe('[CERT-TEMPLATE-3] a batch', () => {
  it('keeps the version that it was made with; the next one takes the version that is published then', async () => {
    const { id, documentId } = await published('旧版 {{person.name}} {{certificate.issuedOn, characters}}')
    const seriesId = (await saveSeries(documentId)).data.id
    const before = await issue(seriesId, { source: 'names', names: '林晓' })
    expect(before.text).toContain('旧版林晓二〇二六年十一月二十三日')
    await save(id, sheetOf(words('新版 {{person.name}}')))
    const draft = await issue(seriesId, { source: 'names', names: '王一' })
    expect(draft.text).toContain('旧版王一')
    await publish(id)
    expect((await issue(seriesId, { source: 'names', names: '陈二' })).text).toContain('新版陈二')
    const [kept] = await world.rows('SELECT print FROM certificate_batch WHERE id = $1', [before.id])
    expect(JSON.stringify(kept.print)).toContain('旧版')
    expect(await world.call(`${T}/remove`, { id }, organiser)).toMatchObject({ error: 'CERTIFICATE_TEMPLATE_USED' })
  })

  it('shows answers of the sign-up form that the template names, with labels, and never personal ones', async () => {
    const id = await make()
    const { schema } = await get(id)
    const offered = Object.keys(schema.properties.answers.properties)
    expect(offered.length).toBeGreaterThan(0)
    for (const personal of ['phone', 'email', 'idNumber']) expect(offered).not.toContain(personal)
    const [row] = await world.rows(
      `SELECT r.id, r.answers FROM signup_registration r WHERE r."competitionId" = $1 AND r.status = 4 ORDER BY r.id LIMIT 1`,
      [competitionId],
    )
    const name = offered.find((each) => row.answers[each] !== undefined && row.answers[each] !== null)!
    await save(id, sheetOf(words(`答案{{answers.${name}}}`)))
    expect(await publish(id)).toMatchObject({ code: 0 })
    const seriesId = (await saveSeries(`own.print.${id}`)).data.id
    const made = await issue(seriesId, { source: 'registrations' })
    expect(made.text.length).toBeGreaterThan('答案'.length)
    const [certificate] = await world.rows('SELECT values FROM certificate_certificate WHERE "batchId" = $1 LIMIT 1', [made.id])
    expect(Object.keys(certificate.values.answers)).toEqual([name])
  })
})
