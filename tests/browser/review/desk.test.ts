/** An expert judges on a phone: opens the desk, marks with a draft in between, submits and goes on, abstains from one work and recuses from another. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { onDatabase } from '../road/person.ts'

const PHONE = 360
const SHEET = {
  id: 'review.browserSheet',
  kind: 'form',
  version: 1,
  title: { zh: '评分表', en: 'Score sheet' },
  schema: {
    type: 'object',
    required: ['quality'],
    properties: {
      quality: { type: 'integer', title: { zh: '作品质量', en: 'Quality' }, 'x-widget': 'number', minimum: 0, maximum: 100 },
      comment: { type: 'string', title: { zh: '评语', en: 'Comment' }, 'x-widget': 'textarea', maxLength: 500 },
    },
  },
}

let expert: OpenPage
let desk: OpenPage
let roundId: string
beforeAll(async () => {
  roundId = await onDatabase(async (db) => {
    await db.query(
      `insert into platform_document (kind, "documentId", revision, state, hash, "formatVersion", content, "publishedAt") values ('form', $1, 1, 'published', $2, 1, $3, now())`,
      [SHEET.id, `browser-sheet-${Date.now()}`, JSON.stringify(SHEET)],
    )
    const { rows } = await db.query(
      `insert into review_round ("competitionId", "organisationId", title, "opensAt", "closesAt", "sheetId")
       select id, "organisationId", '{"zh":"初评","en":"First round"}', now() - interval '1 day', now() + interval '1 day', $1
       from competition_competition where title->>'en' = 'Young Design Biennial' returning id`,
      [SHEET.id],
    )
    await db.query(
      `insert into review_assignment ("roundId", "competitionId", "organisationId", "workId", "userId", number, state, source)
       select r.id, r."competitionId", r."organisationId", w.id, u.id, row_number() over (order by w.id), 'assigned', 'hand'
       from review_round r, (select id from work_work where "competitionId" = (select "competitionId" from review_round where id = $1)
         and "removedAt" is null and state = 'submitted' order by id limit 4) w, account_user u where r.id = $1 and u."userName" = 'student'`,
      [rows[0].id],
    )
    return String(rows[0].id)
  })
  expert = await openPage({
    lang: 'en',
    width: PHONE,
    as: 'participant',
    painted: process.env.PICTURES !== undefined,
    path: '/admin/myReviews',
  })
})
afterAll(async () => {
  await onDatabase((db) => db.query('delete from review_round where id = $1', [roundId]))
  await Promise.all([expert?.close(), desk?.close()])
})

async function look(page: OpenPage['page'], name: string, width: number) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  expect(await seriousProblems(page)).toEqual([])
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
}
const states = () =>
  onDatabase(async (db) =>
    (await db.query('select state from review_assignment where "roundId" = $1 order by number', [roundId])).rows.map(({ state }) => state),
  )

it('the expert opens the desk on a phone and begins with the first work', async () => {
  const { page } = expert
  await page.getByText('0 / 4').waitFor()
  await look(page, 'desk-360', PHONE)
  await page
    .getByRole('link', { name: 'Judge the next work' })
    .or(page.getByRole('button', { name: 'Judge the next work' }))
    .click()
  await page.getByRole('heading', { name: /^Work 1:/ }).waitFor()
})

it('marks are kept as a draft, and submitting leads to the next work', async () => {
  const { page } = expert
  const total = page.locator('.ag-stat', { hasText: 'Total so far' })
  await total.getByText('—', { exact: true }).waitFor()
  await page.getByLabel('Quality').fill('83')
  await total.getByText('83', { exact: true }).waitFor()
  const kept = () =>
    onDatabase(async (db) =>
      (await db.query(`select answers->>'quality' as quality from platform_draft where key like 'review:%'`)).rows.map(
        ({ quality }) => quality,
      ),
    )
  await expect.poll(kept).toEqual(['83'])
  const address = new URL(page.url()).pathname
  await openPath(page, '/admin/myReviews')
  await openPath(page, address)
  await expect.poll(() => page.getByLabel('Quality').inputValue()).toBe('83')
  await look(page, 'review-360', PHONE)
  // marks that come within seconds are asked for a second look
  await openPath(page, '/admin/myReviews')
  await page.clock.setFixedTime(Date.now())
  await openPath(page, address)
  await expect.poll(() => page.getByLabel('Quality').inputValue()).toBe('83')
  await page.getByRole('button', { name: 'Submit and next' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog')).filter({ hasText: 'less than ten seconds' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await states()).toEqual(['assigned', 'assigned', 'assigned', 'assigned'])
  await page.getByRole('button', { name: 'Submit and next' }).click()
  await question.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('heading', { name: /^Work 2:/ }).waitFor()
  // the next work begins at its top, and is said
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Work 2:/)
  expect(await states()).toEqual(['submitted', 'assigned', 'assigned', 'assigned'])
})

it('one work is abstained from, another given back with the reason', async () => {
  const { page, problems } = expert
  await page.getByRole('button', { name: 'Abstain' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Abstain' }).click()
  await page.getByText('Abstained').first().waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('heading', { name: /^Work 3:/ }).waitFor()
  await page.getByRole('button', { name: 'Recuse' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('My own student')
  await page.getByRole('dialog').getByRole('button', { name: 'Recuse' }).click()
  await page.getByText('You have recused from this work').waitFor()
  expect(await states()).toEqual(['submitted', 'abstained', 'recused', 'assigned'])
  expect(problems).toEqual([])
})

it('the work stands beside its sheet on a desk, in Chinese', async () => {
  desk = await openPage({ as: 'participant', painted: process.env.PICTURES !== undefined, path: `/admin/myReviews?roundId=${roundId}` })
  const { page } = desk
  await page.getByText('2 / 3').waitFor()
  await look(page, 'desk-1440', 1440)
  await page
    .getByRole('link', { name: '评审下一件' })
    .or(page.getByRole('button', { name: '评审下一件' }))
    .click()
  await page.getByRole('heading', { name: /^作品 4：/ }).waitFor()
  await page.getByLabel('作品质量').waitFor()
  await look(page, 'review-1440', 1440)
})

it('start page, avatar menu and /admin lead the expert to the desk', async () => {
  const { page } = desk
  await openPath(page, '/')
  await page.getByText(/有 1 件作品等你评审/).waitFor()
  await page.locator('.ag-avatar').first().click()
  await page.getByRole('menuitem', { name: /我的评审/ }).waitFor()
  await page.keyboard.press('Escape')
  await openPath(page, '/admin')
  await page.waitForURL('**/admin/myReviews')
})
