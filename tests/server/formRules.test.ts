/** Rules of a form over HTTP: the server decides by the document alone, whatever a browser sends. */
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
const t = (en: string) => ({ zh: `${en}。`, en })
const text = (more: object = {}) => ({ type: 'string', title: t('Text'), maxLength: 50, ...more })
const cel = (source: string) => ({ cel: source })

interface Made {
  id: string
  token: string
}

/** A questionnaire whose form has these fields; null and the failures when it cannot be published. */
async function questionnaire(form: Record<string, unknown>): Promise<Made> {
  const { data } = await post('create', {
    titleZh: '规则',
    for: `competition:${competitionId}`,
    mode: 'named',
    start: 'questionnaire.starter',
  })
  const { content, revision } = (await post('form', { id: data.id })).data
  const saved = await post('form/save', { id: data.id, content: { ...content, ...form }, revision })
  expect(saved.data.failures).toEqual([])
  expect((await post('publish', { id: data.id })).code).toBe(0)
  const { address } = (await world.call(`${AREA}/link/${data.id}`, {}, organiser, 'GET')).data
  return { id: data.id, token: address.split('/').at(-1) }
}

async function send(made: Made, answers: Record<string, unknown>) {
  const { token } = await world.newcomer()
  const reply = await world.call('api/web/user/questionnaire/save', { id: made.id, token: made.token, answers }, token)
  if (reply.code !== 0) return (reply.details!.errors as { path: string; rule: string }[]).map(({ path, rule }) => `${path} ${rule}`)
  const [stored] = await world.rows('SELECT "values" FROM questionnaire_answer WHERE "questionnaireId" = $1 ORDER BY id DESC LIMIT 1', [
    made.id,
  ])
  return stored.values
}

describe('what the server makes of answers', () => {
  it('[FORM-15] answers of steps that are passed over are refused, and not asked for', async () => {
    const made = await questionnaire({
      steps: [
        { id: 'who', title: t('Who'), next: [{ when: cel("kind == 'work'"), to: 'work' }] },
        { id: 'school', title: t('School'), next: [{ to: 'end' }] },
        { id: 'work', title: t('Work') },
      ],
      schema: {
        type: 'object',
        properties: {
          kind: text({ 'x-step': 'who' }),
          school: text({ 'x-step': 'school', 'x-whenHidden': 'keep' }),
          company: text({ 'x-step': 'work' }),
        },
        required: ['kind', 'school', 'company'],
      },
    })
    expect(await send(made, { kind: 'work', company: 'Agon' })).toEqual({ kind: 'work', company: 'Agon' })
    expect(await send(made, { kind: 'school', school: 'A' })).toEqual({ kind: 'school', school: 'A' })
    expect(await send(made, { kind: 'school', company: 'Agon' })).toEqual(['/school required', '/company hiddenValue'])
    expect(await send(made, { kind: 'work', school: 'A', company: 'Agon' })).toEqual(['/school hiddenValue'])
  })

  it('[FORM-16] a fixed value is set by the server; one that may be changed is as it was sent', async () => {
    const made = await questionnaire({
      schema: {
        type: 'object',
        properties: {
          kind: text(),
          fee: {
            type: 'integer',
            title: t('Fee'),
            'x-set': [
              { when: cel("kind == 'free'"), to: 0, fixed: true },
              { when: cel("kind == 'student'"), to: 10 },
            ],
          },
        },
      },
    })
    expect(await send(made, { kind: 'free', fee: 99 })).toEqual({ kind: 'free', fee: 0 })
    expect(await send(made, { kind: 'free' })).toEqual({ kind: 'free', fee: 0 })
    expect(await send(made, { kind: 'student', fee: 12 })).toEqual({ kind: 'student', fee: 12 })
    expect(await send(made, { kind: 'student' })).toEqual({ kind: 'student' })
  })

  it('[FORM-17] an option that is not offered for the other answers is refused', async () => {
    const city = (value: string, province: string) => ({ value, label: t(value), columns: { province } })
    const made = await questionnaire({
      schema: {
        type: 'object',
        properties: {
          province: text(),
          city: text({ 'x-options': [city('gz', 'gd'), city('cd', 'sc')], 'x-optionWhen': cel('option.province == province') }),
        },
      },
    })
    expect(await send(made, { province: 'gd', city: 'gz' })).toEqual({ province: 'gd', city: 'gz' })
    expect(await send(made, { province: 'sc', city: 'gz' })).toEqual(['/city option'])
    expect(await send(made, { city: 'gz' })).toEqual(['/city option'])
  })

  it('[FORM-18] a rule between fields is told at its field, and not while what it reads is missing', async () => {
    const day = { type: 'string', format: 'date', title: t('Day') }
    const checks = [{ must: cel('endsOn >= startsOn'), message: { zh: '结束日期不能早于开始日期', en: 'It ends before it begins' } }]
    const made = await questionnaire({
      schema: { type: 'object', properties: { startsOn: day, endsOn: { ...day, 'x-checks': checks } } },
    })
    expect(await send(made, { startsOn: '2026-05-02', endsOn: '2026-05-01' })).toEqual(['/endsOn check'])
    expect(await send(made, { startsOn: '2026-05-02' })).toEqual({ startsOn: '2026-05-02' })
    expect(await send(made, { startsOn: '2026-05-01', endsOn: '2026-05-02' })).toEqual({ startsOn: '2026-05-01', endsOn: '2026-05-02' })
  })
})
