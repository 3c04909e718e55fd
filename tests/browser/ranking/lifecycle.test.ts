/** A ranking on its way: the organiser shows provisional results, an author objects on a phone, is answered, the ranking is finalised and published, visitors read it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { onDatabase } from '../road/person.ts'

const PHONE = 360
const PAINTED = process.env.PICTURES !== undefined
const ENTRANT = '林晓舟'
const EDIT = '/createNewCompetition/competition/rankingList'
let competitionId: string
let listId: string
let organiser: OpenPage
let author: OpenPage
let visitor: OpenPage

beforeAll(async () => {
  ;({ competitionId, listId } = await onDatabase(async (db) => {
    const { rows } = await db.query(
      `with list as (
         insert into ranking_list ("competitionId", title, position)
         select id, '{"zh":"测试终评","en":"Browser final"}', 9 from competition_competition where title->>'en' = 'Stories of a Changing City' returning *)
       insert into ranking_award ("listId", "competitionId", position, rank, prize, name, score, "registrationId")
       select l.id, l."competitionId", 0, 1, 'first', r."displayName", '88.5', r.id from list l
       join signup_registration r on r."competitionId" = l."competitionId" join account_user u on u.id = r."userId" and u."userName" = 'student'
       returning "listId", "competitionId"`,
    )
    return { competitionId: String(rows[0].competitionId), listId: String(rows[0].listId) }
  }))
  organiser = await openPage({
    lang: 'en',
    as: 'organiser',
    painted: PAINTED,
    path: `${EDIT}?competitionId=${competitionId}&ranking=${listId}`,
  })
})
afterAll(async () => {
  await onDatabase((db) => db.query('delete from ranking_list where id = $1', [listId]))
  await Promise.all([organiser?.close(), author?.close(), visitor?.close()])
})

async function look(page: OpenPage['page'], name: string) {
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await seriousProblems(page)).toEqual([])
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true })
}
const publicPage = () => `/details/rankingList?competitionId=${competitionId}&rankingId=${listId}`

it('the organiser shows provisional results, which visitors do not see', async () => {
  const { page } = organiser
  await page.getByRole('button', { name: 'Show provisional results' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Show to participants' }).click()
  await page.getByText(/Participants see their own results/).waitFor()
  await look(page, 'ranking-provisional')
  visitor = await openPage({ lang: 'en', painted: PAINTED, path: publicPage() })
  expect(await visitor.page.getByText(ENTRANT).count()).toBe(0)
})

it('the author finds the own result on a phone and objects', async () => {
  author = await openPage({ lang: 'en', width: PHONE, as: 'participant', painted: PAINTED, path: '/personalCenter/credential?tab=results' })
  const { page } = author
  await page.getByText('Browser final').waitFor()
  await look(page, 'results-360')
  await page.getByRole('button', { name: 'Object' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('About').selectOption('Score')
  await dialog.getByLabel(/^Objection/).fill('One criterion of the second round seems to be missing.')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Submitted. You are notified when it is answered').waitFor()
  // and is led to it from their sign-ups, rather than told to prepare
  await openPath(page, '/personalCenter/jingsai')
  await page.getByText('See your result').first().waitFor()
})

it('the organiser answers, finalises with a comment and publishes', async () => {
  const { page } = organiser
  await openPath(page, `${EDIT}?competitionId=${competitionId}&ranking=${listId}&tab=objections`)
  await page.getByText('One criterion of the second round').click()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel('Declined').check()
  await dialog.getByLabel(/^Answer/).fill('All criteria were counted.')
  await dialog.getByRole('button', { name: 'Send the answer' }).click()
  await page.getByText('Answered. The person who objected is notified').waitFor()
  await look(page, 'ranking-objections')
  await page.getByRole('button', { name: 'Finalise' }).click()
  await page.getByRole('dialog').getByLabel('Comment').fill('Confirmed by the jury')
  await page.getByRole('dialog').getByRole('button', { name: 'Finalise' }).click()
  // days of the window are left
  await page.getByText(/Days left to object/).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Final. You can publish it now').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await page.getByText('Published. Everyone can see it').waitFor()
  await look(page, 'ranking-published')
})

it('a visitor reads it, the author is marked and has an honour and the answer', async () => {
  await openPath(visitor.page, '/')
  await openPath(visitor.page, publicPage())
  await visitor.page.getByRole('cell', { name: ENTRANT }).waitFor()
  expect(await visitor.page.getByText('★').count()).toBe(0)
  await look(visitor.page, 'ranking-public')
  await openPath(author.page, publicPage())
  await author.page.getByText(`★ ${ENTRANT}`).waitFor()
  await look(author.page, 'ranking-own-360')
  await openPath(author.page, '/personalCenter/credential?tab=honours')
  await author.page.getByText('First prize').waitFor()
  await openPath(author.page, '/personalCenter/credential?tab=objections')
  await author.page.getByText('All criteria were counted.').waitFor()
  expect([...organiser.problems, ...author.problems, ...visitor.problems]).toEqual([])
})
