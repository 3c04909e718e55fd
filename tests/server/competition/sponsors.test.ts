/** Sponsors of a competition over HTTP: who writes them, what visitors read, and that a copy takes them along. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, DESIGN, type World } from '../roadWorld.ts'

const AREA = 'api/web/competition/sponsor'
let world: World
let organiser: string
let id: string
beforeAll(async () => {
  world = await createWorld()
  organiser = await world.signIn('organiser')
  id = await world.competition(DESIGN)
})
afterAll(() => world?.close())

const add = (answers: Record<string, unknown>, token = organiser) => world.call(`${AREA}/add`, { competitionId: id, answers }, token)
const shown = async (competitionId = id) =>
  (await world.call('api/web/competition/sponsors', { competitionId }, null, 'GET')).data?.list.map(
    ({ name }: { name: { zh: string } }) => name.zh,
  )

describe('sponsors', () => {
  it('[SPONSOR-1] are written by those who edit the competition, and read in order by everyone once it is published', async () => {
    const other = await world.signIn('organiser 2')
    expect((await add({ name: { zh: '甲公司' }, position: 2 }, other)).code).not.toBe(0)
    expect((await add({ name: { zh: '甲公司' }, link: 'javascript:alert(1)', position: 2 })).error).toBe('FORM_INVALID')
    const first = await add({ name: { zh: '甲公司', en: 'First Ltd' }, role: { zh: '冠名' }, link: 'https://first.example', position: 2 })
    await add({ name: { zh: '乙公司' }, position: 1 })
    expect(await shown()).toEqual(['乙公司', '甲公司'])
    const change = { id: first.data.id, answers: { name: { zh: '甲集团' }, position: 1 } }
    expect((await world.call(`${AREA}/change`, change, other)).error).toBe('NOT_FOUND')
    expect((await world.call(`${AREA}/change`, change, organiser)).code).toBe(0)
    expect((await world.call(`${AREA}/remove`, { id: first.data.id }, other)).error).toBe('NOT_FOUND')
    expect((await shown()).sort()).toEqual(['乙公司', '甲集团'].sort())
  })

  it('[SPONSOR-2] come along with a copy, whose own are not shown before it is published', async () => {
    const { data } = await world.call('api/web/competition/copyCompetition', { competitionId: id, years: 1 }, organiser)
    const managed = await world.call(`${AREA}/manage`, { competitionId: data.id }, organiser, 'GET')
    expect(managed.data.list.map(({ name }: { name: { zh: string } }) => name.zh).sort()).toEqual((await shown()).sort())
    expect(await shown(data.id)).toBeUndefined()
  })
})
