/** A captain brings a team together, somebody joins on a phone, and the organiser decides on it. */
import { afterAll, expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'
import { broughtBack, competitionId, onDatabase, register } from './person.ts'

const open: OpenPage[] = []
afterAll(async () => {
  for (const visit of open) await visit.close()
})
const visitAs = async (...facts: Parameters<typeof openPage>) => {
  const visit = await openPage(...facts)
  open.push(visit)
  return visit
}

it('a team is created, joined by its link on a phone, completed, handed in, suspended and let go on', async () => {
  const { page: captain, problems } = await visitAs({ lang: 'en', path: '/register' })
  await register(captain)
  await broughtBack(captain)
  const id = await competitionId('Ocean Sustainability Challenge')
  await openPath(captain, `/details/signup?competitionId=${id}`)
  await captain.getByRole('button', { name: 'Choose this event' }).first().click()
  await captain.getByRole('checkbox').check()
  await captain.getByRole('button', { name: 'Agree and continue' }).click()
  await captain.getByLabel('Team name').fill('Salt and Light')
  await captain.getByRole('button', { name: 'Create team' }).click()
  await captain.waitForURL('**/personalCenter/team/*')
  await captain.getByRole('heading', { level: 1, name: 'Salt and Light' }).waitFor()
  await captain.getByText('Next step: fill in your details').waitFor()
  await fillDetails(captain, 'Robin Hale')
  await captain.getByText('1 more contestant needed', { exact: true }).waitFor()
  expect(await seriousProblems(captain)).toEqual([])
  const [team] = await onDatabase(
    async (db) => (await db.query(`SELECT id, "inviteCode" FROM signup_registration WHERE "displayName" = 'Salt and Light'`)).rows,
  )

  // [TEAM-14] teammates are invited one after another, and each invitation is kept before the next
  await captain.getByRole('button', { name: 'Invite teammates' }).click()
  const inviting = captain.getByRole('dialog', { name: 'Invite teammates' })
  await inviting.getByRole('checkbox', { name: 'Then stay here for the next one' }).check()
  for (const [address, role] of [
    ['ada.moss@mail.example', 'Contestant'],
    ['lee.dunn@mail.example', 'Instructor'],
  ] as const) {
    const account = inviting.getByLabel(/^Username, phone number or email/)
    await expect.poll(() => account.inputValue()).toBe('')
    await account.fill(address)
    await inviting.getByRole('radio', { name: role }).check()
    await inviting.getByRole('button', { name: 'Send invitation' }).click()
    await captain.getByText(address).waitFor()
    await expect.poll(() => account.evaluate((box) => box === document.activeElement)).toBe(true)
  }
  expect(await seriousProblems(captain)).toEqual([])
  await inviting.getByRole('button', { name: 'Done' }).click()
  await inviting.waitFor({ state: 'detached' })
  for (const left of [1, 0]) {
    await captain.getByRole('button', { name: 'Withdraw', exact: true }).first().click()
    await expect.poll(() => captain.getByRole('button', { name: 'Withdraw', exact: true }).count()).toBe(left)
  }

  const phone = await visitAs({ lang: 'en', width: 360, path: '/register' })
  await register(phone.page)
  await broughtBack(phone.page)
  await openPath(phone.page, `/personalCenter/join?code=${team.inviteCode}`)
  await phone.page.getByText('Salt and Light').first().waitFor()
  await phone.page.getByLabel('Message to the captain').fill('I draw the charts.')
  await phone.page.getByRole('button', { name: 'Ask to join' }).click()
  await phone.page.getByText('Request sent; waiting for the captain').waitFor()

  // the captain's page is told by itself
  await captain.getByText('I draw the charts.').waitFor()
  await captain.getByRole('button', { name: 'Accept' }).click()
  await captain.getByRole('heading', { name: 'Members (2)' }).waitFor()
  await captain.getByText('Some members have not filled in their details').waitFor()

  // [TEAM-13] someone is invited in place of the member, who stays until they accept
  await captain.getByRole('button', { name: 'Replace', exact: true }).click()
  const replacing = captain.getByRole('dialog', { name: 'Replace Robin Hale' })
  await replacing.getByLabel(/^Username, phone number or email/).fill('kim.lane@mail.example')
  await replacing.getByRole('button', { name: 'Send invitation' }).click()
  await captain.getByText('In place of').waitFor()
  await captain.getByRole('heading', { name: 'Members (2)' }).waitFor()
  expect(await seriousProblems(captain)).toEqual([])
  await captain.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await captain.getByText('In place of').waitFor({ state: 'detached' })

  await openPath(phone.page, '/personalCenter')
  await phone.page.getByRole('link', { name: /Salt and Light/ }).click()
  await fillDetails(phone.page, 'Sam Reed')
  await phone.page.getByText('Waiting for the captain').waitFor()
  expect(await seriousProblems(phone.page)).toEqual([])

  await captain.getByText('The team is complete: fill in the team').waitFor()
  const form = captain.locator('form').filter({ has: captain.getByRole('button', { name: 'Submit team registration' }) })
  await form.getByLabel(/^Name/).fill('Salt and Light')
  await form.getByLabel(/^School or organisation/).fill('Chujiang University')
  await form.getByLabel(/^Phone/).fill('13800001234')
  await form.getByRole('button', { name: 'Submit team registration' }).click()
  await captain.getByText("Submitted: awaiting the organiser's review").waitFor()

  const { page: desk } = await visitAs({
    lang: 'en',
    as: 'administrator',
    path: `/createNewCompetition/competition/team?competitionId=${id}`,
  })
  const row = desk.getByRole('row', { name: /Salt and Light/ })
  await row.getByRole('checkbox').check()
  await desk.getByRole('button', { name: 'Approve selected', exact: true }).click()
  await desk
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Approve/ })
    .click()
  await row.getByText('Registered').waitFor()
  await row.getByRole('button', { name: /More|⋯|…/ }).click()
  await desk.getByRole('menuitem', { name: 'Suspend' }).click()
  await desk
    .getByRole('dialog')
    .getByLabel(/^Reason/)
    .fill('Entered twice.')
  await desk
    .getByRole('dialog')
    .getByRole('button')
    .filter({ hasText: /Suspend|Submit|OK|Confirm/ })
    .first()
    .click()
  await row.getByText('Suspended').waitFor()
  await phone.page.getByText('Entered twice.').waitFor()
  await row.getByRole('button', { name: 'Restore' }).click()
  await desk.getByRole('alertdialog').getByRole('button').last().click()
  await row.getByText('Registered').waitFor()
  await phone.page.getByText('Please prepare by the schedule').waitFor()
  expect([...problems, ...phone.problems]).toEqual([])
})

async function fillDetails(page: OpenPage['page'], name: string): Promise<void> {
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Save my details' }) })
  await form.getByLabel(/^Name/).fill(name)
  await form.getByLabel(/^Phone/).fill('13900001234')
  await form.getByRole('button', { name: 'Save my details' }).click()
}
