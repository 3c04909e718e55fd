/** A waiting list from two phones: both join, a place becomes free, the first signs up. */
import { afterEach, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { keepPicture, PAINTED } from '../../harness/keepPicture.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { readDemoAccount } from '../../harness/readDemoAccount.ts'
import { competitionId, fillHackathonForm, onDatabase } from '../road/person.ts'

const WORKSHOP = "Beginners' workshop"
const windows: OpenPage[] = []
afterEach(async () => {
  for (const each of windows.splice(0)) await each.close()
})

/** An account of the test, with the password of a demo account. */
async function phone(lang: 'zh' | 'en', userName: string): Promise<OpenPage> {
  const { userName: like, password } = readDemoAccount('participant')
  await onDatabase((db) =>
    db.query(
      `INSERT INTO account_user ("userName", name, "passwordHash") SELECT $1, $2, "passwordHash" FROM account_user WHERE "userName" = $3`,
      [userName, lang === 'zh' ? '何候补' : 'Robin Hale', like],
    ),
  )
  const opened = await openPage({ lang, width: 360, painted: PAINTED, as: { userName, password } })
  windows.push(opened)
  return opened
}
const places = (by: number) =>
  onDatabase((db) => db.query(`UPDATE competition_event SET capacity = capacity + $2 WHERE title->>'en' = $1`, [WORKSHOP, by]))

it('[WAIT-12] two phones join in turn, the first is offered the free place and signs up, the second moves up', async () => {
  const id = await competitionId('Open Hardware Hackathon')
  const first = await phone('en', 'waits.first')
  const second = await phone('zh', 'waits.second')
  await openPath(first.page, `/details/signup?competitionId=${id}`)
  await first.page.getByRole('button', { name: 'Join the waiting list' }).click()
  await first.page.getByRole('dialog').getByText('Free places are offered in turn', { exact: false }).waitFor()
  await keepPicture(first.page, 'waiting.join')
  await first.page.getByRole('dialog').getByRole('button', { name: 'Join the waiting list' }).click()
  await first.page.waitForURL('**/personalCenter/waiting/*')
  await first.page.getByText('You are number 1').waitFor()
  expect(await seriousProblems(first.page)).toEqual([])
  await openPath(second.page, `/details/signup?competitionId=${id}`)
  await second.page.getByRole('button', { name: '加入候补名单' }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: '加入候补名单' }).click()
  await second.page.getByText('你排在第 2 位').waitFor()
  await keepPicture(second.page, 'waiting.own')
  const place = new URL(first.page.url()).pathname

  const desk = await openPage({ lang: 'en', painted: PAINTED, as: 'organiser 2', path: `/admin/waiting?competitionId=${id}` })
  windows.push(desk)
  await desk.page.getByRole('cell', { name: 'Robin Hale' }).waitFor()
  await keepPicture(desk.page, 'waiting.desk')
  expect(await seriousProblems(desk.page)).toEqual([])

  await places(1)
  try {
    await desk.page
      .getByRole('row', { name: /Robin Hale/ })
      .getByRole('button', { name: 'Offer next' })
      .click()
    await desk.page.getByRole('dialog').getByLabel('Reason').fill('First in line')
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Offer next' }).click()
    await desk.page.getByText('Place offered').first().waitFor()
    await openPath(first.page, '/personalCenter/jingsai')
    await keepPicture(first.page, 'waiting.mine')
    await openPath(first.page, place)
    await first.page.getByText('A place is yours until', { exact: false }).waitFor()
    await keepPicture(first.page, 'waiting.offered')
    await first.page.getByRole('button', { name: 'Sign up' }).click()
    await first.page.getByRole('checkbox').check()
    await first.page.getByRole('button', { name: 'Agree and continue' }).click()
    await fillHackathonForm(first.page)
    await first.page.getByRole('button', { name: 'Submit registration', exact: true }).click()
    await first.page.waitForURL('**/details/signup/done?*')
    await openPath(second.page, `/details?competitionId=${id}`)
    await openPath(second.page, '/personalCenter/jingsai')
    await second.page.getByRole('main').getByText('候补中').waitFor()
    await second.page
      .getByRole('main')
      .getByRole('link', { name: /黑客马拉松/ })
      .first()
      .click()
    await second.page.getByText('你排在第 1 位').waitFor()
    await second.page.getByRole('button', { name: '退出候补' }).click()
    await second.page.getByRole('alertdialog').getByRole('button', { name: '退出候补' }).click()
    await second.page.getByText('你已退出候补').waitFor()
  } finally {
    await onDatabase((db) => db.query(`UPDATE competition_event SET capacity = taken WHERE title->>'en' = $1`, [WORKSHOP]))
  }
  for (const { problems } of windows) expect(problems).toEqual([])
})
