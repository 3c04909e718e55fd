/** The pool check and the desks of experts: a rejected work leaves them. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createReviewWorld, type Expert, type ReviewWorld, WITHIN } from './reviewWorld.ts'

let world: ReviewWorld
let organiser: string
let expert: Expert
beforeAll(async () => {
  world = await createReviewWorld()
  organiser = await world.signIn('organiser')
})
afterAll(() => world?.close())
beforeEach(async () => {
  world.at(WITHIN)
  expert = await world.expert()
})

const check = (workId: string, status: number) =>
  world.call('api/web/competition/pool/check', { workIds: [workId], status, ...(status === 2 ? { reason: '重复投稿' } : {}) }, organiser)
const open = (id: string) => world.call(`api/web/review/assignment/${id}`, {}, expert.token, 'GET')
const desk = async () => (await world.call('api/web/review/desk', {}, expert.token, 'GET')).data.rounds
const stateOf = async (id: string) => (await world.rows('SELECT state FROM review_assignment WHERE id = $1', [id]))[0].state

it('[POOL-10] a rejected work leaves the desks: without a review it is withdrawn until the check is undone, with one it stays for the organiser', async () => {
  const work = await world.work()
  const roundId = await world.round()
  const second = await world.round()
  const waiting = await world.assign(roundId, work.id, expert.id)
  const reviewed = await world.assign(second, work.id, expert.id)
  const sheet = (await open(reviewed)).data.sheetHash
  const submitted = await world.call('api/web/review/submit', { id: reviewed, formHash: sheet, answers: { quality: 70 } }, expert.token)
  expect(submitted.code).toBe(0)
  expect(await desk()).toHaveLength(2)
  expect((await check(work.id, 2)).data).toEqual({ changed: 1 })
  expect([await stateOf(waiting), await stateOf(reviewed)]).toEqual(['withdrawn', 'submitted'])
  expect([(await open(waiting)).error, (await open(reviewed)).error]).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  expect(await desk()).toEqual([])
  expect(await world.rows('SELECT total::text FROM review_mark WHERE "assignmentId" = $1', [reviewed])).toHaveLength(1)
  await check(work.id, 0)
  expect([await stateOf(waiting), await stateOf(reviewed)]).toEqual(['assigned', 'submitted'])
  expect([(await open(waiting)).code, (await open(reviewed)).code]).toEqual([0, 0])
  const moves = await world.rows(
    `SELECT before ->> 'state' AS was, after ->> 'state' AS "is" FROM platform_log WHERE entity = 'review.assignment' AND "rowId" = $1
      AND after ->> 'state' <> before ->> 'state' ORDER BY id`,
    [waiting],
  )
  expect(moves).toEqual([
    { was: 'assigned', is: 'withdrawn' },
    { was: 'withdrawn', is: 'assigned' },
  ])
})

it('[POOL-11] an undone check gives a work back only to who is still on the panel', async () => {
  const work = await world.work()
  const id = await world.assign(await world.round(), work.id, expert.id)
  await check(work.id, 2)
  const [member] = await world.rows('SELECT id::text FROM review_expert WHERE "userId" = $1', [expert.id])
  expect((await world.call('api/web/review/expert/remove', { id: member.id }, organiser)).code).toBe(0)
  await check(work.id, 1)
  expect(await stateOf(id)).toBe('withdrawn')
})
