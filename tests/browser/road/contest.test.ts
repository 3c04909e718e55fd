/** The road of an organiser who has nothing yet: a contest is written, goes up two levels of audit and comes back once, is published, and found by a
 *  visitor on a phone, for whom sign-up opens by itself. One window for each person. */
import { afterAll, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath, settled } from '../../harness/open-page.ts'

/** A second try finds the contest of the first one in the lists. */
const NUMBER = String(Date.now()).slice(-6)
const TITLE = `Lakeside Modelling Contest ${NUMBER}`
const TITLE_ZH = `湖畔建模挑战赛${NUMBER}`
const PROVINCE = 'Yunjiang Provincial Committee for Student Competitions'
const DAY_MS = 86_400_000

const windows: OpenPage[] = []
afterAll(async () => {
  for (const each of windows) await each.close()
})
type Page = OpenPage['page']
async function open(visit: Parameters<typeof openPage>[0]): Promise<Page> {
  const opened = await openPage(visit)
  windows.push(opened)
  return opened.page
}
const saved = (page: Page, at = 0) => page.locator('.ag-form-autosave[data-phase="saved"]').nth(at).waitFor()
const goTo = async (page: Page, name: string, title: string) => {
  await page.getByRole('navigation').getByRole('link', { name }).first().click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await settled(page)
}
/** A day by the label of its field, so many days from today. */
const fillDay = async (page: Page, label: string, days: number) => {
  await page.getByLabel(`${label}: day`).fill(new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10))
  await page.keyboard.press('Escape')
}

it('goes from nothing over two levels of audit to a visitor, who watches sign-up open, close and open again', async () => {
  const organiser = await open({ lang: 'en', as: 'polytechnic organiser', path: '/admin' })
  await create(organiser)
  const id = new URL(organiser.url()).searchParams.get('competitionId')!
  await describeIt(organiser)
  await addContents(organiser, id)
  const information = `/admin/comInformation?competitionId=${id}&view=info`
  await openPath(organiser, information)
  await organiser.getByLabel(/^Purpose/).fill('Students learn to work and to write together.')
  await organiser.getByLabel(/^Expected/).fill('300')
  await organiser.getByLabel(/^Fair/).fill('Two jurors score each paper without knowing its authors.')
  await organiser.getByRole('button', { name: 'Save', exact: true }).click()
  await organiser.getByText('Saved', { exact: true }).first().waitFor()
  await submit(organiser, id)

  const provincial = await open({ lang: 'en', as: 'provincial auditor', path: '/admin/dataAudit' })
  const sentBack = await openSubmission(provincial)
  await decide(provincial, sentBack, 'Send back', 'The safety plan is still missing.')
  await openPath(organiser, information)
  await organiser.getByLabel('Safety plan').fill('Two first-aiders and a nurse are on site.')
  await organiser.getByRole('button', { name: 'Save', exact: true }).click()
  await organiser.getByText('Saved', { exact: true }).first().waitFor()
  await openPath(organiser, `/admin/comInformation?competitionId=${id}&view=audit`)
  await organiser.getByText('Reason: The safety plan is still missing.').waitFor()
  await submit(organiser, id)
  await openPath(provincial, '/admin/dataAudit?view=audits')
  await decide(provincial, await openSubmission(provincial), 'Approve', 'Complete.')
  const national = await open({ lang: 'en', as: 'national auditor', path: '/admin/dataAudit' })
  const last = await openSubmission(national)
  await last.getByText('Two first-aiders and a nurse are on site.').first().waitFor()
  await decide(national, last, 'Approve', 'Complete.')

  await openPath(organiser, `/createNewCompetition?competitionId=${id}`)
  await organiser.getByRole('button', { name: 'Publish' }).click()
  await organiser.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await organiser.getByRole('button', { name: 'Withdraw' }).waitFor()
  expect(windows.flatMap(({ problems }) => problems)).toEqual([])
})
