/** Following a competition or its organiser over HTTP: who follows is told what happens there, once, and no one else learns who follows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, DESIGN, HACKATHON, NOT_OPEN_YET, type World } from '../roadWorld.ts'

const HOUR = 3_600_000
let world: World
let competitionId: string
beforeAll(async () => {
  world = await createWorld()
  competitionId = await world.competition(NOT_OPEN_YET)
})
afterAll(() => world.close())

const post = (path: string, input: Record<string, unknown>, token: string | null) => world.call(`api/web/${path}`, input, token)
const get = (path: string, input: Record<string, unknown>, token: string | null) => world.call(`api/web/${path}`, input, token, 'GET')
const follows = async (token: string, input = {}) => (await get('competition/follows', input, token)).data
const soon = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const set = (field: 'signupStart' | 'signupEnd', hours: number, id = competitionId) =>
  world.rows(`update competition_competition set "${field}" = $2 where id = $1`, [id, soon(hours)])
const reported = async (userId: string, template: string) =>
  (
    await world.rows(`select text from platform_outbox where "userId" = $1 and template = $2 and channel = 'message'`, [userId, template])
  ).map(({ text }) => text as string)
async function turn(): Promise<void> {
  const { calls, services } = world.server.deps
  await calls.runTimers('minute', { session: services.sessions.visitor(), lang: 'zh', background: true })
}

describe('following a competition', () => {
  it('[FOLLOW-1] is a thing of the person alone: kept once, listed to no one else, ended by them', async () => {
    const [one, other] = [await world.newcomer(), await world.newcomer()]
    expect((await post('competition/follow', { competitionId }, null)).error).toBe('SESSION_REQUIRED')
    for (const _ of [1, 2]) expect((await post('competition/follow', { competitionId }, one.token)).code).toBe(0)
    expect(await follows(one.token)).toMatchObject({ total: 1, list: [{ competitionId }] })
    expect((await follows(one.token, { competitionId: await world.competition(DESIGN) })).total).toBe(0)
    expect((await follows(other.token)).total).toBe(0)
    expect((await post('competition/unfollow', { competitionId }, other.token)).code).not.toBe(0)
    expect((await post('competition/unfollow', { competitionId }, one.token)).code).toBe(0)
    expect((await follows(one.token)).total).toBe(0)
  })

  it('[FOLLOW-2] of one that is not published is refused as of one that does not exist', async () => {
    const { token } = await world.newcomer()
    await world.rows('update competition_competition set published = false where id = $1', [competitionId])
    expect((await post('competition/follow', { competitionId }, token)).error).toBe('NOT_FOUND')
    await world.rows('update competition_competition set published = true where id = $1', [competitionId])
    expect((await post('competition/follow', { competitionId: '999999' }, token)).error).toBe('NOT_FOUND')
  })

  it('[FOLLOW-3] tells once that sign-up opens, and again only when the opening moves', async () => {
    const { id, token } = await world.newcomer()
    await post('competition/follow', { competitionId }, token)
    await turn()
    expect(await reported(id, 'competition.opens')).toEqual([])
    await set('signupStart', -0.1)
    await Promise.all([turn(), turn()])
    expect(await reported(id, 'competition.opens')).toHaveLength(1)
    await set('signupStart', -0.05)
    await turn()
    expect(await reported(id, 'competition.opens')).toHaveLength(2)
  })

  it('[FOLLOW-4] tells three days before the end those who have not begun to sign up, unless the organiser has switched it off', async () => {
    const hackathon = await world.competition(HACKATHON)
    const [one, begun] = [await world.newcomer(), await world.newcomer()]
    for (const { token } of [one, begun]) await post('competition/follow', { competitionId: hackathon }, token)
    await world.rows(
      `update signup_registration set "userId" = $2, status = 1 where id = (select id from signup_registration where "competitionId" = $1 order by id limit 1)`,
      [hackathon, begun.id],
    )
    const organiser = await world.signIn('organiser 2')
    const reminders = async () => (await get('message/reminders', { competitionId: hackathon }, organiser)).data.list
    const own = async () => (await reminders()).find((row: { id: string }) => row.id === 'competition.closes')
    await set('signupEnd', 72.01, hackathon)
    // who follows is told to no one
    expect(await own()).toMatchObject({ on: true, today: 1, names: [] })
    const input = { competitionId: hackathon, timer: 'competition.closes' }
    expect((await post('message/reminders/set', { ...input, on: false }, organiser)).data).toEqual({ on: false })
    await set('signupEnd', 71, hackathon)
    await turn()
    expect(await reported(one.id, 'competition.closes')).toEqual([])
    await post('message/reminders/set', { ...input, on: true }, organiser)
    await turn()
    expect(await reported(one.id, 'competition.closes')).toHaveLength(1)
    expect(await reported(begun.id, 'competition.closes')).toEqual([])
  })

  it('[FOLLOW-5] tells of news as it is published, not before', async () => {
    const { id, token } = await world.newcomer()
    await post('competition/follow', { competitionId }, token)
    const text = JSON.stringify({ zh: '赛程调整', en: 'New schedule' })
    await world.rows(
      `insert into competition_news ("competitionId", type, title, body, status, "publishedAt")
       select $1, type, $2::jsonb, $2::jsonb, 2, $3 from competition_news limit 1`,
      [competitionId, text, soon(1)],
    )
    await turn()
    expect(await reported(id, 'competition.newsForFollowers')).toEqual([])
    await world.rows(`update competition_news set "publishedAt" = now() where title::text like '%赛程调整%'`)
    await turn()
    await expect.poll(() => reported(id, 'competition.newsForFollowers')).toHaveLength(1)
    expect((await reported(id, 'competition.newsForFollowers'))[0]).toContain('赛程调整')
  })
})

describe('following an organiser', () => {
  it('[FOLLOW-6] tells of each new competition for everyone, and its page shows visitors what it organises', async () => {
    const { id, token } = await world.newcomer()
    const [{ organisationId }] = await world.rows('select "organisationId"::text from competition_competition where id = $1', [
      competitionId,
    ])
    expect((await post('organisation/follow', { organisationId }, token)).code).toBe(0)
    expect((await get('organisation/follows', {}, token)).data).toMatchObject({ total: 1, list: [{ organisationId }] })
    expect((await get(`organisation/organiser/${organisationId}`, {}, null)).data.competitions).toBeGreaterThan(0)
    const { list } = (await get('competition/queryCompetitionList', { organisationId, pageSize: 50 }, null)).data
    expect(new Set(list.map((row: { organisationId: string }) => row.organisationId))).toEqual(new Set([organisationId]))
    await world.rows('update competition_competition set "publishedAt" = now() where id = $1', [competitionId])
    await turn()
    await expect.poll(() => reported(id, 'organisation.newCompetition')).toHaveLength(1)
    expect((await post('organisation/follow', { organisationId: '999999' }, token)).error).toBe('NOT_FOUND')
  })
})

describe('a saved search', () => {
  const save = (token: string | null, input: object) => post('competition/search/save', { ...input }, token)
  const searches = async (token: string) => (await get('competition/search', {}, token)).data

  it('[SAVED-1] tells of each new competition that meets every condition, once, and of no other; one who follows the organiser hears once', async () => {
    const [{ level, mode, organisationId, zh }] = await world.rows(
      `select level, mode, "organisationId"::text, title->>'zh' as zh from competition_competition where id = $1`,
      [competitionId],
    )
    const other = level === 'national' ? 'international' : 'national'
    const people = await Promise.all(Array.from({ length: 6 }, () => world.newcomer()))
    const [byLevel, byWords, byBoth, elsewhere, wrongWords, follower] = people as [Person, Person, Person, Person, Person, Person]
    await save(byLevel.token, { level })
    await save(byWords.token, { search: zh.slice(2, 5) })
    await save(byBoth.token, { level, mode, search: zh.slice(0, 3), people: mode === 'individual' ? 1 : 3 })
    await save(elsewhere.token, { level: other })
    await save(wrongWords.token, { level, search: 'no such words %' })
    await save(follower.token, { level })
    await post('organisation/follow', { organisationId }, follower.token)
    await world.rows('update competition_competition set "publishedAt" = now() where id = $1', [competitionId])
    await turn()
    for (const { id } of [byLevel, byWords, byBoth]) await expect.poll(() => reported(id, 'competition.foundNew')).toHaveLength(1)
    for (const { id } of [elsewhere, wrongWords, follower]) expect(await reported(id, 'competition.foundNew')).toEqual([])
    expect(await reported(follower.id, 'organisation.newCompetition')).toHaveLength(1)
    await turn()
    expect(await reported(byLevel.id, 'competition.foundNew')).toHaveLength(1)
  })

  it('[SAVED-2] is a thing of the person alone, has a condition, and is one of at most ten, also when all are saved at once', async () => {
    const [one, another] = [await world.newcomer(), await world.newcomer()]
    expect((await save(null, { level: 'national' })).error).toBe('SESSION_REQUIRED')
    expect((await save(one.token, {})).error).toBe('SEARCH_EMPTY')
    const replies = await Promise.all(Array.from({ length: 14 }, () => save(one.token, { subject: '08' })))
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(10)
    expect(replies.filter(({ error }) => error === 'SEARCH_LIMIT')).toHaveLength(4)
    const { list, total } = await searches(one.token)
    expect(total).toBe(10)
    expect((await searches(another.token)).total).toBe(0)
    expect((await post('competition/search/remove', { id: list[0].id }, another.token)).error).toBe('NOT_FOUND')
    expect((await post('competition/search/remove', { id: list[0].id }, one.token)).code).toBe(0)
    expect((await searches(one.token)).total).toBe(9)
  })
})

type Person = { id: string; token: string }
