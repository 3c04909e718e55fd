/** The public page of a ranking: the first three on a podium, the whole width, works that are on show behind their names, short cards on a phone. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage } from '../../harness/openPage.ts'
import { expectSound } from '../../harness/visitServer.ts'
import { onDatabase } from '../road/person.ts'

const COMPETITION = 'Young Design Biennial'
let listId: string
let path: string
let works: { id: string; title: string }[]

beforeAll(async () => {
  await onDatabase(async (db) => {
    works = (
      await db.query(
        `select w.id::text, w.title from work_work w join competition_competition c on c.id = w."competitionId"
         where c.title->>'en' = $1 and w.shown and w.state = 'submitted' and w."removedAt" is null and w."poolState" <> 2 order by w.id limit 1`,
        [COMPETITION],
      )
    ).rows
    const { rows } = await db.query(
      `with list as (
         insert into ranking_list ("competitionId", title, position, "publishedVersion", version, state)
         select id, '{"zh":"测试颁奖台","en":"Browser podium"}', 9, 1, 1, 'published' from competition_competition where title->>'en' = $1 returning *)
       insert into ranking_award ("listId", "competitionId", position, rank, prize, name, school, work, "workId", score)
       select l.id, l."competitionId", n, n + 1, (array['first', 'second', 'third', 'excellent'])[n + 1], 'Entrant ' || n + 1, 'School ' || n + 1, 'Work ' || n + 1,
         case when n = 0 then $2::bigint end, (90 - n)::text
       from list l, generate_series(0, 3) n returning "listId"::text, "competitionId"::text`,
      [COMPETITION, works[0]?.id],
    )
    listId = rows[0].listId
    path = `/details/rankingList?competitionId=${rows[0].competitionId}&rankingId=${listId}`
  })
})
afterAll(() => onDatabase((db) => db.query('delete from ranking_list where id = $1', [listId])))

it('[PODIUM-1] shows the first three in steps above the list, over the whole width, with the works on show behind their names', async () => {
  const { page, close } = await openPage({ lang: 'en', path, width: 1440 })
  const steps = page.locator('.ag-cards--podium > li')
  await expect.poll(() => steps.count()).toBe(3)
  expect(await steps.locator('.ag-card__mark').allInnerTexts()).toEqual(['1', '2', '3'])
  const lefts = await Promise.all([0, 1, 2].map(async (at) => (await steps.nth(at).boundingBox())!.x))
  expect([lefts[1], lefts[0], lefts[2]]).toEqual([...lefts].sort((a, b) => a - b))
  expect((await page.locator('.ag-table-box').boundingBox())!.width).toBeGreaterThan(1_000)
  await expectSound(page)
  const link = page.getByRole('row', { name: /Entrant 1/ }).getByRole('link', { name: 'Work 1' })
  expect(
    await page
      .getByRole('row', { name: /Entrant 2/ })
      .getByRole('link')
      .count(),
  ).toBe(0)
  await link.click()
  await page.getByRole('heading', { name: works[0]!.title }).first().waitFor()
  await close()
})

it('[PODIUM-2] on a phone says rank, award, school and work without their headings', async () => {
  const { page, close } = await openPage({ lang: 'zh', path, width: 360 })
  const card = page.locator('.ag-row-card', { hasText: 'Entrant 2' })
  await card.waitFor()
  expect(await card.locator('.ag-row-card__beside').allInnerTexts()).toEqual(['2', '二等奖'])
  expect(await card.locator('.ag-row-card__line > span').allInnerTexts()).toEqual(['School 2', 'Work 2'])
  expect(await card.locator('dt').allInnerTexts()).toEqual(['指导教师', '成绩'])
  await expectSound(page)
  await close()
})
