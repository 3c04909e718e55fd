/** Quizzes over HTTP: points are computed by the server alone, and what they are computed by never leaves it before. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, DESIGN, type World } from './roadWorld.ts'

const AREA = 'api/web/questionnaire'
let world: World
let organiser: string
let competitionId: string
beforeAll(async () => {
  world = await createWorld({ template: 'seeded' })
  organiser = await world.signIn('organiser')
  competitionId = await world.competition(DESIGN)
})
afterAll(() => world?.close())

const post = (path: string, input: Record<string, unknown>, token: string | null = organiser) => world.call(`${AREA}/${path}`, input, token)
const get = (path: string, token: string | null = organiser) => world.call(`${AREA}/${path}`, {}, token, 'GET')
const t = (en: string) => ({ zh: `${en}。`, en })
const option = (value: string) => ({ value, label: t(`Option ${value}`) })

/** What must not leave the server, findable in any text. */
const SECRETS = { city: 'Quarkville', number: 41.7261, points: 7.0625, words: 'Splendid-work' }
const FORM = {
  quiz: {
    pass: 60,
    results: [
      { from: 0, text: t('Keep practising') },
      { from: 80, text: t(SECRETS.words) },
    ],
  },
  schema: {
    type: 'object',
    properties: {
      capital: {
        type: 'string',
        title: t('Capital'),
        maxLength: 50,
        'x-score': { answers: [SECRETS.city, 'Q City'], points: SECRETS.points },
      },
      size: { type: 'number', title: t('Size'), 'x-score': { answers: [SECRETS.number], tolerance: 0.5 } },
      single: { type: 'string', title: t('Single'), 'x-options': ['a', 'b', 'c'].map(option), 'x-score': { answers: ['b'], points: 2 } },
      several: {
        type: 'array',
        title: t('Several'),
        uniqueItems: true,
        items: { type: 'string' },
        'x-options': ['a', 'b', 'c'].map(option),
        'x-score': {
          options: [
            { value: 'a', points: 1 },
            { value: 'b', points: 1.9375 },
            { value: 'c', points: -2 },
          ],
        },
      },
      more: {
        type: 'string',
        title: t('More'),
        'x-options': ['a', 'b'].map(option),
        'x-visibleWhen': { cel: "single == 'b'" },
        'x-score': { answers: ['a'], points: 3 },
      },
      name: { type: 'string', title: t('Name'), maxLength: 50 },
    },
  },
}
const RIGHT = { capital: ' quarkVILLE ', size: 42, single: 'b', several: ['a', 'b'], more: 'a' }

interface Made {
  id: string
  token: string
}

async function quiz(settings: Record<string, unknown> = {}, form: object = FORM, mode = 'named'): Promise<Made> {
  const { data } = await post('create', {
    title: { zh: '测验' },
    for: `competition:${competitionId}`,
    mode,
    start: 'questionnaire.starter',
  })
  const { content, revision } = (await post('form', { id: data.id })).data
  const saved = await post('form/save', { id: data.id, content: { ...content, ...form }, revision })
  expect(saved.data.failures).toEqual([])
  const { answers } = (await get(`settings/${data.id}`)).data
  expect((await post('settings', { id: data.id, answers: { ...answers, ...settings } })).code).toBe(0)
  expect((await post('publish', { id: data.id })).code).toBe(0)
  const { address } = (await get(`link/${data.id}`)).data
  return { id: data.id, token: address.split('/').at(-1) }
}
const sheet = async ({ id, token }: Made, who: string | null) => (await post(`sheet/${id}`, { token }, who)).data
const save = ({ id, token }: Made, answers: object, who: string | null) =>
  world.call('api/web/user/questionnaire/save', { id, token, answers }, who)
const stored = (id: string) =>
  world.rows('SELECT score, maximum, passed FROM questionnaire_answer WHERE "questionnaireId" = $1 AND state = \'submitted\' ORDER BY id', [
    id,
  ])
const scoreOf = async (made: Made, answers: object) => (await save(made, answers, (await world.newcomer()).token)).data.score

describe('points', () => {
  it('[QUIZ-1] are computed by the server from the stored answers, of the questions that were asked', async () => {
    const made = await quiz({ scoreShown: 'atOnce' })
    expect(await scoreOf(made, RIGHT)).toEqual({ total: 16, maximum: 16, passed: true, text: t(SECRETS.words) })
    // without "more", which was not asked; a wrong option is taken off, and a question never counts below 0
    expect(await scoreOf(made, { capital: 'q  city', size: 40, single: 'a', several: ['a', 'c'] })).toEqual({
      total: 7.06,
      maximum: 13,
      passed: false,
      text: t('Keep practising'),
    })
    expect(await scoreOf(made, { name: 'Nothing else' })).toMatchObject({ total: 0, maximum: 13, passed: false })
    expect(await stored(made.id)).toEqual([
      { score: 16, maximum: 16, passed: true },
      { score: 7.06, maximum: 13, passed: false },
      { score: 0, maximum: 13, passed: false },
    ])
  })

  it('[QUIZ-2] that a browser sends count for nothing', async () => {
    const made = await quiz({ scoreShown: 'atOnce' })
    const { token } = await world.newcomer()
    const sent = { id: made.id, token: made.token, answers: { single: 'a' }, score: 16, maximum: 16, passed: true }
    const reply = await world.call('api/web/user/questionnaire/save', sent, token)
    if (reply.code === 0) expect(reply.data.score.total).toBe(0)
    expect((await save(made, { single: 'a', score: 16 }, (await world.newcomer()).token)).error).toBe('FORM_INVALID')
    for (const { score } of await stored(made.id)) expect(score).toBe(0)
  })

  it('[QUIZ-3] follow an answer that is changed, and are in the log with it', async () => {
    const made = await quiz({ scoreShown: 'atOnce', afterwards: 'change' })
    const { token } = await world.newcomer()
    expect((await save(made, { single: 'a' }, token)).data).toEqual({ score: null })
    expect((await save(made, { single: 'b' }, token)).data).toEqual({ score: null })
    expect(await stored(made.id)).toEqual([{ score: 2, maximum: 16, passed: false }])
    const log = await world.rows(
      `SELECT l.after FROM platform_log l JOIN questionnaire_answer a ON a.id::text = l."rowId" AND a."questionnaireId" = $1
        WHERE l.entity = 'questionnaire.answer' ORDER BY l.id`,
      [made.id],
    )
    expect(log.map(({ after }) => after.score)).toEqual([0, 2])
  })

  it('[QUIZ-4] are none where no question has any', async () => {
    const made = await quiz({ scoreShown: 'atOnce' }, { schema: { type: 'object', properties: { name: FORM.schema.properties.name } } })
    expect(await scoreOf(made, { name: 'A' })).toBeNull()
    expect(await stored(made.id)).toEqual([{ score: null, maximum: null, passed: null }])
  })

  it('[QUIZ-5] of an anonymous response are told at once or never', async () => {
    const [now, later] = [
      await quiz({ scoreShown: 'atOnce', onePerPerson: false }, FORM, 'anonymous'),
      await quiz({ scoreShown: 'closed', onePerPerson: false }, FORM, 'anonymous'),
    ]
    expect((await save(now, RIGHT, null)).data.score).toMatchObject({ total: 16 })
    expect((await save(later, RIGHT, null)).data.score).toBeNull()
    expect(await stored(later.id)).toEqual([{ score: 16, maximum: 16, passed: true }])
  })
})

describe('the person', () => {
  it.each([
    ['never', {}, [null, null]],
    ['closed', {}, [null, 16]],
    ['atOnce', {}, [16, 16]],
    // who can still change the answers would find the right ones by trying
    ['atOnce', { afterwards: 'change' }, [null, 16]],
  ])('[QUIZ-6] sees the score %s %o', async (scoreShown, settings, [open, closed]) => {
    const made = await quiz({ scoreShown, ...settings })
    const { token } = await world.newcomer()
    const reply = await save(made, RIGHT, token)
    expect(reply.data.score?.total ?? null).toBe(open)
    expect((await sheet(made, token)).score?.total ?? null).toBe(open)
    await post('close', { id: made.id })
    expect((await sheet(made, token)).score?.total ?? null).toBe(closed)
  })

  it('[QUIZ-7] gets neither right answers nor points with the form, its rules or the page', async () => {
    const made = await quiz({ scoreShown: 'atOnce' })
    const { token } = await world.newcomer()
    const opened = await sheet(made, token)
    const form = await world.call(`api/platform/form/${opened.formHash}`, {}, token, 'GET')
    expect(form.code).toBe(0)
    expect(JSON.stringify(form.data)).toContain('capital')
    const [hash] = Object.values(form.data.validators)
    const rules = await world.rows('SELECT source FROM platform_validator WHERE hash = $1', [hash])
    expect(rules).toHaveLength(1)
    const page = await world.app.inject({ url: `/admin/collection/${made.id}/${made.token}` })
    const screen = await world.call('api/platform/page/questionnaire.answering', {}, token, 'GET')
    expect(Object.keys(screen.data)).toContain('forms')
    const served = [JSON.stringify([opened, form.data, rules, screen.data]), page.body].join('\n')
    for (const secret of ['x-score', '"quiz"', 'tolerance', ...Object.values(SECRETS).map(String)]) expect(served).not.toContain(secret)
  })
})

describe('the name of a form version', () => {
  it('[QUIZ-9] does not confirm a guess at the right answers', async () => {
    const guess = async (made: Made) => {
      const { content } = (await post('form', { id: made.id })).data
      const { formHash } = await sheet(made, (await world.newcomer()).token)
      return createHash('sha256').update(JSON.stringify(content)).digest('hex') === formHash
    }
    // what is guessed at a form that hides nothing is right, so the guess is made as it should be
    expect(await guess(await quiz({}, { schema: { type: 'object', properties: { name: FORM.schema.properties.name } } }))).toBe(true)
    expect(await guess(await quiz())).toBe(false)
  })
})

describe('the organiser', () => {
  it('[QUIZ-8] reads mean, median and distribution of the points, and nothing of the kind where there are none', async () => {
    const made = await quiz()
    for (const answers of [RIGHT, { single: 'b' }, { single: 'a' }]) await save(made, answers, (await world.newcomer()).token)
    const { questions } = (await post(`statistics/${made.id}`, {})).data
    expect(questions[0]).toMatchObject({
      kind: 'number',
      title: { en: 'Score' },
      answered: 3,
      numbers: { mean: 6, median: 2, minimum: 0, maximum: 16 },
    })
    const plain = await quiz({}, { schema: { type: 'object', properties: { name: FORM.schema.properties.name } } })
    await save(plain, { name: 'A' }, (await world.newcomer()).token)
    expect((await post(`statistics/${plain.id}`, {})).data.questions.map(({ path }: { path: string }) => path)).toEqual(['name'])
  })
})
