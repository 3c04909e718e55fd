/** How people find a competition over HTTP: the filters of the list together, suggestions while typing, and what is similar. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, HACKATHON, MODELLING, type World } from '../roadWorld.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const get = async (path: string, input: Record<string, unknown> = {}) =>
  (await world.call(`api/web/competition/${path}`, input, null, 'GET')).data
const found = async (input: Record<string, unknown>) => (await get('queryCompetitionList', { pageSize: 100, ...input })).list
const titles = async (input: Record<string, unknown>) =>
  (await found(input)).map(({ title }: { title: { zh: string } }) => title.zh ?? title)

describe('the list of competitions', () => {
  it('[DISCOVER-1] finds by an area everything in its parts, and by a part nothing else', async () => {
    const [area, part] = [await found({ subject: '02' }), await found({ subject: '0203' })]
    expect(new Set(area.map(({ subject }: { subject: string }) => subject.slice(0, 2)))).toEqual(new Set(['02']))
    expect(area.length).toBeGreaterThan(part.length)
    expect(part.map(({ subject }: { subject: string }) => subject)).toEqual(['0203'])
    expect((await world.call('api/web/competition/queryCompetitionList', { subject: "02' or 1=1" }, null)).error).toBe('CALL_INPUT')
  })

  it('[DISCOVER-2] takes filters together: for whom, where, in which language, for how many people', async () => {
    const all = await found({})
    const some = await found({ audience: 'student', venue: 'online' })
    expect(some.length).toBeGreaterThan(0)
    expect(some.length).toBeLessThan(all.length)
    expect(some.every((row: { audience: string; venue: string }) => row.audience === 'student' && row.venue === 'online')).toBe(true)
    expect((await found({ language: 'en' })).every(({ language }: { language: string }) => language === 'en')).toBe(true)
    const alone = await found({ people: 1 })
    expect(alone.length).toBeGreaterThan(0)
    expect(alone.every(({ mode }: { mode: string }) => mode !== 'team')).toBe(true)
    const modelling = await world.competition(MODELLING)
    await world.rows('update competition_competition set "teamMin" = 2, "teamMax" = 3 where id = $1', [modelling])
    const ids = async (people: number) => (await found({ people })).map(({ id }: { id: string }) => id)
    expect(await Promise.all([1, 2, 3, 4].map(async (people) => (await ids(people)).includes(modelling)))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('[DISCOVER-3] tells what is charged from what is free, and what closes soon from the rest', async () => {
    const [free, paid, all] = [await titles({ charge: 'free' }), await titles({ charge: 'paid' }), await titles({})]
    expect(free.length).toBeGreaterThan(0)
    expect(paid.length).toBeGreaterThan(0)
    expect([...free, ...paid].toSorted()).toEqual(all.toSorted())
    const hackathon = await world.competition(HACKATHON)
    await world.rows(
      `update competition_competition set "signupStart" = now() - interval '1 day', "signupEnd" = now() + interval '2 days' where id = $1`,
      [hackathon],
    )
    const soon = await found({ closesIn: 3 })
    expect(soon.map(({ id }: { id: string }) => id)).toContain(hackathon)
    const limit = Date.now() + 3 * 86_400_000 + 60_000
    expect(soon.every(({ state, signupEnd }: { state: number; signupEnd: string }) => state === 1 && Date.parse(signupEnd) < limit)).toBe(
      true,
    )
  })

  it('[DISCOVER-4] offers titles while someone types, also by pinyin, and no competition that visitors do not see', async () => {
    const modelling = await world.competition(MODELLING)
    const offered = async (search: string) => (await get('suggest', { search })).list.map(({ id }: { id: string }) => id)
    expect(await offered('shuxue')).toContain(modelling)
    await world.rows(`update competition_competition set visibility = 'private' where id = $1`, [modelling])
    expect(await offered('shuxue')).not.toContain(modelling)
    await world.rows(`update competition_competition set visibility = 'public' where id = $1`, [modelling])
  })

  it('[DISCOVER-5] shows beside a competition others of its area that can still be entered, never itself', async () => {
    const [one, other] = (await found({ subject: '02' })).map(({ id }: { id: string }) => id)
    await world.rows(`update competition_competition set "signupStart" = now(), "signupEnd" = now() + interval '5 days' where id = $1`, [
      other,
    ])
    const { list } = await get('similar', { id: one })
    expect(list.map(({ id }: { id: string }) => id)).toContain(other)
    expect(list.map(({ id }: { id: string }) => id)).not.toContain(one)
    expect(list.every(({ subject }: { subject: string }) => subject.startsWith('02'))).toBe(true)
  })
})
