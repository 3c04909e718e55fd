/** Counts beside the options of a filter: each is what choosing it would leave. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '../roadWorld.ts'

let world: World
let facets: readonly string[]
beforeAll(async () => {
  world = await createWorld({ template: 'seeded' })
  const { operation } = world.server.deps.platform().get('call', 'competition.list')
  facets = operation?.kind === 'list' ? (operation.facets ?? []) : []
})
afterAll(() => world?.close())

const list = async (input: object) =>
  (await world.call('api/web/competition/queryCompetitionList', { pageSize: 1, ...input }, null, 'GET')).data
const total = async (input: object) => (await list(input)).total as number

it('[FACET-1] of a list say how many rows each value would leave, whatever else is filtered and searched', async () => {
  expect(facets.length).toBeGreaterThan(3)
  for (const input of [{}, { mode: 'team' }, { level: 'national', state: 1 }, { search: '挑战' }, { charge: 'free', language: 'zh' }]) {
    const { facets: counted } = await list({ ...input, facets: true })
    expect(Object.keys(counted)).toEqual(expect.arrayContaining([...facets]))
    for (const name of facets)
      for (const [value, rows] of Object.entries(counted[name]))
        expect([name, value, rows]).toEqual([name, value, await total({ ...input, [name]: value })])
  }
})

it('[FACET-2] leave no value out that has rows, and are answered only when asked for', async () => {
  const { facets: counted } = await list({ facets: true })
  for (const name of facets) {
    const { operation } = world.server.deps.platform().get('call', 'competition.list')
    const field = operation?.kind === 'list' ? operation.filter![name]!.field : ''
    const { enum: of } = world.server.deps.platform().get('entity', 'competition.competition').fields[field]!
    for (const { code } of world.server.deps.platform().get('enum', of!).values)
      if ((await total({ [name]: code })) > 0) expect([name, code, counted[name][code]]).not.toEqual([name, code, undefined])
  }
  expect(await list({})).not.toHaveProperty('facets')
  expect(await list({ facets: false })).not.toHaveProperty('facets')
})

it('[FACET-4] count parameters of the condition too: fee, days left, people, subject, prize and year, each beside the others', async () => {
  const { operation } = world.server.deps.platform().get('call', 'competition.list')
  const inputs = Object.keys((operation?.kind === 'list' && operation.facetInputs) || {})
  expect(inputs.sort()).toEqual(['charge', 'closesIn', 'hasPrize', 'people', 'subject', 'year'])
  const of: Record<string, (value: string) => unknown> = { charge: String, subject: String, hasPrize: (value) => value === 'true' }
  for (const input of [
    {},
    { charge: 'free' },
    { people: 3, state: 1 },
    { charge: 'paid', people: 1 },
    { search: '挑战', hasPrize: true },
  ]) {
    const { facets: counted } = await list({ ...input, facets: true })
    for (const name of inputs) {
      if (Object.keys(input).length === 0) expect([name, Object.keys(counted[name]).length]).not.toEqual([name, 0])
      for (const [value, rows] of Object.entries(counted[name]))
        expect([name, value, rows]).toEqual([name, value, await total({ ...input, [name]: (of[name] ?? Number)(value) })])
    }
  }
  const { facets: counted } = await list({ facets: true })
  expect(counted.charge.free + counted.charge.paid).toBe(await total({}))
})

it('[FACET-3] count only what the asking person may read', async () => {
  const before = (await list({ facets: true })).facets
  await world.rows(`UPDATE competition_competition SET visibility = 'invite' WHERE level = 'national'`)
  await expect.poll(async () => (await list({ facets: true })).facets.level.national).toBeUndefined()
  await world.rows(`UPDATE competition_competition SET visibility = 'public' WHERE level = 'national'`)
  await expect.poll(async () => (await list({ facets: true })).facets).toEqual(before)
})

it('[FACET-8] count the years that have competitions, and no others', async () => {
  const year = async () => (await list({ facets: true })).facets.year
  const before = await year()
  const { data: years } = await world.call('api/web/competition/queryCompetitionYears', {}, null, 'GET')
  expect(Object.keys(before).sort()).toEqual(years.map(({ label }: { label: string }) => label).sort())
  expect(before).not.toHaveProperty('2017')
  const [{ id }] = await world.rows(
    `UPDATE competition_competition SET "competitionStart" = '2016-12-31T16:00:00Z' WHERE id =
     (SELECT min(id) FROM competition_competition WHERE published AND visibility = 'public') RETURNING id`,
  )
  expect(id).toBeDefined()
  await expect.poll(async () => (await year())['2017']).toBe(1)
})
