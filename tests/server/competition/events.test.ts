/** Events and pages of a competition, over HTTP: set up by the organiser, honoured by sign-up, seen by visitors. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, HACKATHON, hackathonForm, MODELLING, signUp, type World } from '../roadWorld.ts'

const EVENT = 'api/web/competition/event'
const TAB = 'api/web/competition/tab'
const DAY_MS = 86_400_000
let world: World
let organiser: string
let competitionId: string
beforeAll(async () => {
  world = await createWorld()
  organiser = await world.signIn('organiser 2')
  competitionId = await world.competition(HACKATHON)
})
afterAll(() => world?.close())

const post = (path: string, input: Record<string, unknown>, token = organiser) => world.call(path, input, token)
const get = (path: string, input: Record<string, unknown> = {}, token: string | null = null) => world.call(path, input, token, 'GET')
const shown = async () => (await get(`api/web/competition/child/${competitionId}`)).data.list as { id: string; title: { zh: string } }[]
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const added = async (answers: object = {}) =>
  (await post(`${EVENT}/save`, { competitionId, answers: { title: { zh: '观摩组' }, fee: 0, ...answers } })).data.id as string

describe('events', () => {
  it('are added, changed, moved, copied and deleted, and come back; a copy takes nobody until it is opened', async () => {
    const id = await added({
      title: { zh: '观摩组', en: 'Visitors' },
      capacity: 20,
      introduction: { zh: '<p>观摩<script>x</script></p>' },
      teamMin: 1,
      teamMax: 3,
    })
    expect((await shown()).at(-1)).toMatchObject({
      id,
      title: { zh: '观摩组', en: 'Visitors' },
      introduction: { zh: '<p>观摩</p>', en: '<p>观摩</p>' },
      open: true,
    })
    await post(`${EVENT}/save`, { id, answers: { title: { zh: '旁听组' }, fee: 100 } })
    expect((await shown()).at(-1)).toMatchObject({ title: { zh: '旁听组', en: '旁听组' }, fee: 100, capacity: null })
    const before = (await shown()).map((event) => event.id)
    expect((await post(`${EVENT}/move`, { id, by: -1 })).data.moved).toBe(true)
    expect((await shown()).map((event) => event.id)).toEqual([...before.slice(0, -2), id, before.at(-2)])
    const copy = (await post('api/web/competition/copy', { competitionId, eventId: id })).data.id
    expect((await shown()).at(-1)).toMatchObject({ id: copy, title: { zh: '旁听组（副本）' }, paused: true, open: false, taken: 0 })
    await post(`${EVENT}/remove`, { id: copy })
    expect((await shown()).some((event) => event.id === copy)).toBe(false)
    await post(`${EVENT}/restore`, { id: copy })
    expect((await shown()).some((event) => event.id === copy)).toBe(true)
  })

  it('are refused with dates or teams that cannot be, and touched by nobody of another competition', async () => {
    const save = async (answers: object) =>
      (await post(`${EVENT}/save`, { competitionId, answers: { title: { zh: '组' }, ...answers } })).error
    expect(await save({ startsAt: day(3), endsAt: day(2) })).toBe('EVENT_DATES')
    expect(await save({ teamMin: 4, teamMax: 3 })).toBe('TEAM_SIZES')
    expect(await save({ capacity: 0 })).toBe('FORM_INVALID')
    const id = await added()
    for (const call of ['move', 'remove', 'pause'])
      expect((await post(`${EVENT}/${call}`, { id, by: 1, paused: true }, await world.signIn('school administrator'))).error).toMatch(
        /PERMISSION_DENIED|CALL_INPUT/,
      )
    expect(
      (await post(`${EVENT}/save`, { competitionId: await world.competition(MODELLING), answers: { title: { zh: '组' } } })).error,
    ).toBe('PERMISSION_DENIED')
    const [{ id: theirs }] = await world.rows('SELECT e.id FROM competition_event e WHERE e."competitionId" = $1 LIMIT 1', [
      await world.competition(MODELLING),
    ])
    expect((await post('api/web/competition/copy', { competitionId, eventId: theirs })).error).toBe('NOT_FOUND')
  })

  it('keep their places: never fewer than are taken, never deleted while somebody has signed up', async () => {
    const form = await hackathonForm(world)
    const { token } = await world.newcomer()
    expect((await signUp(world, token, form)).code).toBe(0)
    const [{ taken }] = await world.rows('SELECT taken FROM competition_event WHERE id = $1', [form.eventId])
    const fewer = await post(`${EVENT}/save`, { id: form.eventId, answers: { title: { zh: '正赛' }, fee: 0, capacity: taken - 1 } })
    expect(fewer).toMatchObject({ error: 'EVENT_CAPACITY', details: { taken } })
    expect((await post(`${EVENT}/remove`, { id: form.eventId })).error).toBe('EVENT_IN_USE')
  })

  it('narrow the sign-up by dates of their own, and ask with a form of their own', async () => {
    const form = await hackathonForm(world)
    const eventId = await added()
    const attempt = async () => (await signUp(world, (await world.newcomer()).token, { ...form, eventId })).error ?? null
    const save = (answers: object) => post(`${EVENT}/save`, { id: eventId, answers: { title: { zh: '观摩组' }, fee: 0, ...answers } })
    await save({ signupStart: day(1), signupEnd: day(2) })
    expect(await attempt()).toBe('EVENT_NOT_STARTED')
    await save({ signupStart: day(-2), signupEnd: day(-1) })
    expect(await attempt()).toBe('EVENT_CLOSED')
    await save({})
    expect((await save({ formId: 'signup.modelling' })).error).toBe('FORM_INVALID')
    await world.rows(
      `UPDATE competition_competition SET "organisationId" = (SELECT "organisationId" FROM competition_competition WHERE id = $1) WHERE id = $2`,
      [competitionId, await world.competition(MODELLING)],
    )
    expect((await save({ formId: 'signup.modelling' })).code).toBe(0)
    expect(await attempt()).toBe('FORM_CHANGED')
    const button = async (input: object) => (await get(`api/web/competition/btn/${competitionId}`, { ...input })).data
    expect(await button({})).toMatchObject({ formHash: form.formHash, draftKey: `signup:${competitionId}` })
    const own = await button({ eventId })
    expect(own.formHash).not.toBe(form.formHash)
    expect(own.draftKey).toBe(`signup:${competitionId}:${eventId}`)
    await save({})
    expect(await attempt()).toBeNull()
    await post(`${EVENT}/pause`, { id: eventId, paused: true })
    expect(await attempt()).toBe('EVENT_PAUSED')
  })
})

describe('pages of a competition', () => {
  const save = (input: object) => post('api/web/competition/saveTabInfo', { ...input })
  const tabs = async () => (await get(`${TAB}/info`, { competitionId })).data.list.map(({ id }: { id: string }) => id)

  it('are tabs while they are shown, in the organiser’s order', async () => {
    const first = (
      await save({ competitionId, answers: { title: { zh: '交通', en: 'Travel' }, body: { zh: '<p>地铁</p>' }, shown: true } })
    ).data.id
    const second = (await save({ competitionId, answers: { title: { zh: '规程' }, shown: true } })).data.id
    const hidden = (await save({ competitionId, answers: { title: { zh: '草稿' }, shown: false } })).data.id
    expect((await tabs()).slice(-2)).toEqual([first, second])
    expect((await get(`${TAB}/info/${first}`)).data).toMatchObject({ title: { zh: '交通', en: 'Travel' }, body: { zh: '<p>地铁</p>' } })
    expect((await get(`${TAB}/info/${hidden}`)).error).toBe('NOT_FOUND')
    await post(`${TAB}/move`, { id: second, by: -1 })
    expect((await tabs()).slice(-2)).toEqual([second, first])
    await post(`${TAB}/remove`, { id: first })
    expect(await tabs()).not.toContain(first)
    await post(`${TAB}/restore`, { id: first })
    expect(await tabs()).toContain(first)
    expect((await post(`${TAB}/remove`, { id: first }, await world.signIn('school administrator'))).error).toBe('PERMISSION_DENIED')
  })

  it('keep every version; who edits an old one is told, and an old one can be restored', async () => {
    const { id } = (await save({ competitionId, answers: { title: { zh: '一' }, body: { zh: '<p>一</p>' }, shown: true } })).data
    expect((await save({ id, base: 1, answers: { title: { zh: '二' }, body: { zh: '<p>二</p>' }, shown: true } })).data.latest).toBe(2)
    expect((await save({ id, base: 1, answers: { title: { zh: '三' }, shown: true } })).error).toBe('CUSTOM_PAGE_CHANGED')
    expect((await post(`${TAB}/restoreVersion`, { id, number: 1 })).data.latest).toBe(3)
    expect((await get(`${TAB}/info/${id}`)).data).toMatchObject({ title: { zh: '一' }, body: { zh: '<p>一</p>' } })
    expect((await get(`${TAB}/versions`, { pageId: id }, organiser)).data.list.map(({ number }: { number: number }) => number)).toEqual([
      3, 2, 1,
    ])
  })
})
