import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { momentText } from '../../../runtime/core/momentText.ts'
import { createWorld, DESIGN, FINISHED, HACKATHON, MODELLING, NOT_OPEN_YET, type World } from '../roadWorld.ts'

let world: World
let design: string
let modelling: string
let hackathon: string
const UNKNOWN = '999999999'
const NOT_FOUND = { error: 'NOT_FOUND' }

beforeAll(async () => {
  world = await createWorld()
  design = await world.competition(DESIGN)
  modelling = await world.competition(MODELLING)
  hackathon = await world.competition(HACKATHON)
})
afterAll(() => world?.close())

const get = (path: string, input: Record<string, unknown> = {}, token: string | null = null) => world.call(path, input, token, 'GET')
const publish = (id: string, published: boolean) =>
  world.rows('update competition_competition set published = $2 where id = $1 returning id', [id, published])
/** Everything that a visitor may ask about one competition. */
const questions = (id: string): [string, Record<string, unknown>][] => [
  [`api/web/competition/detail/${id}`, {}],
  [`api/web/competition/child/${id}`, {}],
  ['api/web/competition/timeline', { competitionId: id }],
  ['api/web/competition/news/list', { competitionId: id }],
  [`api/web/competition/players/${id}`, {}],
  [`api/web/competition/teams/${id}`, {}],
  [`api/web/competition/works/${id}`, {}],
  [`api/web/competition/btn/${id}`, {}],
  [`api/web/competition/calendar/${id}`, {}],
]

describe('the public side of a competition', () => {
  it('answers the same for an unknown and for an unpublished competition: nothing is there', async () => {
    for (const [path, input] of questions(UNKNOWN)) expect([path, await get(path, input)]).toMatchObject([path, NOT_FOUND])
    const finished = await world.competition(FINISHED)
    for (const [path, input] of questions(finished).slice(0, 8)) expect([path, (await get(path, input)).code]).toEqual([path, 0])
    await publish(finished, false)
    for (const [path, input] of questions(finished)) expect([path, await get(path, input)]).toMatchObject([path, NOT_FOUND])
    await publish(finished, true)
  })

  it('lists approved registrations only, with name and school and nothing else of the answers', async () => {
    const { data } = await get(`api/web/competition/players/${design}`, { pageSize: 100 })
    const approved = await world.rows('select id, answers from signup_registration where "competitionId" = $1 and status = 4', [design])
    expect(approved.length).toBeGreaterThan(5)
    expect(data.total).toBe(approved.length)
    expect(new Set(data.list.map(({ id }: { id: string }) => id))).toEqual(new Set(approved.map(({ id }) => String(id))))
    const text = JSON.stringify(data)
    for (const { answers } of approved) {
      expect(answers.phone).toBeTruthy()
      for (const secret of [answers.phone, answers.email, answers.authorIdNumber]) expect(text).not.toContain(secret)
    }
    expect(Object.keys(data.list[0]).sort()).toEqual(['competition', 'competitionId', 'event', 'eventId', 'id', 'name', 'school'])
    const one = await get(`api/web/competition/player/${data.list[0].id}`)
    expect(one.data).toEqual(data.list[0])
  })

  it('finds entrants by name and school, and pages through them', async () => {
    const all = (await get(`api/web/competition/players/${design}`, { pageSize: 100 })).data
    const { name } = all.list[0]
    const found = (await get(`api/web/competition/players/${design}`, { search: name })).data.list
    expect(found.map((player: { name: string }) => player.name)).toContain(name)
    const second = (await get(`api/web/competition/players/${design}`, { pageNum: 2, pageSize: 3 })).data
    expect(second.list.map(({ id }: { id: string }) => id)).toEqual(all.list.slice(3, 6).map(({ id }: { id: string }) => id))
  })

  it('shows teams of team competitions and persons of the others', async () => {
    expect((await get(`api/web/competition/teams/${modelling}`)).data.total).toBeGreaterThan(5)
    expect((await get(`api/web/competition/players/${modelling}`)).data.total).toBe(0)
    expect((await get(`api/web/competition/teams/${design}`)).data.total).toBe(0)
    const [team] = (await get(`api/web/competition/teams/${modelling}`)).data.list
    expect(await get(`api/web/competition/player/${team.id}`)).toMatchObject(NOT_FOUND)
    expect((await get(`api/web/competition/team/${team.id}`)).data.name).toBe(team.name)
  })

  it('shows nobody, and no work, until the organiser makes the list public', async () => {
    const [player] = (await get(`api/web/competition/players/${design}`)).data.list
    const [work] = (await get(`api/web/competition/works/${design}`)).data.list
    const [{ registrationId }] = await world.rows('select "registrationId"::text from work_work where id = $1', [work.id])
    const own = (await get(`api/web/competition/works/${design}`, { registrationId })).data.list
    expect(own.map(({ id }: { id: string }) => id)).toContain(work.id)
    expect(new Set(own.map(({ name }: { name: string }) => name))).toEqual(new Set([work.name]))
    await world.rows('update competition_competition set "playersPublic" = false, "worksPublic" = false where id = $1', [design])
    expect((await get(`api/web/competition/players/${design}`)).data).toMatchObject({ list: [], total: 0 })
    expect((await get(`api/web/competition/works/${design}`)).data).toMatchObject({ list: [], total: 0 })
    expect(await get(`api/web/competition/player/${player.id}`)).toMatchObject(NOT_FOUND)
    expect(await get(`api/web/competition/work/${work.id}`)).toMatchObject(NOT_FOUND)
    await world.rows('update competition_competition set "playersPublic" = true, "worksPublic" = true where id = $1', [design])
  })

  it('gives every date as a calendar file, in the language of the reader', async () => {
    const reply = await world.app.inject({ url: `/api/web/competition/calendar/${design}`, headers: { 'accept-language': 'zh' } })
    expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(reply.headers['content-disposition']).toContain(encodeURIComponent(DESIGN))
    const lines = reply.body.split('\r\n')
    expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    const whole = reply.body.replaceAll('\r\n ', '')
    const stages = (await get('api/web/competition/timeline', { competitionId: design })).data.list
    for (const { id, title, at } of stages) {
      expect(whole).toContain(`UID:competition-${design}-${id}@`)
      expect(whole).toContain(`SUMMARY:${DESIGN} · ${title.zh}`)
      expect(whole).toContain(`DTSTART:${at.slice(0, 19).replace(/[-:]/g, '')}Z`)
      expect(whole).toContain(`DESCRIPTION:${momentText(at, 'zh', 'Asia/Shanghai')}`)
    }
    expect(whole.match(/BEGIN:VEVENT/g)).toHaveLength(stages.length)
    expect(whole.match(/DTSTAMP:\d{8}T\d{6}Z/g)).toHaveLength(stages.length)
    const english = await world.app.inject({ url: `/api/web/competition/calendar/${design}`, headers: { 'accept-language': 'en' } })
    expect(english.body.replaceAll('\r\n ', '')).toContain(stages[0].title.en)
  })
})

describe('the preview at another moment', () => {
  const BEFORE = '2020-01-01T00:00:00.000Z'
  let editor: string
  let foreigner: string
  beforeAll(async () => {
    editor = await world.signIn('organiser 2')
    foreigner = await world.signIn('organiser')
  })
  const detail = (token: string | null, previewAt?: string) =>
    get(`api/web/competition/detail/${hackathon}`, { ...(previewAt ? { previewAt } : {}) }, token)

  it('shows states as of that moment to who may edit the competition, as a visitor sees them', async () => {
    expect((await detail(null)).data.state).toBe(1)
    expect((await detail(editor)).data.state).toBe(1)
    expect((await detail(editor, BEFORE)).data).toMatchObject({ state: 0, now: BEFORE, signupOpen: 0 })
    const button = await get(`api/web/competition/btn/${hackathon}`, { previewAt: BEFORE }, editor)
    expect(button.data).toMatchObject({ next: 'notStarted', enabled: false })
    const { signupStart } = (await detail(null)).data
    const open = await get(`api/web/competition/btn/${hackathon}`, { previewAt: signupStart }, editor)
    expect(open.data.next).toBe('signIn')
    const stages = await get('api/web/competition/timeline', { competitionId: hackathon, previewAt: BEFORE }, editor)
    expect(new Set(stages.data.list.map(({ progress }: { progress: string }) => progress))).toEqual(new Set(['future']))
  })

  it('shows what is not published yet, to its editors only', async () => {
    await publish(hackathon, false)
    expect(await detail(editor)).toMatchObject(NOT_FOUND)
    expect((await detail(editor, BEFORE)).data.state).toBe(0)
    for (const [path, input] of questions(hackathon).slice(0, 8))
      expect([path, (await get(path, { ...input, previewAt: BEFORE }, editor)).code]).toEqual([path, 0])
    for (const [path, input] of questions(hackathon))
      expect([path, await get(path, { ...input, previewAt: BEFORE }, foreigner)]).toMatchObject([path, NOT_FOUND])
    await publish(hackathon, true)
  })

  it('is refused to visitors and to people without the right', async () => {
    expect(await detail(null, BEFORE)).toMatchObject({ code: 401, error: 'SESSION_REQUIRED' })
    expect(await detail(await world.signIn('participant'), BEFORE)).toMatchObject({ error: 'PERMISSION_DENIED' })
    expect(await detail(foreigner, BEFORE)).toMatchObject(NOT_FOUND)
  })

  it('reads only: a write does not know it, and a wrong moment is refused', async () => {
    expect(await detail(editor, 'yesterday')).toMatchObject({ error: 'CALL_INPUT', details: { errors: [{ path: '/previewAt' }] } })
    const { token } = await world.newcomer()
    const written = await world.call('api/web/competition/signup/personal', { previewAt: BEFORE }, token)
    expect(written).toMatchObject({ error: 'CALL_INPUT' })
    expect(written.details?.errors).toContainEqual(expect.objectContaining({ rule: 'additionalProperties' }))
  })
})

describe('the centre', () => {
  const titles = async (input: Record<string, unknown>) =>
    (await get('api/web/competition/queryCompetitionList', input)).data.list.map(({ title }: { title: { zh: string } }) => title.zh)

  it('lists open competitions first, then what opens next, what runs and what is over, page after page', async () => {
    const { data } = await get('api/web/competition/queryCompetitionList', { pageSize: 100 })
    const turns = data.list.map(({ state }: { state: number }) => [1, 0, 2, 3].indexOf(state))
    expect(turns).toEqual(turns.toSorted())
    expect(new Set(turns).size).toBe(4)
    const { total } = data
    expect(data).toMatchObject({ total: data.list.length, atLeast: false })
    const pages = Array.from({ length: Math.ceil(total / 5) }, (_, at) => at + 1)
    const paged = await Promise.all(pages.map((pageNum) => get('api/web/competition/queryCompetitionList', { pageNum, pageSize: 5 })))
    expect(paged.flatMap((page) => page.data.list)).toEqual(data.list)
    expect(new Set(paged.map((page) => page.data.total))).toEqual(new Set([total]))
  })

  it('filters by state, year, region and way, and orders as asked', async () => {
    for (const state of [0, 1, 2, 3]) {
      const { list } = (await get('api/web/competition/queryCompetitionList', { state })).data
      expect(list.length).toBeGreaterThan(0)
      expect(new Set(list.map((row: { state: number }) => row.state))).toEqual(new Set([state]))
    }
    const years = (await get('api/web/competition/queryCompetitionYears')).data
    const counts = await Promise.all(
      years.map(async ({ value }: { value: number }) => (await titles({ year: value, pageSize: 100 })).length),
    )
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe((await get('api/web/competition/queryCompetitionList')).data.total)
    expect(counts.every((count) => count > 0)).toBe(true)
    expect(await titles({ region: '31' })).toEqual([DESIGN])
    const taken = (await get('api/web/competition/listCompetitionBySort', { sort: '-taken' })).data.list
    expect(taken.map((row: { taken: number }) => row.taken)).toEqual(
      taken.map((row: { taken: number }) => row.taken).toSorted((one: number, other: number) => other - one),
    )
    const closing = (await get('api/web/competition/listCompetitionBySort', { sort: 'signupEnd' })).data.list
    expect(closing[0].title.zh).toBe(HACKATHON)
    expect(closing.every((row: { signupEnd: string }) => row.signupEnd > new Date().toISOString())).toBe(true)
  })

  it('finds words of one, two and more characters in both languages, whatever their case, and takes wildcards literally', async () => {
    expect(await titles({ search: '硬' })).toEqual([HACKATHON, NOT_OPEN_YET])
    expect(await titles({ search: '数学' })).toEqual([MODELLING])
    expect(await titles({ search: '双年赛' })).toEqual([DESIGN, '城市更新叙事征集'])
    expect(await titles({ search: 'HARDWARE hackathon' })).toEqual([HACKATHON])
    expect(await titles({ search: '年双赛' })).toEqual([])
    expect(await titles({ search: '%' })).toEqual([])
    expect(await titles({ search: 'design 再生' })).toEqual([DESIGN])
  })

  it('lists neither unpublished nor private competitions, which stay reachable by their address when private', async () => {
    await world.rows(`update competition_competition set visibility = 'private' where id = $1`, [design])
    expect(await titles({})).not.toContain(DESIGN)
    expect((await get(`api/web/competition/detail/${design}`)).code).toBe(0)
    await world.rows(`update competition_competition set visibility = 'public' where id = $1`, [design])
    await publish(hackathon, false)
    expect(await titles({})).not.toContain(HACKATHON)
    await publish(hackathon, true)
  })

  it('counts the approved registrations of a competition by event', async () => {
    const { data } = await get('api/web/competition/getGroupNum', { competitionId: design })
    expect(data.total).toBe((await get(`api/web/competition/players/${design}`)).data.total)
    expect(data.groups.map(({ count }: { count: number }) => count).reduce((sum: number, count: number) => sum + count, 0)).toBe(data.total)
  })
})
