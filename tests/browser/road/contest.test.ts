/** The road of an organiser who has nothing yet: a contest is written, goes up two levels of audit and comes back once, is published, and found by a
 *  visitor on a phone, for whom sign-up opens by itself. One window for each person. */
import { afterAll, expect, it } from 'vitest'
import { loadPath, type OpenPage, openPage, openPath, settled } from '../../harness/openPage.ts'
import { onDatabase } from './person.ts'

/** Of this try: a second one finds the contest of the first in the lists. */
let number = ''
let title = ''
let titleZh = ''
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
/** @param group of the menu that holds the entry */
const openGroup = async (page: Page, group: string) => {
  const opener = page.getByRole('navigation').getByRole('button', { name: group }).first()
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
}
const goTo = async (page: Page, name: string, title: string, group?: string) => {
  if (group) await openGroup(page, group)
  await page.getByRole('navigation').getByRole('link', { name }).first().click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await settled(page)
}
/** A day by the label of its field, so many days from today. */
const fillDay = async (page: Page, label: string, days: number) => {
  await page.getByLabel(`${label}: date`).fill(new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10))
  await page.keyboard.press('Escape')
}

it('goes from nothing over two levels of audit to a visitor, who watches sign-up open, close and open again', async () => {
  for (const left of windows.splice(0)) await left.close()
  number = String(Date.now()).slice(-6)
  title = `Lakeside Modelling Contest ${number}`
  titleZh = `湖畔建模挑战赛${number}`
  const organiser = await open({ lang: 'en', as: 'polytechnic organiser', path: '/admin/list' })
  await create(organiser)
  const id = new URL(organiser.url()).searchParams.get('competitionId')!
  await describeIt(organiser)
  await addContents(organiser, id)
  const information = `/admin/comInformation?competitionId=${id}&view=info`
  await openPath(organiser, information)
  await organiser.getByLabel(/^Purpose/).fill('Students learn to work and to write together.')
  await organiser.getByLabel(/^Expected/).fill('300')
  await organiser.getByLabel(/^Judging and fairness/).fill('Two jurors score each paper without knowing its authors.')
  await organiser.getByRole('button', { name: 'Save', exact: true }).click()
  await organiser.getByText('Saved', { exact: true }).first().waitFor()
  await submit(organiser, id)

  const provincial = await open({ lang: 'en', as: 'provincial auditor', path: '/admin/dataAudit' })
  const sentBack = await openSubmission(provincial)
  await decide(provincial, sentBack, 'Send back', 'The safety plan is still missing.')
  await openPath(organiser, information)
  await organiser.getByLabel('Safety and emergency plan').fill('Two first-aiders and a nurse are on site.')
  await organiser.getByRole('button', { name: 'Save', exact: true }).click()
  await organiser.getByText('Saved', { exact: true }).first().waitFor()
  await openPath(organiser, `/admin/comInformation?competitionId=${id}&view=audit`)
  await organiser.getByText('Comment: The safety plan is still missing.').waitFor()
  await submit(organiser, id)
  await openPath(provincial, '/admin/dataAudit')
  await decide(provincial, await openSubmission(provincial), 'Approve', 'Complete.')
  const national = await open({ lang: 'en', as: 'national auditor', path: '/admin/dataAudit' })
  const last = await openSubmission(national)
  await last.getByText('Two first-aiders and a nurse are on site.').first().waitFor()
  await decide(national, last, 'Approve', 'Complete.')

  await openPath(organiser, `/createNewCompetition?competitionId=${id}`)
  await organiser.getByRole('button', { name: 'Publish' }).click()
  await organiser.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await organiser.getByRole('button', { name: 'Withdraw' }).waitFor()

  const visitor = await open({ lang: 'zh', width: 360, path: `/competition?level=provincial&search=${number}` })
  await visitor.locator('.ag-cards').getByRole('link', { name: titleZh }).click()
  await visitor.getByRole('heading', { level: 1, name: titleZh }).waitFor()
  // tabs with nothing to show are left out
  for (const tab of ['参赛选手', '参赛团队', '排行榜', '作品展示']) expect(await tabOf(visitor, tab).count()).toBe(0)
  for (const tab of ['赛项', '携带物品'])
    await tabOf(visitor, tab)
      .click()
      .then(() => visitor.locator('.ag-tabs__strip a[aria-current="page"]').filter({ hasText: tab }).waitFor())
  await tabOf(visitor, '赛项').click()
  await visitor.getByText('本科组').first().waitFor()
  await visitor.getByText('专科组').first().waitFor()
  const [calendar] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('button', { name: '加入日历' }).first().click(),
  ])
  expect(calendar.suggestedFilename()).toBe(`${titleZh}.ics`)

  await openSoon(organiser, id)
  await loadPath(visitor, `/details?competitionId=${id}`)
  // the page is not touched: it asks again the moment that it was told of
  await visitor.getByRole('button', { name: '登录后报名' }).first().waitFor()
  await loadPath(organiser, `/createNewCompetition/signup?competitionId=${id}`)
  await organiser.getByRole('button', { name: 'Pause sign-up' }).click()
  await organiser.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click()
  await organiser.getByRole('button', { name: 'Resume sign-up' }).waitFor()
  await openPath(visitor, '/competition')
  await openPath(visitor, `/details/Points?competitionId=${id}`)
  await visitor.getByRole('button', { name: '暂停报名' }).first().waitFor()
  await organiser.getByRole('button', { name: 'Resume sign-up' }).click()
  await organiser.getByRole('button', { name: 'Pause sign-up' }).waitFor()
  await openPath(visitor, '/competition')
  await openPath(visitor, `/details?competitionId=${id}`)
  await visitor.getByRole('button', { name: '登录后报名' }).first().waitFor()
  expect(windows.flatMap(({ problems }) => problems)).toEqual([])
})

it('is withdrawn, copied, and its copy comes back from the bin', async () => {
  const { page } = windows[0]!
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Publish' }).waitFor()
  await goTo(page, 'Overview', title)
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('heading', { level: 1, name: `${title} (copy)` }).waitFor()
  await page.getByRole('link', { name: 'All competitions' }).first().click()
  const row = page.getByRole('row').filter({ hasText: `${title} (copy)` })
  await row.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
  expect(windows.flatMap(({ problems }) => problems)).toEqual([])
})

it('is audited by whom an auditor delegates to, and by the rule that is set; both can be ended', async () => {
  const [, { page: provincial }, { page: national }] = windows as [OpenPage, OpenPage, OpenPage]
  await openPath(national, '/admin/dataAudit?view=delegations')
  await national.getByRole('button', { name: 'New delegation', exact: true }).click()
  const delegation = national.getByRole('dialog', { name: 'Delegate approval' })
  await delegation.getByLabel('A subordinate organisation').check()
  await delegation.getByLabel(/^Delegating organisation/).selectOption({ index: 1 })
  await delegation.getByLabel(/^Delegate organisation/).selectOption({ label: PROVINCE })
  await delegation.getByLabel(/^Delegated until/).fill(new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10))
  await delegation.getByRole('button', { name: 'Delegate', exact: true }).click()
  await delegation.waitFor({ state: 'detached' })
  const delegated = national.getByRole('row').filter({ hasText: PROVINCE })
  await delegated.getByRole('button', { name: 'End' }).click()
  await national.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click()
  await delegated.getByRole('button', { name: 'End' }).waitFor({ state: 'detached' })

  await openPath(provincial, '/admin/dataAudit?view=rules')
  const rule = provincial.getByRole('row').filter({ has: provincial.getByRole('button', { name: 'Set rule', exact: true }) })
  await rule.getByRole('button', { name: 'Set rule', exact: true }).click()
  const dialog = provincial.getByRole('dialog', { name: 'Approval rule' })
  await dialog.getByLabel(/^Deadline per stage/).fill('9')
  await dialog.locator('button[type="submit"]').click()
  await dialog.waitFor({ state: 'detached' })
  await rule.getByText('9', { exact: true }).waitFor()
  await rule.getByRole('button', { name: 'More actions' }).click()
  await provincial.getByRole('menuitem', { name: "Use the parent organisation's rule" }).click()
  await provincial.getByRole('alertdialog').getByRole('button').filter({ hasNotText: 'Cancel' }).last().click()
  await rule.getByText('7', { exact: true }).waitFor()
  expect(windows.flatMap(({ problems }) => problems)).toEqual([])
})

const tabOf = (page: Page, name: string) => page.locator('.ag-tabs__strip a').filter({ hasText: name }).first()

async function create(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New competition' }).first().click()
  await page.getByLabel('Title (Chinese)').fill(titleZh)
  await page.getByLabel('Title (English)').fill(title)
  await page.getByRole('combobox', { name: 'Published by' }).click()
  await page.getByRole('option', { name: 'Yunjiang Polytechnic' }).click()
  await page.getByRole('button', { name: 'Create and continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Competition information' }).waitFor()
  await settled(page)
}

/** Information, introduction, a timeline that is contradicted first, two events, the form. */
async function describeIt(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
  await page.getByLabel('Level').selectOption({ label: 'Provincial' })
  await page.getByLabel(/^Type/).selectOption({ label: 'Type A' })
  await page.getByRole('radio', { name: 'Team', exact: true }).check()
  await saved(page)
  await goTo(page, 'Introduction and guide', 'Introduction and entry guide', 'Prepare')
  await page.locator('[contenteditable="true"]').first().fill('面向一年级学生的建模竞赛。')
  await saved(page)
  await goTo(page, 'Schedule', 'Schedule', 'Prepare')
  await fillDay(page, 'Sign-up opens', 40)
  await fillDay(page, 'Sign-up closes', 30)
  // one wrong field is named, and keeps no other from being saved
  await page.locator('.ag-form-autosave[data-phase="invalid"]', { hasText: 'Sign-up closes' }).waitFor()
  const id = new URL(page.url()).searchParams.get('competitionId')
  const window = () =>
    onDatabase(async (db) => (await db.query('SELECT "signupStart", "signupEnd" FROM competition_competition WHERE id = $1', [id])).rows)
  await expect.poll(window).toEqual([{ signupStart: expect.any(Date), signupEnd: null }])
  await page.getByText('Must be later than the opening of sign-up').first().waitFor()
  await fillDay(page, 'Sign-up closes', 60)
  await fillDay(page, 'Deadline for supplements', 65)
  await fillDay(page, 'Competition starts', 70)
  await fillDay(page, 'Competition ends', 73)
  await saved(page)
  for (const name of ['本科组', '专科组']) {
    await goTo(page, 'Events', 'Events', 'Prepare')
    await page.getByRole('button', { name: 'Create event' }).first().click()
    await page.getByLabel('Title (Chinese)').fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  }
  await openGroup(page, 'Sign-up')
  await page.getByRole('navigation').getByRole('link', { name: 'Settings and form' }).first().click()
  await page.getByRole('button', { name: 'Publish sign-up form' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Sign-up form published').first().waitFor()
}

/** A custom page. News of a draft wait for its publication: they are on the road of contents. */
async function addContents(page: Page, id: string): Promise<void> {
  await openPath(page, `/createNewCompetition/pages?competitionId=${id}&page=new`)
  await page.getByLabel('Tab name (Chinese)').fill('携带物品')
  await page.getByLabel('Tab name (English)').fill('What to bring')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'What to bring' }).waitFor()
}

async function submit(page: Page, id: string): Promise<void> {
  await openPath(page, `/admin/comInformation?competitionId=${id}&view=audit`)
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByText('Approval in progress', { exact: true }).first().waitFor()
}

async function openSubmission(page: Page) {
  await page.getByRole('row').filter({ hasText: title }).filter({ hasText: 'Pending my approval' }).getByText(title).click()
  const drawer = page.getByRole('dialog', { name: 'Submission' })
  await drawer.getByRole('tab', { name: 'Submitted content' }).waitFor()
  return drawer
}

async function decide(page: Page, drawer: ReturnType<Page['getByRole']>, what: 'Approve' | 'Send back', words: string): Promise<void> {
  await drawer.getByRole('button', { name: what }).click()
  const question = page.getByRole('dialog', { name: what })
  await question.getByLabel(/^(Reason|Comment)/).fill(words)
  await question.getByRole('button', { name: what }).click()
  await drawer.waitFor({ state: 'detached' })
}

/** Sign-up is to open in a few seconds: sooner than a page asks by itself, and late enough for it to be seen closed. */
async function openSoon(page: Page, id: string): Promise<void> {
  const reply = await page.evaluate(
    async ({ competitionId, dayMs }) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('agon.tokens'))!
      const headers = {
        authorization: `Bearer ${JSON.parse(localStorage.getItem(key)!).access_token}`,
        'content-type': 'application/json',
      }
      const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
      const answers = {
        signupStart: new Date(Date.now() + 12_000).toISOString(),
        signupEnd: at(60),
        editEnd: at(65),
        competitionStart: at(70),
        competitionEnd: at(73),
      }
      const sent = await fetch('/api/web/competition/saveTimes', {
        method: 'POST',
        headers,
        body: JSON.stringify({ competitionId, answers }),
      })
      return (await sent.json()).code
    },
    { competitionId: id, dayMs: DAY_MS },
  )
  expect(reply).toBe(0)
}
