/** How a questionnaire reaches people: short links, links that bring answers along, other sites that show it, and what is said once it is closed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, DESIGN, type World } from './roadWorld.ts'

const AREA = 'api/web/questionnaire'
const CHOICE = {
  type: 'string',
  title: { zh: '选择', en: 'Choice' },
  'x-widget': 'radio',
  'x-prefill': true,
  'x-options': [
    { value: 'a', label: { zh: '甲', en: 'A' } },
    { value: 'b', label: { zh: '乙', en: 'B' } },
  ],
}
const FIELDS = {
  choice: CHOICE,
  name: { type: 'string', title: { zh: '姓名', en: 'Name' }, maxLength: 10, 'x-prefill': true },
  age: { type: 'integer', title: { zh: '年龄', en: 'Age' }, minimum: 6, 'x-prefill': true },
  topics: {
    type: 'array',
    title: { zh: '主题', en: 'Topics' },
    items: { type: 'string' },
    uniqueItems: true,
    'x-widget': 'checkbox',
    'x-options': CHOICE['x-options'],
    'x-prefill': true,
  },
  agree: { type: 'boolean', const: true, title: { zh: '同意', en: 'Agree' }, 'x-widget': 'agreement', 'x-prefill': true },
  own: { type: 'string', title: { zh: '意见', en: 'Opinion' }, maxLength: 100 },
  source: { type: 'string', title: { zh: '来源', en: 'Source' }, 'x-widget': 'hidden', 'x-prefill': true, maxLength: 20 },
}

let world: World
let organiser: string
let other: string
let id: string
beforeAll(async () => {
  world = await createWorld({ template: 'seeded', siteAddress: 'https://agon.example' })
  ;[organiser, other] = await Promise.all([world.signIn('organiser'), world.signIn('organiser 2')])
  const competitionId = await world.competition(DESIGN)
  id = (
    await post('create', { title: { zh: '问卷' }, for: `competition:${competitionId}`, mode: 'anonymous', start: 'questionnaire.starter' })
  ).data.id
  await saveSettings({ onePerPerson: false })
  const { content, revision } = (await post('form', { id })).data
  const schema = { type: 'object', required: ['choice'], properties: FIELDS }
  expect((await post('form/save', { id, revision, content: { ...content, schema } })).data.failures).toEqual([])
  expect((await post('publish', { id })).code).toBe(0)
})
afterAll(() => world?.close())

const post = (path: string, input: Record<string, unknown>, token: string | null = organiser) => world.call(`${AREA}/${path}`, input, token)
const get = (path: string) => world.call(`${AREA}/${path}`, {}, organiser, 'GET')
const link = async () => (await get(`link/${id}`)).data
const code = async () => (await link()).shortPath.split('/').at(-1) as string
const sheet = async (given: Record<string, unknown> = {}, of?: string) =>
  (await post(`sheet/${of ?? (await code())}`, { given }, null)).data
async function saveSettings(change: Record<string, unknown>) {
  const { answers } = (await get(`settings/${id}`)).data
  expect((await post('settings', { id, answers: { ...answers, ...change } })).code).toBe(0)
}
const policyOf = async (path: string) => String((await world.app.inject({ url: path })).headers['content-security-policy'])
const framesOf = async (path: string) => /frame-ancestors ([^;]+)/.exec(await policyOf(path))![1]

describe('a short link', () => {
  it('[QUEST-30] opens what the general link opens, until that is replaced; no other letters open anything', async () => {
    const { shortAddress } = await link()
    const first = await code()
    expect(shortAddress).toBe(`https://agon.example/q/${first}`)
    expect(first.length).toBeLessThan(14)
    const opened = await sheet()
    expect(opened).toMatchObject({ state: 'open', id })
    expect((await post(`sheet/${id}`, { token: opened.token }, null)).data.state).toBe('open')
    const [number, letters] = first.split('-') as [string, string]
    const wrong = [
      `${number}-${letters.slice(0, 7)}${letters.endsWith('a') ? 'b' : 'a'}`,
      `${number}1-${letters}`,
      number,
      `-${letters}`,
      id,
    ]
    for (const each of wrong) expect(await sheet({}, each)).toEqual({ state: 'wrong' })
    await post('link/renew', { id })
    expect(await sheet({}, first)).toEqual({ state: 'wrong' })
    expect((await sheet()).state).toBe('open')
  })
})

describe('answers in a link', () => {
  it('[QUEST-31] are taken by the fields that the designer allows, typed, and only when they fit the form', async () => {
    const given = { choice: 'b', name: '何小雨', age: '12', topics: 'a,b', own: 'no', unknown: 'x', source: 'poster' }
    const { prefill, carried } = await sheet(given)
    expect(prefill).toEqual({ choice: 'b', name: '何小雨', age: 12, topics: ['a', 'b'], source: 'poster' })
    expect(carried).toEqual({ zh: '来源（poster）', en: 'Source (poster)' })
    const wrong = { choice: 'z', name: 'x'.repeat(11), age: '3', topics: ['a', 'q'], source: 'y'.repeat(21) }
    expect((await sheet(wrong)).prefill).toEqual({})
    expect((await sheet({ age: 'many', topics: { a: 1 } })).prefill).toEqual({})
  })

  it('[QUEST-32] never agree to anything in someone’s name', async () => {
    expect((await sheet({ agree: 'true', choice: 'a' })).prefill).toEqual({ choice: 'a' })
  })

  it('[QUEST-33] stay in the response and its export: hidden fields are answers', async () => {
    const { id: to, token, prefill } = await sheet({ choice: 'a', source: 'campaign-1' })
    const reply = await world.call('api/web/user/questionnaire/save', { id: to, token, answers: { ...prefill, agree: true } }, null)
    expect(reply.code).toBe(0)
    const [row] = await world.rows('SELECT "values" FROM questionnaire_answer WHERE "questionnaireId" = $1', [id])
    expect(row.values).toMatchObject({ source: 'campaign-1' })
    const { fields, example } = await link()
    expect(fields.map(({ name }: { name: string }) => name)).toEqual(['choice', 'name', 'age', 'topics', 'source'])
    const asked = Object.fromEntries(new URL(example).searchParams)
    expect(Object.keys((await sheet(asked)).prefill)).toEqual(['choice', 'name', 'age', 'topics', 'source'])
  })
})

describe('in a frame', () => {
  it('[QUEST-34] only the page of the short link may stand, and only on the sites of the list', async () => {
    const path = async () => `/q/${await code()}?embed=1`
    expect((await post('embedding', { id, origins: '' })).code).toBe(0)
    expect(await framesOf(await path())).toBe("'self'")
    expect((await post('embedding', { id, origins: 'https://a.example\nhttps://b.example:8443/\nhttp://localhost:4240' })).code).toBe(0)
    expect(await framesOf(await path())).toBe("'self' https://a.example https://b.example:8443 http://localhost:4240")
    const { path: long } = await link()
    const right = await code()
    const wrong = `${right.slice(0, -1)}${right.endsWith('x') ? 'y' : 'x'}`
    for (const closed of [long, '/', '/login', '/admin', `/q/${wrong}?embed=1`]) expect(await framesOf(closed)).toBe("'self'")
    expect((await post('embedding', { id, origins: '' })).code).toBe(0)
    expect(await framesOf(await path())).toBe("'self'")
  })

  it('[QUEST-35] what is no address of a site is refused, and nobody else sets the list', async () => {
    const wrong = [
      'http://a.example',
      'https://a.example/path',
      'https://u:p@a.example',
      "https://a.example;script-src 'x'",
      '*',
      'https://*.example',
      'javascript:1',
    ]
    for (const origins of wrong) expect((await post('embedding', { id, origins })).error, origins).toBe('QUESTIONNAIRE_ORIGIN')
    expect((await post('embedding', { id, origins: 'https://a.example' }, other)).error).toBe('NOT_FOUND')
    await world.rows(`UPDATE questionnaire_questionnaire SET "frameOrigins" = '["*", "https://x.example; script-src *"]' WHERE id = $1`, [
      id,
    ])
    expect(await framesOf(`/q/${await code()}`)).toBe("'self'")
  })
})

describe('once closed', () => {
  it('[QUEST-36] it says what its organiser wrote, and before that nothing of it', async () => {
    await saveSettings({ closedText: { zh: '结果将于六月公布。', en: 'Results follow in June.' } })
    expect((await sheet()).closedText).toBeNull()
    await post('close', { id })
    expect(await sheet()).toMatchObject({ state: 'closed', closedText: { zh: '结果将于六月公布。', en: 'Results follow in June.' } })
    await post('publish', { id })
    await saveSettings({ quota: 1 })
    expect(await sheet()).toMatchObject({ state: 'full', closedText: { zh: '结果将于六月公布。' } })
  })
})
