/** Voting on works: limits that hold under concurrency, an order at random that stays, results behind their date, anomalies, invalidation and recount. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callDocument } from '../../harness/callDocument.ts'
import { createWorld, DESIGN, HACKATHON, serverScope, type World } from '../roadWorld.ts'

const OPENS = '2027-05-01T00:00:00.000Z'
const CLOSES = '2027-05-10T00:00:00.000Z'
const DURING = Date.parse('2027-05-03T04:00:00.000Z')
const DAY = 86_400_000

/** The call that votes, without its lock and lane; and with a lane in which one waits. */
function otherCalls(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agon-votes-'))
  const { locks, lane: _, ...rest } = callDocument('vote.cast')
  mkdirSync(join(folder, 'schemas/fixture'), { recursive: true })
  const others = { castUnlocked: rest, castNarrow: { ...rest, locks, lane: { atOnce: 1, waiting: 1 } } }
  for (const [name, call] of Object.entries(others)) {
    const document = { ...call, id: `fixture.${name}`, path: `POST api/web/fixture/${name}` }
    writeFileSync(join(folder, `schemas/fixture/${name}.call.json`), JSON.stringify(document))
  }
  return folder
}

let world: World
let overlay: string
let design: string
let organiser: string
let works: { id: string; eventId: string }[]
let now = DURING
beforeAll(async () => {
  overlay = otherCalls()
  world = await createWorld({ template: 'seeded', overlays: [overlay], clock: () => new Date(now) })
  design = await world.competition(DESIGN)
  organiser = await world.signIn('organiser')
  const rows = await world.rows(
    `SELECT id, "eventId" FROM work_work WHERE "competitionId" = $1 AND shown AND state = 'submitted' AND "removedAt" IS NULL ORDER BY id`,
    [design],
  )
  works = rows.map(({ id, eventId }) => ({ id: String(id), eventId: String(eventId) }))
})
afterAll(async () => {
  await world?.close()
  rmSync(overlay, { recursive: true, force: true })
})
beforeEach(async () => {
  now = DURING
  for (const table of ['vote_flag', 'vote_change', 'vote_tally', 'vote_ballot', 'vote_voter', 'vote_setting', 'platform_rate'])
    await world.rows(`DELETE FROM "${table}"`)
})

const settings = (change: object = {}) => ({ opensAt: OPENS, closesAt: CLOSES, who: 'signedIn', perPerson: 5, takeBack: true, ...change })
const save = (change: object = {}, token = organiser) =>
  world.call('api/web/vote/saveInfo', { competitionId: design, answers: settings(change) }, token)

interface Asking {
  token?: string | null
  cookie?: string
  ip?: string
}
async function ask(method: 'GET' | 'POST' | 'DELETE', path: string, input: Record<string, string>, { token, cookie, ip }: Asking = {}) {
  const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(cookie ? { cookie } : {}) }
  const sent = method === 'POST' ? { payload: input } : { query: input }
  const reply = await world.app.inject({ method, url: `/api/web/${path}`, headers, ...(ip ? { remoteAddress: ip } : {}), ...sent })
  return { ...reply.json(), cookie: String(reply.headers['set-cookie'] ?? '').split(';')[0] }
}
const cast = (workId: string, who: Asking, path = 'vote/pool') => ask('POST', path, { competitionId: design, workId }, who)
const resetToBuiltIn = (workId: string, who: Asking) => ask('DELETE', 'vote/pool', { competitionId: design, workId }, who)
const auth = (who: Asking) => ask('GET', 'vote/auth', { competitionId: design }, who)
const visitor = async (ip: string): Promise<Asking> => ({ cookie: (await auth({ ip })).cookie, ip })
const manage = (path: string, input: Record<string, unknown> = {}, method: 'GET' | 'POST' = 'POST') =>
  world.call(`api/web/vote/${path}`, { competitionId: design, ...input }, organiser, method)
const votesOf = async (workId: string) =>
  Number((await manage('results', { pageSize: 100 }, 'GET')).data.list.find((line: { workId: string }) => line.workId === workId)?.votes)
const ballots = async () => Number((await world.rows(`SELECT count(*) FROM vote_ballot WHERE state = 'counted'`))[0].count)

describe('who may vote, when and how often', () => {
  it('[VOTE-1] votes count from the opening to the close, by the clock of the server', async () => {
    await save()
    const who = await world.newcomer()
    const at = async (moment: string, workId: string) => {
      now = Date.parse(moment)
      return (await cast(workId, who)).error ?? 'counted'
    }
    expect(await at('2027-04-30T23:59:59.999Z', works[0]!.id)).toBe('VOTE_NOT_OPEN')
    expect(await at(OPENS, works[0]!.id)).toBe('counted')
    expect(await at('2027-05-09T23:59:59.999Z', works[1]!.id)).toBe('counted')
    expect(await at(CLOSES, works[2]!.id)).toBe('VOTE_CLOSED')
    expect((await resetToBuiltIn(works[0]!.id, who)).error).toBe('VOTE_CLOSED')
    expect(await ballots()).toBe(2)
  })

  it('[VOTE-2] each rule lets in whom it names and refuses the others', async () => {
    const outsider = await world.newcomer()
    const certified = await world.newcomer()
    const [school] = await world.rows('SELECT min(id) AS id FROM organisation_school')
    await world.rows(
      `INSERT INTO profile_certification ("userId", kind, state, name, "schoolId", number, "submittedAt") VALUES ($1, 'student', 'approved', '甲', $2, '1', now())`,
      [certified.id, school.id],
    )
    const entrant = await world.newcomer()
    await world.rows(
      `INSERT INTO signup_registration ("competitionId", "eventId", "organisationId", "userId", status, "formHash", answers, "displayName", "agreedAt", "submittedAt")
       SELECT "competitionId", "eventId", "organisationId", $2, 4, "formHash", answers, '甲', "agreedAt", "submittedAt" FROM signup_registration WHERE "competitionId" = $1 AND status = 4 LIMIT 1`,
      [design, entrant.id],
    )
    const [{ userName }] = await world.rows('SELECT "userName" FROM account_user WHERE id = $1', [outsider.id])
    const tried = async (who: string, person: Asking) => {
      await save({ who })
      await world.rows('DELETE FROM vote_ballot')
      return (await cast(works[0]!.id, person)).error ?? 'counted'
    }
    expect(await tried('signedIn', { ip: '10.9.0.1' })).toBe('VOTE_SIGN_IN')
    expect([await tried('participants', outsider), await tried('participants', entrant)]).toEqual(['VOTE_PARTICIPANTS', 'counted'])
    expect([await tried('certified', outsider), await tried('certified', certified)]).toEqual(['VOTE_CERTIFIED', 'counted'])
    expect(await tried('invited', outsider)).toBe('VOTE_INVITED')
    expect((await manage('invite', { accounts: `${userName}\nlater@mail.example` })).data).toEqual({ added: 2 })
    expect(await tried('invited', outsider)).toBe('counted')
    // who has no account yet votes once there is one with what was typed
    expect(await tried('invited', entrant)).toBe('VOTE_INVITED')
    await world.rows('UPDATE account_user SET email = $2 WHERE id = $1', [entrant.id, 'later@mail.example'])
    expect(await tried('invited', entrant)).toBe('counted')
    expect(await tried('all', await visitor('10.9.0.2'))).toBe('counted')
  })

  it('[VOTE-3] one vote on a work, so many in all, a day and an event; the day is one of the platform', async () => {
    const event = works[0]!.eventId
    const same = works.filter((work) => work.eventId === event)
    const other = works.filter((work) => work.eventId !== event)
    await save({ perPerson: 4, perDay: 3, perEvent: 2 })
    const who = await world.newcomer()
    const tried = async (work: { id: string }) => (await cast(work.id, who)).error ?? 'counted'
    expect([await tried(same[0]!), await tried(same[0]!)]).toEqual(['counted', 'VOTE_GIVEN'])
    expect([await tried(same[1]!), await tried(same[2]!)]).toEqual(['counted', 'VOTE_EVENT_LIMIT'])
    expect([await tried(other[0]!), await tried(other[1]!)]).toEqual(['counted', 'VOTE_DAY_LIMIT'])
    // 16:00 UTC is midnight in China
    now = Date.parse('2027-05-03T15:59:59.999Z')
    expect((await auth(who)).data).toMatchObject({ standing: 'usedToday', left: 1, leftToday: 0 })
    now += 1
    expect((await auth(who)).data).toMatchObject({ standing: 'may', left: 1, leftToday: 1 })
    expect(await tried(other[1] ?? same[2]!)).toBe('counted')
    expect((await auth(who)).data).toMatchObject({ standing: 'used', left: 0 })
    expect(await tried(same[3]!)).toBe('VOTE_LIMIT')
  })

  it('[VOTE-4] a vote taken back frees its place and is counted no more; where the organiser says so it stays', async () => {
    await save({ perPerson: 1 })
    const who = await world.newcomer()
    await cast(works[0]!.id, who)
    expect(await votesOf(works[0]!.id)).toBe(1)
    expect(await resetToBuiltIn(works[0]!.id, who)).toMatchObject({ data: { left: 1 } })
    expect(await votesOf(works[0]!.id)).toBe(0)
    expect((await resetToBuiltIn(works[0]!.id, who)).error).toBe('NOT_FOUND')
    expect((await cast(works[1]!.id, who)).error).toBeUndefined()
    await save({ perPerson: 1, takeBack: false })
    expect((await resetToBuiltIn(works[1]!.id, who)).error).toBe('VOTE_FINAL')
  })

  it('[VOTE-5] works that are not public, or of another competition, take no votes', async () => {
    await save()
    const who = await world.newcomer()
    const [hidden] = await world.rows('SELECT id FROM work_work WHERE "competitionId" = $1 AND NOT shown LIMIT 1', [design])
    expect((await cast(String(hidden.id), who)).error).toBe('NOT_FOUND')
    const other = await world.competition(HACKATHON)
    expect((await ask('POST', 'vote/pool', { competitionId: other, workId: works[0]!.id }, who)).error).toBe('VOTE_NONE')
  })
})

describe('visitors without an account', () => {
  it('[VOTE-6] a browser is known by its signed mark: without one, or with one made up, nothing is counted', async () => {
    await save({ who: 'all', perPerson: 1 })
    const someone = await visitor('10.8.0.1')
    expect(someone.cookie).toMatch(/^agon\.voter=/)
    expect((await cast(works[0]!.id, { ip: '10.8.0.1' })).error).toBe('VOTE_COOKIE')
    expect((await cast(works[0]!.id, { ip: '10.8.0.1', cookie: 'agon.voter=made.up' })).error).toBe('VOTE_COOKIE')
    expect((await cast(works[0]!.id, someone)).error).toBeUndefined()
    expect((await cast(works[1]!.id, { ...someone, ip: '10.8.0.2' })).error).toBe('VOTE_LIMIT')
    expect((await auth(someone)).data).toMatchObject({ standing: 'used', votedFor: [works[0]!.id] })
  })

  it('[VOTE-7] a network gives so many votes a day, however many browsers it has; accounts are not counted', async () => {
    await save({ who: 'all', perNetwork: 3 })
    const browsers = await Promise.all(Array.from({ length: 8 }, () => visitor('10.8.1.1')))
    const outcomes = await Promise.all(browsers.map((who) => cast(works[0]!.id, who)))
    expect(outcomes.map(({ error }) => error ?? 'counted').toSorted()).toEqual([
      ...Array(5).fill('VOTE_NETWORK'),
      ...Array(3).fill('counted'),
    ])
    const { token } = await world.newcomer()
    expect((await cast(works[0]!.id, { token, ip: '10.8.1.1' })).error).toBeUndefined()
    now += DAY
    expect((await cast(works[0]!.id, browsers.find((_, at) => outcomes[at]!.error)!)).error).toBeUndefined()
  })
})

describe('at the same time', () => {
  const LIMIT = 2
  async function race(path: string): Promise<number> {
    await save({ perPerson: LIMIT })
    await world.rows('DELETE FROM vote_ballot')
    const who = await world.newcomer()
    await Promise.all(works.slice(0, 8).map(({ id }) => cast(id, who, path)))
    return ballots()
  }
  it('[VOTE-8] many votes of one person never pass the limit', async () => {
    for (let round = 0; round < 5; round++) expect(await race('vote/pool')).toBe(LIMIT)
  })
  it('[VOTE-8] control: without the lock they do', async () => {
    let max = 0
    for (let round = 0; round < 10 && max <= LIMIT; round++) max = Math.max(max, await race('fixture/castUnlocked'))
    expect(max).toBeGreaterThan(LIMIT)
  })
  it('[VOTE-15] a rush waits in a lane of its own: works are read meanwhile, those for whom there is no room are told to come again, none is lost', async () => {
    await save()
    const people = await Promise.all([world.newcomer(), world.newcomer(), world.newcomer()])
    const holder = await world.db.connect()
    const key = `vote:${design}:${people[0]!.id}`
    await holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [key])
    const voted = people.map((who) => cast(works[0]!.id, who, 'fixture/castNarrow'))
    const refused = await voted[2]!
    const [{ left }] = await world.rows('SELECT count(*) AS left FROM vote_ballot')
    const read = await ask('GET', `competition/work/${works[0]!.id}`, {})
    await holder.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key])
    holder.release()
    const [first, second] = await Promise.all(voted)
    expect([refused.error, Number(left), read.code]).toEqual(['BUSY', 0, 0])
    expect([first!.code, second!.code, await ballots()]).toEqual([0, 0, 2])
  })
  it('[VOTE-9] no vote of many people on one work is lost or counted twice, folded or not, and a recount changes nothing', async () => {
    await save()
    const people = await Promise.all(Array.from({ length: 60 }, () => world.newcomer()))
    const voted = Promise.all(people.flatMap((who) => [cast(works[0]!.id, who), cast(works[0]!.id, who)]))
    const { calls } = world.server.deps
    const { session } = serverScope(world, world.server.deps.db)
    for (let round = 0; round < 5; round++) await calls.runHandler('vote.fold', {}, { session, lang: 'zh' })
    const outcomes = (await voted).map(({ error }) => error ?? 'counted')
    expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(60)
    expect(outcomes.filter((outcome) => outcome === 'VOTE_GIVEN')).toHaveLength(60)
    expect(await votesOf(works[0]!.id)).toBe(60)
    await calls.runHandler('vote.fold', {}, { session, lang: 'zh' })
    expect(await votesOf(works[0]!.id)).toBe(60)
    expect((await manage('recount')).data).toEqual({ works: 1, votes: 60, corrected: 0 })
    await world.rows('UPDATE vote_tally SET votes = votes + 3')
    expect((await manage('recount')).data).toMatchObject({ corrected: 1 })
    expect(await votesOf(works[0]!.id)).toBe(60)
  })
})

describe('what visitors see', () => {
  it('[VOTE-10] works come in an order of the person’s own that stays from page to page and visit to visit', async () => {
    await save()
    const [one, two] = [await world.newcomer(), await world.newcomer()]
    const orderFor = async (who: Asking) => {
      const { seed } = (await auth(who)).data
      const pages = await Promise.all(
        ['1', '2', '3'].map((pageNum) => ask('GET', 'vote/pool', { competitionId: design, seed, pageNum, pageSize: '4' }, who)),
      )
      return pages.flatMap(({ data }) => data.list.map(({ id }: { id: string }) => id))
    }
    const first = await orderFor(one)
    expect(new Set(first).size).toBe(first.length)
    expect(await orderFor(one)).toEqual(first)
    expect(await orderFor(two)).not.toEqual(first)
  })
  it('[VOTE-11] nobody but the organiser sees a count before the date', async () => {
    await save({ resultsAt: '2027-05-11T00:00:00.000Z' })
    await cast(works[0]!.id, await world.newcomer())
    const shown = async () => ({
      counts: (await ask('GET', 'vote/counts', { workIds: works[0]!.id })).data.votes,
      list: (await ask('GET', 'vote/shownResults', { competitionId: design })).data.list.length,
      isShown: (await ask('GET', 'vote/getInfo', { competitionId: design })).data.resultsShown,
    })
    now = Date.parse('2027-05-10T23:59:59.999Z')
    expect(await shown()).toEqual({ counts: {}, list: 0, isShown: false })
    now += 1
    expect(await shown()).toMatchObject({ counts: { [works[0]!.id]: 1 }, isShown: true })
    expect((await ask('GET', 'vote/shownResults', { competitionId: design })).data.list[0]).toMatchObject({
      workId: works[0]!.id,
      votes: 1,
      rank: 1,
      part: 100,
    })
  })
})

describe('anomalies', () => {
  it('[VOTE-12] votes from one device and network and of new accounts are flagged once, with their number; a decision stays', async () => {
    await save({ who: 'all', perNetwork: 100 })
    const browser = await visitor('10.7.0.1')
    for (let person = 0; person < 12; person++) {
      const { id, token } = await world.newcomer()
      await world.rows('UPDATE account_user SET "createdAt" = $2 WHERE id = $1', [id, new Date(DURING - 3_600_000).toISOString()])
      await cast(works[0]!.id, { ...browser, token })
    }
    expect((await manage('scan')).data).toEqual({ found: 2 })
    expect((await manage('scan')).data).toEqual({ found: 0 })
    const { list } = (await manage('flags', {}, 'GET')).data
    expect(list.map(({ kind, votes, total }: Record<string, unknown>) => ({ kind, votes, total }))).toEqual(
      expect.arrayContaining([
        { kind: 'newAccounts', votes: 12, total: 12 },
        { kind: 'sameDevice', votes: 12, total: 12 },
      ]),
    )
    const flag = list.find(({ kind }: { kind: string }) => kind === 'sameDevice')
    const evidence = await manage('ballots', { workId: flag.workId, device: flag.subject }, 'GET')
    expect(evidence.data.total).toBe(12)
    expect(JSON.stringify(evidence.data)).not.toContain('10.7.0.1')
    await world.call('api/web/vote/dismiss', { id: flag.id, note: '展台公用平板' }, organiser)
    await manage('scan')
    expect((await manage('flags', { state: 'dismissed' }, 'GET')).data.list[0]).toMatchObject({ note: '展台公用平板', votes: 12 })
  })

  it('[VOTE-13] invalidated votes are not counted, keep their reason and their place, and can be counted again; all of it is in the operation log', async () => {
    await save()
    const people = await Promise.all(Array.from({ length: 4 }, () => world.newcomer()))
    for (const who of people) await cast(works[0]!.id, who)
    const { list } = (await manage('ballots', {}, 'GET')).data
    const ballotIds = list.slice(0, 3).map(({ id }: { id: string }) => id)
    expect((await manage('invalidate', { ballotIds })).error).toBe('CALL_INPUT')
    expect((await manage('invalidate', { ballotIds, reason: '同一设备' })).data).toEqual({ changed: 3 })
    expect((await manage('invalidate', { ballotIds, reason: '再一次' })).data).toEqual({ changed: 0 })
    expect(await votesOf(works[0]!.id)).toBe(1)
    const again = await Promise.all(people.map((who) => cast(works[0]!.id, who)))
    expect(again.every(({ error }) => error === 'VOTE_GIVEN')).toBe(true)
    const backs = await Promise.all(people.map((who) => resetToBuiltIn(works[0]!.id, who)))
    expect(backs.filter(({ error }) => error === 'NOT_FOUND')).toHaveLength(3)
    expect((await manage('restore', { ballotIds: ballotIds.slice(0, 1), reason: '查实' })).data).toEqual({ changed: 1 })
    expect(await votesOf(works[0]!.id)).toBe(1)
    expect((await manage('recount')).data).toMatchObject({ corrected: 0, votes: 1 })
    const entries = await world.rows(`SELECT reason FROM platform_log WHERE entity = 'vote.ballot' AND reason IS NOT NULL ORDER BY id`)
    expect(entries.map(({ reason }) => reason)).toEqual(['同一设备', '同一设备', '同一设备', '查实'])
  })

  it('[VOTE-14] a flag’s votes are invalidated as one, and those of another competition are out of reach', async () => {
    await save({ who: 'all', perNetwork: 100 })
    const browser = await visitor('10.7.0.3')
    for (let person = 0; person < 4; person++) await cast(works[0]!.id, { ...browser, token: (await world.newcomer()).token })
    await cast(works[0]!.id, await world.newcomer())
    await manage('scan')
    const flag = (await manage('flags', {}, 'GET')).data.list.find(({ kind }: { kind: string }) => kind === 'sameDevice')
    const foreigner = await world.signIn('organiser 2')
    expect((await world.call('api/web/vote/invalidate', { competitionId: design, flagId: flag.id, reason: 'x' }, foreigner)).error).toBe(
      'PERMISSION_DENIED',
    )
    expect((await manage('invalidate', { flagId: flag.id, reason: '同一设备' })).data).toEqual({ changed: 4 })
    expect(await votesOf(works[0]!.id)).toBe(1)
    expect((await manage('flags', {}, 'GET')).data.list.find(({ id }: { id: string }) => id === flag.id).state).toBe('acted')
  })
})
