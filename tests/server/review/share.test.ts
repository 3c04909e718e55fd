/** Links for outside reviewers, and the check of works before judging. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReviewWorld, NAME, type ReviewWorld, SCHOOL, WITHIN, type Work } from './reviewWorld.ts'

let world: ReviewWorld
let organiser: string
let foreigner: string
let work: Work
let roundId: string
beforeAll(async () => {
  world = await createReviewWorld()
  organiser = await world.signIn('organiser')
  foreigner = await world.signIn('organiser 2')
  work = await world.work({ files: [] })
  roundId = await world.round()
})
afterAll(() => world?.close())

const make = (change: Record<string, unknown> = {}, by = organiser) =>
  world.call('api/web/review/share/make', { competitionId: world.competitionId, roundId, name: '企业评委', days: 7, ...change }, by)
const tokenOf = (address: string) => address.split('/').at(-1)!
const pool = (token: string, path = 'pool') => world.call(`api/review/share/${path}`, { token, pageSize: 100 }, null, 'GET')

it('[SHARE-1] a link opens the works of its round to anyone, blind, until it ends or is revoked', async () => {
  expect((await make({}, foreigner)).error).toBeTruthy()
  const { address, id } = (await make()).data
  const token = tokenOf(address)
  const shown = await pool(token)
  expect(shown.data.total).toBeGreaterThan(0)
  expect(JSON.stringify(shown.data)).not.toMatch(new RegExp(`${NAME}|${SCHOOL}`))
  const { number } = shown.data.list.find(({ title }: { title: string }) => title.includes('椅子'))
  const one = await world.call('api/review/share/work', { token, number }, null, 'GET')
  expect(one.data).toMatchObject({ author: null, school: null, link: null, linkWithheld: true, files: [] })
  expect(JSON.stringify(one.data)).not.toMatch(new RegExp(`${NAME}|${SCHOOL}|13900007777`))
  expect((await pool(token.replace(/^./, 'x'))).error).toBe('NOT_FOUND')
  expect((await pool(token, 'pool/team')).error).toBe('NOT_FOUND')
  const list = async () =>
    (await world.call('api/web/review/share/list', { competitionId: world.competitionId }, organiser, 'GET')).data.list
  expect((await list())[0]).toMatchObject({ id, opened: 1, works: true, address })
  world.at('2027-05-09T00:00:01.000Z')
  expect((await pool(token)).error).toBe('NOT_FOUND')
  world.at(WITHIN)
  expect((await world.call('api/web/review/share/revoke', { id }, foreigner)).error).toBeTruthy()
  expect((await world.call('api/web/review/share/revoke', { id }, organiser)).code).toBe(0)
  expect((await pool(token)).error).toBe('NOT_FOUND')
  expect((await list())[0]).toMatchObject({ works: false, address: null })
})

it('[SHARE-2] a link of a team opens its works alone, and is sent by email', async () => {
  const { address, id } = (await make({ registrationId: work.registrationId })).data
  expect((await pool(tokenOf(address), 'pool/team')).data).toMatchObject({ total: 1, list: [{ number: 1 }] })
  const sent = await world.call(
    'api/review/group/shareByEmail',
    { id, competitionId: world.competitionId, email: 'jury@mail.example' },
    organiser,
    'GET',
  )
  expect(sent.data).toEqual({ sent: true })
  const [mail] = await world.rows(`SELECT address FROM platform_outbox WHERE template = 'review.shareMail'`)
  expect(mail.address).toContain('jury')
  const page = await world.app.inject({ method: 'GET', url: new URL(address, 'http://x').pathname })
  expect(page.payload).toMatch(/noindex/)
})

it('[POOL-1] works are passed or rejected with a reason, one or many, told to their authors, and undone; rejected ones are not judged', async () => {
  const check = (input: Record<string, unknown>, by = organiser) =>
    world.call('api/web/competition/pool/check', { workIds: [work.id], ...input }, by)
  const { address } = (await make({ registrationId: work.registrationId })).data
  const judged = async () => (await pool(tokenOf(address), 'pool/team')).data.total
  expect((await check({ status: 2 })).error).toBe('WORK_REASON')
  expect((await check({ status: 1 }, foreigner)).error).toBe('NOT_FOUND')
  expect((await check({ status: 2, reason: '不是本人作品' })).data).toEqual({ changed: 1 })
  expect(await judged()).toBe(0)
  const reported = await world.rows(`SELECT id FROM platform_outbox WHERE template = 'work.checked' AND "userId" = $1`, [work.userId])
  expect(reported).toHaveLength(1)
  const list = await world.call('api/web/work/list', { competitionId: world.competitionId, poolState: 2 }, organiser)
  expect(list.data.list).toMatchObject([{ id: work.id, poolReason: '不是本人作品' }])
  const setting = (await world.call('api/web/competition/pool/getSetting', { competitionId: world.competitionId }, organiser)).data
  expect(setting.rejected).toBe(1)
  expect((await check({ status: 0 })).data).toEqual({ changed: 1 })
  expect((await check({ status: 1 })).data).toEqual({ changed: 1 })
  expect(await judged()).toBe(1)
})

it('[POOL-2] visitors see no works from the opening of a blind round to its end, unless the organiser says so', async () => {
  await world.rows('UPDATE competition_competition SET "worksPublic" = true WHERE id = $1', [world.competitionId])
  const shown = async () => (await world.call(`api/web/competition/works/${world.competitionId}`, {}, null, 'GET')).data.total
  const rule = await world.call(`api/web/review/rule/get/${roundId}`, {}, organiser, 'GET')
  expect(rule.code).toBe(0)
  const save = (worksShown: boolean) =>
    world.call(
      'api/web/review/rule/save',
      { id: roundId, answers: { ...rule.data.answers, showExperts: undefined, worksShown }, confirmed: [] },
      organiser,
    )
  expect(await shown()).toBeGreaterThan(0)
  const saved = await save(false)
  expect([saved.error, saved.details]).toEqual([undefined, undefined])
  expect(await shown()).toBe(0)
  world.at('2027-05-10T00:31:00.000Z')
  expect(await shown()).toBeGreaterThan(0)
  world.at(WITHIN)
  await save(true)
  expect(await shown()).toBeGreaterThan(0)
})
