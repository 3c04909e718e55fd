/** What is refused until an agreement is accepted offers it where the person is: an expert who reads a work, an author who submits one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { copyRow } from '../review/copyRow.ts'
import { onDatabase } from '../road/person.ts'

const PHONE = 360
const DAY_MS = 86_400_000
const DESIGN = `c.title->>'en' = 'Young Design Biennial'`

let window: OpenPage
let assignmentId: string
let workId: string
beforeAll(async () => {
  await onDatabase(async (db) => {
    // a competition of its own: agreements of another test's one would be asked for there
    const competitionId = await copyRow(db, 'competition_competition', DESIGN, {
      title: { zh: '协议竞赛', en: 'Agreement Cup' },
      published: true,
      worksStart: new Date(Date.now() - DAY_MS),
      worksEnd: new Date(Date.now() + DAY_MS),
    })
    const eventId = await copyRow(
      db,
      'competition_event',
      `c."competitionId" in (select c.id from competition_competition c where ${DESIGN})`,
      {
        competitionId,
      },
    )
    const { rows: people } = await db.query(`select id from account_user where "userName" = 'school'`)
    const place = { competitionId, eventId, userId: people[0].id }
    const registrationId = await copyRow(db, 'signup_registration', 'c.status = 4', place)
    workId = await copyRow(db, 'work_work', `c.state = 'submitted'`, { ...place, registrationId, state: 'withdrawn' })
    for (const [purpose, zh, en] of [
      ['expert', '评审保密协议', 'Confidentiality of judging'],
      ['work', '作品授权书', 'Licence of works'],
    ])
      await db.query(
        `insert into agreement_version (place, purpose, number, title, text, "competitionId", "organisationId", "publishedAt")
         select 'competition:' || id, $1, 1, $2, $3, id, "organisationId", now() from competition_competition where id = $4`,
        [
          purpose,
          JSON.stringify({ zh, en }),
          JSON.stringify({ zh: `<p>${zh}的正文。</p>`, en: `<p>Text of the ${en?.toLowerCase()}.</p>` }),
          competitionId,
        ],
      )
    const round = await db.query(
      `insert into review_round ("competitionId", "organisationId", title, "opensAt", "closesAt")
       select id, "organisationId", '{"zh":"初评","en":"First round"}', now() - interval '1 day', now() + interval '1 day'
       from competition_competition where id = $1 returning id`,
      [competitionId],
    )
    const other = await copyRow(db, 'signup_registration', 'c.status = 4', { competitionId, eventId })
    const judged = await copyRow(db, 'work_work', `c.state = 'submitted'`, { competitionId, eventId, registrationId: other })
    const assignment = await db.query(
      `insert into review_assignment ("roundId", "competitionId", "organisationId", "workId", "userId", number, state, source)
       select r.id, r."competitionId", r."organisationId", $2, $3, 1, 'assigned', 'hand' from review_round r where r.id = $1 returning id`,
      [round.rows[0].id, judged, place.userId],
    )
    assignmentId = String(assignment.rows[0].id)
  })
  window = await openPage({ lang: 'en', width: PHONE, as: 'school administrator', painted: process.env.PICTURES !== undefined })
})
afterAll(async () => {
  await onDatabase((db) => db.query(`update competition_competition set published = false where title->>'en' = 'Agreement Cup'`))
  await window?.close()
})

async function look(name: string) {
  const { page } = window
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE)
  expect(await seriousProblems(page)).toEqual([])
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
}
const accepted = () =>
  onDatabase(async (db) =>
    (
      await db.query(
        'select v.purpose from agreement_acceptance a join agreement_version v on v.id = a."versionId" where v."competitionId" = (select "competitionId" from work_work where id = $1) order by a.id',
        [workId],
      )
    ).rows.map(({ purpose }) => purpose),
  )

it('[AGREE-6] an expert reads the agreement where the work would be, accepts it, and then reads the work', async () => {
  const { page, problems } = window
  await openPath(page, `/admin/myReviews/${assignmentId}`)
  const offer = page.getByRole('main').getByRole('button', { name: 'Accept the agreement' })
  await offer.waitFor()
  expect(await page.getByRole('heading', { name: /^Work 1:/ }).count()).toBe(0)
  await look('agreement-offer')
  await offer.click()
  const dialog = page.getByRole('dialog', { name: 'Confidentiality of judging' })
  await dialog.getByText('Text of the confidentiality of judging.').waitFor()
  await look('agreement-dialog')
  await dialog.getByRole('checkbox', { name: 'I have read and accept it' }).check()
  await dialog.getByRole('button', { name: 'Accept and continue' }).click()
  await page.getByRole('heading', { name: /^Work 1:/ }).waitFor()
  expect(await offer.count()).toBe(0)
  expect(await accepted()).toEqual(['expert'])
  expect(problems).toEqual([])
})

it('[AGREE-7] an author accepts the licence on the way of submitting', async () => {
  const { page, problems } = window
  await openPath(page, `/personalCenter/works/${workId}`)
  await page.getByRole('button', { name: 'Resubmit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Licence of works' })
  await dialog.getByRole('checkbox', { name: 'I have read and accept it' }).check()
  await dialog.getByRole('button', { name: 'Accept and continue' }).click()
  await expect.poll(accepted).toEqual(['expert', 'work'])
  await expect
    .poll(() => onDatabase(async (db) => (await db.query('select state from work_work where id = $1', [workId])).rows[0].state))
    .toBe('submitted')
  expect(problems).toEqual([])
})
