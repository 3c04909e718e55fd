/** An organiser assigns by hand in the matrix of works and experts: ticks and unticks a box; boxes of conflicts cannot be changed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage } from '../../harness/openPage.ts'
import { onDatabase } from '../road/person.ts'

const CONFLICT = 'matrix test'
let organiser: OpenPage
let competitionId: string
let roundId: string
let userId: string
let isOwn = false

beforeAll(async () => {
  await onDatabase(async (db) => {
    const one = async (sql: string, values: unknown[] = []) => (await db.query(sql, values)).rows[0]
    const competition = await one(`select id, "organisationId" from competition_competition where title->>'en' = 'Young Design Biennial'`)
    competitionId = String(competition.id)
    roundId = String(
      (
        await one(
          `insert into review_round ("competitionId", "organisationId", title, "opensAt", "closesAt", "sheetId")
           values ($1, $2, '{"zh":"矩阵轮","en":"Matrix round"}', now() + interval '100 days', now() + interval '101 days', 'review.none') returning id`,
          [competitionId, competition.organisationId],
        )
      ).id,
    )
    userId = String((await one(`select id from account_user where "userName" = 'student'`)).id)
    const expert = await one(
      `insert into review_expert ("competitionId", "organisationId", "userId", name, state, "invitedAt") values ($1, $2, $3, 'Matrix Expert', 'accepted', now())
       on conflict do nothing returning id`,
      [competitionId, competition.organisationId, userId],
    )
    isOwn = expert !== undefined
    await one(
      `insert into review_conflict ("competitionId", "userId", "workId", kind, detail)
       select $1, $2, min(w.id), 'hand', $3 from work_work w join signup_registration r on r.id = w."registrationId"
       where w."competitionId" = $1 and w."removedAt" is null and w.state = 'submitted' and w."poolState" <> 2 and r.status = 4`,
      [competitionId, userId, CONFLICT],
    )
  })
  organiser = await openPage({
    lang: 'en',
    as: 'organiser',
    painted: process.env.PICTURES !== undefined,
    path: `/admin/judging?competitionId=${competitionId}&tab=assignment&roundId=${roundId}`,
  })
})
afterAll(async () => {
  await onDatabase(async (db) => {
    await db.query('delete from review_round where id = $1', [roundId])
    await db.query('delete from review_conflict where detail = $1', [CONFLICT])
    if (isOwn) await db.query('delete from review_expert where "competitionId" = $1 and "userId" = $2', [competitionId, userId])
  })
  await organiser?.close()
})

const assigned = () =>
  onDatabase(async (db) => (await db.query('select "workId" from review_assignment where "roundId" = $1', [roundId])).rows.length)

it('[ASSIGN-43] a tick assigns, unticking withdraws, and what is in conflict cannot be ticked', async () => {
  const { page } = organiser
  await page.getByRole('tab', { name: 'Matrix' }).click()
  const matrix = page.getByRole('region', { name: 'Works and experts' })
  await matrix.waitFor()
  const free = matrix.locator('input:not([aria-disabled])').first()
  await free.click()
  await expect.poll(assigned).toBe(1)
  const box = matrix.locator('input:checked:not([aria-disabled])').first()
  await box.waitFor()
  await box.click()
  await expect.poll(assigned).toBe(0)
  const locked = matrix.getByRole('checkbox', { name: 'Conflict of interest' }).first()
  await locked.click({ force: true })
  expect(await locked.isChecked()).toBe(false)
  expect(await assigned()).toBe(0)
  expect(await seriousProblems(page)).toEqual([])
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/matrix-${width}.png`, fullPage: true })
  }
})
