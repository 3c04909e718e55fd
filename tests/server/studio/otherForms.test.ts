/** Forms that a new one can begin as: those of other competitions and questionnaires within reach, and the library of the organisation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormDocument } from '../../../runtime/core/documents.ts'
import { createWorld, DESIGN, MODELLING, type World } from '../roadWorld.ts'

type Listed = { id: string; title: { zh: string }; about: { zh: string } | null; at?: string | null }
const FORMS = 'api/web/competition/form'
const KEPT = 'api/web/studio/kept'
const FORM = {
  title: { zh: '留存的报名表', en: 'Kept form' },
  schema: {
    type: 'object',
    required: [],
    properties: {
      z: { type: 'string', title: { zh: '先', en: 'First' } },
      a: { type: 'string', title: { zh: '后', en: 'Second' } },
    },
  },
}

let world: World
let organiser: string
let other: string
let organisationId: string
beforeAll(async () => {
  world = await createWorld()
  ;[organiser, other] = await Promise.all([world.signIn('organiser'), world.signIn('polytechnic organiser')])
  organisationId = await ownerOf(DESIGN)
})
afterAll(() => world?.close())

const get = (path: string, input: Record<string, unknown> = {}, token = organiser) => world.call(path, input, token, 'GET')
const listed = async (path: string, input: Record<string, unknown> = {}, token = organiser): Promise<Listed[]> =>
  (await get(path, input, token)).data.list
async function ownerOf(title: string): Promise<string> {
  const id = await world.competition(title)
  return String((await world.rows('SELECT "organisationId" FROM competition_competition WHERE id = $1', [id]))[0].organisationId)
}
const keep = (input: Record<string, unknown> = {}, token = organiser) =>
  world.call(KEPT, { organisationId, purpose: 'signup', content: FORM, ...input }, token)

describe('forms of other competitions', () => {
  it('[OWN-12] are those that the person may design, without the present one, found by title', async () => {
    const mine = await world.competition(DESIGN)
    const all = await listed(`${FORMS}/others`)
    expect(all.map(({ title }) => title.zh)).toEqual(expect.arrayContaining([DESIGN, MODELLING]))
    expect(all.every(({ about }) => about !== null)).toBe(true)
    const others = await listed(`${FORMS}/others`, { except: mine, purpose: 'signup' })
    expect(others.map(({ id }) => id)).not.toContain(mine)
    expect((await listed(`${FORMS}/others`, { search: '数学建模' })).map(({ title }) => title.zh)).toContain(MODELLING)
  })

  it('[OWN-13] bring the published version, in the order of its fields, and not a draft that nobody has seen', async () => {
    const competitionId = await world.competition(MODELLING)
    const { content, revision } = (await world.call(FORMS, { competitionId }, await world.signIn('organiser'))).data
    const changed = { ...content, title: { zh: '草稿', en: 'Draft' } }
    expect((await world.call(`${FORMS}/save`, { competitionId, revision, content: changed }, organiser)).code).toBe(0)
    const copied = (await get(`${FORMS}/other`, { competitionId })).data.content as FormDocument
    expect(copied.title).not.toEqual(changed.title)
    expect(Object.keys(copied.schema.properties)).toEqual(Object.keys(content.schema.properties))
  })

  it('[OWN-14] of another organisation are neither listed nor read', async () => {
    const competitionId = await world.competition(DESIGN)
    expect((await listed(`${FORMS}/others`, {}, other)).map(({ id }) => id)).not.toContain(competitionId)
    expect((await get(`${FORMS}/other`, { competitionId }, other)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
    const [{ id }] = await world.rows('SELECT id FROM questionnaire_questionnaire WHERE "organisationId" = $1 AND "formId" IS NOT NULL', [
      organisationId,
    ])
    const questions = 'api/web/questionnaire/form'
    expect((await listed(`${questions}/others`)).map((each) => each.id)).toContain(String(id))
    expect((await listed(`${questions}/others`, { except: id })).map((each) => each.id)).not.toContain(String(id))
    expect((await listed(`${questions}/others`, {}, other)).map((each) => each.id)).not.toContain(String(id))
    expect((await get(`${questions}/other`, { id })).data.content.schema.type).toBe('object')
    expect((await get(`${questions}/other`, { id }, other)).error).toMatch(/NOT_FOUND|PERMISSION_DENIED/)
  })
})

describe('the library of an organisation', () => {
  it('[OWN-15] keeps a copy for everybody who sets up its competitions, and for nobody else', async () => {
    const { id } = (await keep()).data
    expect(await listed(KEPT, { purpose: 'signup' })).toMatchObject([{ id, title: FORM.title }])
    expect(await listed(KEPT, { purpose: 'work' })).toEqual([])
    const { content } = (await get(`${KEPT}/one`, { id })).data
    expect(Object.keys(content.schema.properties)).toEqual(['z', 'a'])
    expect(await listed(KEPT, {}, other)).toEqual([])
    expect((await get(`${KEPT}/one`, { id }, other)).error).toBe('NOT_FOUND')
    const remove = async (token: string) =>
      (await world.app.inject({ method: 'DELETE', url: `/${KEPT}/${id}`, headers: { authorization: `Bearer ${token}` } })).json()
    await remove(other)
    expect(await listed(KEPT)).toHaveLength(1)
    expect((await remove(organiser)).code).toBe(0)
    expect(await listed(KEPT)).toEqual([])
  })

  it('[OWN-16] takes no form into another organisation, and none that has no title', async () => {
    expect((await keep({}, other)).error).toBe('PERMISSION_DENIED')
    const competitionId = await world.competition(DESIGN)
    expect((await keep({ competitionId, organisationId: null }, other)).error).toBe('PERMISSION_DENIED')
    const [own] = await world.rows('SELECT id FROM organisation_organisation WHERE id <> $1 ORDER BY id DESC', [organisationId])
    for (const wrong of [{ content: { schema: {} } }, { competitionId }, { competitionId: null, organisationId: null }])
      expect((await keep(wrong)).error, JSON.stringify(wrong)).toMatch(/CALL_INPUT|PERMISSION_DENIED/)
    expect((await keep({ competitionId, organisationId: String(own.id) }, other)).error).toMatch(/CALL_INPUT|PERMISSION_DENIED/)
    expect(await world.rows('SELECT 1 FROM "studio_keptForm"')).toEqual([])
  })

  it('[OWN-17] is full at the limit of the settings', async () => {
    await world.rows(
      `INSERT INTO "studio_keptForm" ("organisationId", title, purpose) SELECT $1, '{"zh":"x","en":"x"}', 'signup' FROM generate_series(1, 500)`,
      [organisationId],
    )
    expect((await keep()).error).toBe('LIBRARY_FULL')
  })
})
