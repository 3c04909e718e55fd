/** The life of a competition by HTTP: a draft, its wizard, what is missing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, MODELLING, type World } from '../road-world.ts'

let world: World
let organiser: string
let stranger: string
let organisationId: string
beforeAll(async () => {
  world = await createWorld()
  organiser = await world.signIn('organiser')
  stranger = await world.signIn('organiser 2')
  const [row] = await world.rows('SELECT "organisationId" FROM competition_competition WHERE id = $1', [await world.competition(MODELLING)])
  organisationId = String(row.organisationId)
})
afterAll(() => world.close())

const api = 'api/web/competition'
const read = async (competitionId: string, token = organiser) => world.call(`${api}/competitionInfos`, { competitionId }, token, 'GET')
const draft = async (titleZh = '建模新秀赛') =>
  (await world.call(`${api}/saveNewCompetition`, { organisationId, titleZh }, organiser)).data.id as string

describe('a draft', () => {
  it('[DRAFT-1] is created with a title alone, under the organisation where the right is held', async () => {
    const id = await draft()
    const reply = await read(id)
    expect(reply.error).toBeUndefined()
    const { data } = reply
    expect(data).toMatchObject({ published: false, revision: 1, state: 0, info: { titleZh: '建模新秀赛' } })
    expect(data.completeness.missing.map(({ code }: { code: string }) => code)).toContain('signupTimes')
    expect((await world.call(`${api}/detail/${id}`, {}, organiser, 'GET')).error).toBe('NOT_FOUND')
    expect((await world.call(`${api}/saveNewCompetition`, { organisationId, titleZh: '借名' }, stranger)).error).toBe('PERMISSION_DENIED')
  })
  it('[DRAFT-2] is saved part by part, and names what is missing with its place', async () => {
    const id = await draft()
    const saved = await world.call(
      `${api}/saveInfo`,
      {
        competitionId: id,
        revision: 1,
        answers: { titleZh: '建模新秀赛', titleEn: 'Modelling Rookies', level: 'national', type: 'A', mode: 'team' },
      },
      organiser,
    )
    expect(saved).toMatchObject({ code: 0, data: { revision: 2 } })
    const { completeness, open } = (await read(id)).data
    expect(completeness.missing.filter(({ part }: { part: string }) => part === 'info').length).toBe(open.info)
    expect(completeness.missing[0].address).toBe(`/createNewCompetition/createNewCompetition?competitionId=${id}`)
    expect(completeness.missing.map(({ code }: { code: string }) => code)).not.toContain('level')
  })
  it('[DRAFT-3] tells whoever saves over a newer revision, and keeps the newer one', async () => {
    const id = await draft()
    const save = (titleZh: string) => world.call(`${api}/saveInfo`, { competitionId: id, revision: 1, answers: { titleZh } }, organiser)
    expect((await save('甲')).code).toBe(0)
    expect((await save('乙')).error).toBe('COMPETITION_CHANGED')
    expect((await read(id)).data.info.titleZh).toBe('甲')
  })
  it('[DRAFT-4] does not exist for organisers of other organisations', async () => {
    const id = await draft()
    expect((await read(id, stranger)).error).toBe('PERMISSION_DENIED')
    expect((await world.call(`${api}/saveInfo`, { competitionId: id, answers: { titleZh: '改名' } }, stranger)).error).toBe(
      'PERMISSION_DENIED',
    )
    expect((await read(id)).data.info.titleZh).toBe('建模新秀赛')
  })
  it('[DRAFT-5] refuses a timeline that contradicts itself, at the field that comes too early', async () => {
    const id = await draft()
    const save = (answers: Record<string, unknown>) => world.call(`${api}/saveTimes`, { competitionId: id, answers }, organiser)
    const wrong = await save({
      signupStart: '2027-01-02T00:00:00.000Z',
      signupEnd: '2027-01-02T00:00:00.000Z',
      milestones: [{ titleZh: '初赛', at: '2027-03-02T00:00:00.000Z', until: '2027-03-01T00:00:00.000Z' }],
    })
    expect(wrong.error).toBe('FORM_INVALID')
    expect(wrong.details?.errors?.map(({ path }) => path)).toEqual(['/signupEnd', '/milestones/0/until'])
    expect(
      (await save({ signupStart: '2027-01-02T00:00:00.000Z', milestones: [{ titleZh: '初赛', at: '2027-03-02T00:00:00.000Z' }] })).code,
    ).toBe(0)
    const { times } = (await read(id)).data
    expect(times).toMatchObject({
      signupStart: '2027-01-02T00:00:00.000Z',
      milestones: [{ titleZh: '初赛', at: '2027-03-02T00:00:00.000Z' }],
    })
    expect(times.milestones[0].until).toBeUndefined()
    expect((await save({ milestones: [{ ...times.milestones[0], titleZh: '复赛' }] })).code).toBe(0)
    expect((await read(id)).data.times.milestones).toEqual([{ ...times.milestones[0], titleZh: '复赛' }])
  })
})
