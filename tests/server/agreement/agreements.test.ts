/** Agreements: versions that never change once published, the nearest one counts, calls that go on only with the current one; contracts of works as PDF. */
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, DESIGN, type Form, hackathonForm, signUp, type World } from '../roadWorld.ts'

let world: World
let form: Form
let admin: string
let organiser: string
let foreigner: string
beforeAll(async () => {
  world = await createWorld()
  form = await hackathonForm(world)
  admin = await world.signIn('administrator')
  organiser = await world.signIn('organiser')
  foreigner = await world.signIn('organiser 2')
})
afterAll(() => world?.close())
beforeEach(async () => {
  for (const table of ['agreement_acceptance', 'agreement_version', 'platform_rate']) await world.rows(`DELETE FROM "${table}"`)
})

const post = (path: string, input: Record<string, unknown>, token: string | null) => world.call(`api/web/${path}`, input, token)
const get = (path: string, input: Record<string, unknown>, token: string | null) => world.call(`api/web/${path}`, input, token, 'GET')
const words = (text: string, change: object = {}) => ({
  ...{
    purpose: 'signup',
    place: 'platform',
    title: { zh: '参赛协议', en: 'Entry agreement' },
    text: { zh: `<p>${text}</p>`, en: `<p>${text}</p>` },
  },
  ...change,
})
async function draft(text: string, change: object = {}, token = admin): Promise<string> {
  const reply = await post('agreement/save', { answers: words(text, change) }, token)
  if (reply.error) throw new Error(`${reply.error} ${JSON.stringify(reply.details)}`)
  return reply.data.id
}
async function published(text: string, change: object = {}, token = admin): Promise<string> {
  const id = await draft(text, change, token)
  expect((await post('agreement/publish', { id }, token)).error).toBeUndefined()
  return id
}
const accept = (versionId: string, token: string) => post('user/agreement', { versionId }, token)

describe('what may go on', () => {
  it('[AGREE-1] a sign-up is refused with the text until the current version is accepted; a new version is asked for again', async () => {
    const first = await published('第一版')
    const who = await world.newcomer()
    const refused = await signUp(world, who.token, form)
    expect(refused).toMatchObject({
      error: 'AGREEMENT_MISSING',
      details: { versionId: first, number: 1, title: { en: 'Entry agreement' }, text: { zh: '<p>第一版</p>' } },
    })
    expect(await world.rows('SELECT id FROM signup_registration WHERE "userId" = $1', [who.id])).toEqual([])
    expect((await get('agreement/auth', { purpose: 'signup', competitionId: form.competitionId }, who.token)).data).toMatchObject({
      ok: false,
      missing: [{ versionId: first }],
    })
    await accept(first, who.token)
    const { id: second } = (await post('agreement/revise', { id: first }, admin)).data
    await post('agreement/publish', { id: second }, admin)
    expect((await signUp(world, who.token, form)).details).toMatchObject({ versionId: second, number: 2 })
    expect((await accept(first, who.token)).error).toBe('AGREEMENT_CHANGED')
    await accept(second, who.token)
    expect((await get('agreement/auth', { purpose: 'signup', competitionId: form.competitionId }, who.token)).data.ok).toBe(true)
    expect((await signUp(world, who.token, form)).error).toBeUndefined()
  })

  it('[AGREE-2] the competition’s agreement goes before the organisation’s, that before the platform’s; one that ended makes room for the next', async () => {
    const [{ organisationId }] = await world.rows('SELECT "organisationId" FROM competition_competition WHERE id = $1', [
      form.competitionId,
    ])
    const who = await world.newcomer()
    const asked = async () =>
      (await get('agreement/auth', { purpose: 'signup', competitionId: form.competitionId }, who.token)).data.missing[0]?.versionId
    const platform = await published('平台')
    const organisation = await published('机构', { place: `organisation:${organisationId}` })
    const competition = await published('竞赛', { place: `competition:${form.competitionId}` })
    const other = await published('别的竞赛', { place: `competition:${await world.competition(DESIGN)}` })
    expect(await asked()).toBe(competition)
    await post('agreement/end', { id: competition, ended: true }, admin)
    expect(await asked()).toBe(organisation)
    await post('agreement/end', { id: organisation, ended: true }, admin)
    expect(await asked()).toBe(platform)
    await post('agreement/end', { id: platform, ended: true }, admin)
    expect(await asked()).toBeUndefined()
    expect(other).not.toBe(competition)
  })

  it('[AGREE-3] a work is refused without the licence; what experts accept is asked apart', async () => {
    const design = await world.competition(DESIGN)
    const [{ id: registrationId, userId }] = await world.rows(
      `SELECT id, "userId" FROM signup_registration WHERE "competitionId" = $1 AND status = 4 ORDER BY id LIMIT 1`,
      [design],
    )
    const { calls } = world.server.deps
    const session = { userId: String(userId), sessionId: null, identity: null, name: null, grants: [] }
    const run = () =>
      calls.run('work.submit', { registrationId: String(registrationId), formHash: 'x', answers: {} }, { session, lang: 'zh' })
    await published('保密', { purpose: 'expert' })
    await expect(run()).rejects.not.toMatchObject({ code: 'AGREEMENT_MISSING' })
    const licence = await published('授权', { purpose: 'work' })
    await expect(run()).rejects.toMatchObject({ code: 'AGREEMENT_MISSING', details: { versionId: licence } })
  })
})

describe('versions', () => {
  it('[AGREE-4] a published version never changes, there is one draft at a time, and the difference is told by paragraphs', async () => {
    const first = await published('甲</p><p>乙')
    expect((await post('agreement/save', { id: first, answers: words('改') }, admin)).error).toBe('AGREEMENT_PUBLISHED')
    expect((await post('agreement/remove', { id: first }, admin)).error).toBe('NOT_FOUND')
    expect((await post('agreement/publish', { id: first }, admin)).error).toBe('NOT_FOUND')
    const { id } = (await post('agreement/revise', { id: first }, admin)).data
    expect((await post('agreement/revise', { id: first }, admin)).error).toBe('AGREEMENT_DRAFT')
    expect((await post('agreement/save', { answers: words('另一份') }, admin)).error).toBe('AGREEMENT_DRAFT')
    await post('agreement/save', { id, answers: words('甲</p><p>丙') }, admin)
    const { data } = await get('agreement/diff', { id, language: 'zh' }, admin)
    expect(data).toMatchObject({ number: 2, against: 1 })
    expect(data.lines.map(({ kind, text }: Record<string, string>) => `${kind} ${text}`)).toEqual(['same 甲', 'removed 乙', 'added 丙'])
  })

  it('[AGREE-5] who accepted which version is told to the person and to whose agreement it is, and to nobody else', async () => {
    const competition = `competition:${form.competitionId}`
    const owner = (await post('agreement/save', { answers: words('x', { place: competition }) }, organiser)).error ? foreigner : organiser
    const stranger = owner === organiser ? foreigner : organiser
    await world.rows('DELETE FROM agreement_version')
    expect((await post('agreement/save', { answers: words('x', { place: competition }) }, stranger)).error).toBe('FORM_INVALID')
    expect((await post('agreement/save', { answers: words('x') }, owner)).error).toBe('FORM_INVALID')
    const id = await published('竞赛', { place: competition }, owner)
    const who = await world.newcomer()
    const other = await world.newcomer()
    await accept(id, who.token)
    await accept(id, who.token)
    expect((await get('user/agreement', {}, who.token)).data).toMatchObject({
      total: 1,
      list: [{ versionId: id, number: 1, text: { zh: '<p>竞赛</p>' } }],
    })
    expect((await get('user/agreement', {}, other.token)).data.total).toBe(0)
    expect((await get('agreement/acceptances', { versionId: id }, owner)).data).toMatchObject({
      total: 1,
      list: [{ person: '何新人', number: 1 }],
    })
    expect((await get('agreement/acceptances', { versionId: id }, stranger)).data.total).toBe(0)
    expect((await get(`agreement/version/${id}`, {}, stranger)).error).toBe('NOT_FOUND')
  })
})

describe('the contract of a work', () => {
  const TEMPLATE =
    '<h2>一、当事人</h2><p>甲方：{{organiser}}；乙方：<strong>{{author}}</strong>，作品《{{work}}》。</p><ol><li>授权</li></ol>'
  const contract = (html = TEMPLATE, change: object = {}) =>
    draft('', { purpose: 'contract', title: { zh: '作品合同' }, text: { zh: html, en: html }, ...change })
  async function download(workId: string, token: string, language = 'zh') {
    const headers = { authorization: `Bearer ${token}` }
    return world.app.inject({ method: 'POST', url: '/api/web/resource/pool/getContract', headers, payload: { workId, language } })
  }
  /** Characters that the embedded fonts of a PDF say they show. */
  function charactersOf(pdf: Buffer): string {
    const text = pdf.toString('latin1')
    const codes = [...text.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].flatMap(([, packed = '']) => {
      try {
        const map = inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
        return map.includes('beginbfrange') ? [...map.matchAll(/<([0-9a-f]{4})>/gi)].map(([, code = '']) => Number.parseInt(code, 16)) : []
      } catch {
        return []
      }
    })
    return String.fromCharCode(...new Set(codes))
  }
  async function work() {
    const [row] = await world.rows(
      `SELECT w.id, w."displayName", w."userId" FROM work_work w WHERE w."competitionId" = $1 AND w.state = 'submitted' ORDER BY id LIMIT 1`,
      [await world.competition(DESIGN)],
    )
    return { id: String(row.id), author: String(row.displayName), userId: String(row.userId) }
  }

  it('[CONTRACT-1] is a PDF with its parties, its characters embedded; whoever is no party finds no work', async () => {
    const { id, author } = await work()
    expect((await download(id, organiser)).json()).toMatchObject({ error: 'CONTRACT_NONE' })
    await post('agreement/publish', { id: await contract() }, admin)
    const reply = await download(id, organiser)
    expect(reply.headers).toMatchObject({ 'content-type': 'application/pdf' })
    expect(reply.headers['content-disposition']).toContain(encodeURIComponent('作品合同'))
    expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const shown = charactersOf(reply.rawPayload)
    for (const character of `甲方乙作品${author}`.replace(/\s/g, '')) expect(shown).toContain(character)
    expect(reply.rawPayload.length).toBeLessThan(200_000)
    expect((await download(id, (await world.newcomer()).token)).json()).toMatchObject({ error: 'NOT_FOUND' })
    expect((await download(id, foreigner)).json()).toMatchObject({ error: 'NOT_FOUND' })
  })

  it('[CONTRACT-2] a placeholder that nobody knows is refused when it is saved; a value is words, whatever stands in it', async () => {
    const reply = await post('agreement/save', { answers: words('', { purpose: 'contract', text: { zh: '<p>{{salary}}</p>' } }) }, admin)
    expect(reply).toMatchObject({ error: 'AGREEMENT_FIELD', details: { found: '{{salary}}' } })
    await post('agreement/publish', { id: await contract('<p>{{work}}</p>') }, admin)
    const { id } = await work()
    await world.rows('UPDATE work_work SET title = $2 WHERE id = $1', [id, '<h1>☭</h1>&lt;{{author}}'])
    const pdf = await download(id, organiser)
    expect(charactersOf(pdf.rawPayload)).toContain('<')
    expect(pdf.statusCode).toBe(200)
  })

  it('[CONTRACT-3] a document that is too long is refused, and a preview shows sample parties', async () => {
    const id = await contract(`<p>${'很长的合同。'.repeat(9000)}</p>`.slice(0, 59_000))
    const headers = { authorization: `Bearer ${admin}` }
    const preview = async () => world.app.inject({ method: 'POST', url: '/api/web/agreement/previewContract', headers, payload: { id } })
    expect((await preview()).rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    await world.rows(`UPDATE agreement_version SET text = jsonb_build_object('zh', repeat('<p>段</p>', 6000), 'en', '') WHERE id = $1`, [
      id,
    ])
    expect((await preview()).json()).toMatchObject({ error: 'PDF_TOO_LONG', details: { max: 60 } })
  })
})
