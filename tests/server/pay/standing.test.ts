/** Where people and organisers see whether a registration is paid: everywhere by the one state that orders come to. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readSheet } from '../readSheet.ts'
import { createPayWorld, type Paying, type PayWorld } from './payWorld.ts'

let world: PayWorld
beforeAll(async () => {
  world = await createPayWorld()
})
afterAll(() => world?.close())
beforeEach(() => world.rewind())

const listed = async (payState: string) => {
  const { data } = await world.call('api/web/report/signUpMember', { competitionId: world.form.competitionId, payState }, world.organiser)
  return data.list.map(({ id }: { id: string }) => id) as string[]
}
const exported = async ({ registrationId }: Paying) => {
  const input = { competitionId: world.form.competitionId }
  const { data } = await world.call('api/web/report/exportCompetitionSignUp', input, world.organiser)
  const [head, ...lines] = await readSheet(world, data.jobId, world.organiser)
  const line = lines.find(([id]) => String(id) === registrationId)!
  return line[head!.indexOf('缴费状态')]
}
const button = async ({ token }: Paying) =>
  (await world.call(`api/web/competition/btn/${world.form.competitionId}`, {}, token, 'GET')).data.next
const mine = async ({ token }: Paying) => (await world.call('api/web/user/personCompetition', {}, token, 'GET')).data.list[0].payState

it('[PAY-30] organisers filter registrations by payment, see it in the list and export it in words', async () => {
  const entrant = await world.entrant()
  expect(await listed('due')).toContain(entrant.registrationId)
  expect(await exported(entrant)).toBe('待缴费')
  await world.notice(entrant.number)
  expect(await listed('due')).not.toContain(entrant.registrationId)
  expect(await listed('paid')).toContain(entrant.registrationId)
  expect(await exported(entrant)).toBe('已缴费')
})

it('[PAY-31] the next step of the person is to pay, in the personal centre and on the page of the competition, until it is paid', async () => {
  const entrant = await world.entrant()
  expect([await mine(entrant), await button(entrant)]).toEqual(['due', 'pay'])
  await world.notice(entrant.number)
  expect([await mine(entrant), await button(entrant)]).toEqual(['paid', 'underReview'])
})

it('[PAY-32] messages name the order in both languages', async () => {
  const { id } = await world.entrant()
  const [{ variables }] = await world.rows(`SELECT variables FROM platform_outbox WHERE template = 'pay.created' AND "userId" = $1`, [id])
  expect(variables.titleZh).toContain('开放硬件黑客马拉松')
  expect(variables.titleEn).not.toMatch(/[\u4e00-\u9fff]/)
})

it('[PAY-33] a copy of a competition has its payment settings, fees and refund rules, for its own events, and charges nothing yet', async () => {
  const { competitionId, eventId } = world.form
  await world.rows(
    `INSERT INTO pay_fee ("competitionId", "eventId", unit, amount) VALUES ($1, $2, 'contestant', 500), ($1, NULL, 'instructor', 700)`,
    [competitionId, eventId],
  )
  await world.rows('INSERT INTO pay_tier ("competitionId", until, percent) VALUES ($1, now(), 50)', [competitionId])
  const { id } = (await world.call('api/web/competition/copyCompetition', { competitionId }, world.organiser)).data
  const fees = await world.rows(
    `SELECT f.amount::int, e."competitionId" FROM pay_fee f LEFT JOIN competition_event e ON e.id = f."eventId" WHERE f."competitionId" = $1 ORDER BY f.amount`,
    [id],
  )
  expect(fees).toEqual([
    { amount: 500, competitionId: id },
    { amount: 700, competitionId: null },
  ])
  expect(await world.rows('SELECT enabled, "holdHours" FROM pay_setting WHERE "competitionId" = $1', [id])).toEqual([
    { enabled: false, holdHours: 48 },
  ])
  expect(await world.rows('SELECT percent FROM pay_tier WHERE "competitionId" = $1', [id])).toEqual([{ percent: 50 }])
  await world.rows('DELETE FROM pay_fee WHERE "competitionId" = $1', [competitionId])
  await world.rows('DELETE FROM pay_tier')
})
