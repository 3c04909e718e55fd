/** Rules of a form over HTTP: the server decides by the document alone, whatever a browser sends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, DESIGN, type Form, HACKATHON_ANSWERS, hackathonForm, signUp, type World } from './roadWorld.ts'

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
    title: { zh: '规则' },
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
  it('[FORM-82] answers of steps that are passed over are refused, and not asked for', async () => {
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

  it('[FORM-83] a fixed value is set by the server; one that may be changed is as it was sent', async () => {
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

  it('[FORM-84] an option that is not offered for the other answers is refused', async () => {
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

describe('places of options', () => {
  const day = (value: string, places?: number) => ({ value, label: t(value), ...(places === undefined ? {} : { places }) })
  const workshop = (places: number) =>
    questionnaire({
      schema: {
        type: 'object',
        properties: {
          day: { type: 'string', title: t('Day'), 'x-options': [day('mon', places), day('tue', 1), day('any')] },
        },
      },
    })
  const formOf = async ({ id }: Made) =>
    (await world.rows('SELECT "formId" FROM questionnaire_questionnaire WHERE id = $1', [id]))[0].formId
  const held = async (made: Made) =>
    Object.fromEntries(
      (await world.rows('SELECT option, taken FROM "platform_optionPlace" WHERE form = $1 ORDER BY option', [await formOf(made)])).map(
        ({ option, taken }) => [JSON.parse(option), taken],
      ),
    )
  const left = async (made: Made) => {
    const { formHash: hash } = (await post(`sheet/${made.id}`, { token: made.token }, (await world.newcomer()).token)).data
    const { list } = (await world.call(`api/platform/form/${hash}/places`, {}, null, 'GET')).data
    return Object.fromEntries(list.map(({ option, left }: { option: string; left: number }) => [option, left]))
  }

  it('[FORM-19] are taken when answers are sent; a full option is refused at its field, and what is left is told', async () => {
    const made = await workshop(2)
    expect(await left(made)).toEqual({ mon: 2, tue: 1 })
    expect(await send(made, { day: 'mon' })).toEqual({ day: 'mon' })
    expect(await left(made)).toEqual({ mon: 1, tue: 1 })
    await send(made, { day: 'mon' })
    expect(await send(made, { day: 'mon' })).toEqual(['/day full'])
    expect(await send(made, { day: 'any' })).toEqual({ day: 'any' })
    expect(await held(made)).toEqual({ mon: 2 })
    expect(await left(made)).toEqual({ mon: 0, tue: 1 })
    // an anonymous answer has no time, nor has its place
    const times = await world.rows('SELECT DISTINCT "createdAt", "updatedAt" FROM "platform_optionPlace"')
    expect(times.map((row) => Object.values(row).map((at) => new Date(at as string).getFullYear()))).toEqual([[2000, 2000]])
  })

  it('[FORM-19] move with an answer that is changed', async () => {
    const made = await workshop(1)
    const { answers } = (await world.call(`${AREA}/settings/${made.id}`, {}, organiser, 'GET')).data
    await post('settings', { id: made.id, answers: { ...answers, afterwards: 'change' } })
    const { token } = await world.newcomer()
    const save = (input: object) => world.call('api/web/user/questionnaire/save', { id: made.id, token: made.token, answers: input }, token)
    expect((await save({ day: 'mon' })).code).toBe(0)
    expect((await save({ day: 'mon' })).code).toBe(0)
    expect((await save({ day: 'tue' })).code).toBe(0)
    expect(await held(made)).toEqual({ mon: 0, tue: 1 })
    expect(await send(made, { day: 'mon' })).toEqual({ day: 'mon' })
    expect((await save({ day: 'mon' })).error).toBe('FORM_INVALID')
    expect(await held(made)).toEqual({ mon: 1, tue: 1 })
  })

  it('[FORM-73] the last ones go to exactly as many people; without the rule of the table they are oversold', async () => {
    const rush = async () => {
      const made = await workshop(3)
      const people = await Promise.all(Array.from({ length: 8 }, () => world.newcomer()))
      const replies = await Promise.all(
        people.map(({ token }) =>
          world.call('api/web/user/questionnaire/save', { id: made.id, token: made.token, answers: { day: 'mon' } }, token),
        ),
      )
      return [replies.filter(({ code }) => code === 0).length, (await held(made)).mon]
    }
    expect(await rush()).toEqual([3, 3])
    const [rule] = await world.rows(
      `SELECT conname, pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conrelid = '"platform_optionPlace"'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%taken%places%'`,
    )
    await world.rows(`ALTER TABLE "platform_optionPlace" DROP CONSTRAINT "${rule.conname}"`)
    expect(await rush()).toEqual([8, 8])
    await world.rows('DELETE FROM "platform_optionPlace" WHERE taken > places')
    await world.rows(`ALTER TABLE "platform_optionPlace" ADD CONSTRAINT "${rule.conname}" ${rule.rule}`)
  })

  it('[FORM-75] of a sign-up form are given back by a suspension, and taken again when it is lifted', async () => {
    const [form, second] = await Promise.all([hackathonForm(world), world.signIn('organiser 2')])
    const act = (path: string, input: object) => world.call(`api/web/${path}`, { ...input }, second)
    const { content, revision } = (await world.call('api/web/competition/form', { competitionId: form.competitionId }, second, 'GET')).data
    content.schema.properties.shirt['x-options'].find(({ value }: { value: string }) => value === 'M').places = 1
    await act('competition/form/save', { competitionId: form.competitionId, content, revision })
    expect((await act('competition/form/publish', { competitionId: form.competitionId })).code).toBe(0)
    const { formHash } = (await world.call(`api/web/competition/btn/${form.competitionId}`, {}, null, 'GET')).data
    const now: Form = { ...form, formHash }
    const begin = async (answers: object = {}) =>
      signUp(world, (await world.newcomer()).token, now, { answers: { ...HACKATHON_ANSWERS, ...answers } })
    const first = await begin()
    expect(first.code).toBe(0)
    const full = await begin()
    expect([full.error, full.details?.errors?.map(({ path, rule }: { path: string; rule: string }) => [path, rule])]).toEqual([
      'FORM_INVALID',
      [['/shirt', 'full']],
    ])
    expect((await begin({ shirt: 'L' })).code).toBe(0)
    expect((await act('signup/approve', { id: first.data.id })).code).toBe(0)
    expect((await act('signup/suspend', { id: first.data.id, reason: '资格核实未通过' })).code).toBe(0)
    expect((await begin()).code).toBe(0)
    expect((await act('signup/restore', { id: first.data.id })).error).toBe('FULL')
  })
})
