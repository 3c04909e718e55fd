/** A question on the page of a competition: asked, answered in the organiser's menu, read by a visitor on a phone. */
import { afterEach, expect, it } from 'vitest'
import { type OpenPage, openPage, type Visit } from '../harness/openPage.ts'

const HACKATHON = '/details/questions?competitionId=3'
const open: OpenPage[] = []
async function visit(options: Visit): Promise<OpenPage> {
  const one = await openPage(options)
  open.push(one)
  return one
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
it('[QUESTION-7] a participant asks, the organiser finds it by the count in the menu and answers, and a visitor on a phone reads both', async () => {
  const asked = 'May I bring a second laptop?'
  const person = await visit({ lang: 'en', as: 'participant', path: HACKATHON })
  await person.page.getByLabel('Your question').fill(asked)
  await person.page.getByRole('button', { name: 'Ask', exact: true }).click()
  await person.page.getByText('Sent. You get a message once the organiser has answered').waitFor()
  const own = person.page.locator('.ag-card', { hasText: asked })
  await own.getByText('Waiting').waitFor()

  const organiser = await visit({ lang: 'en', as: 'organiser 2', path: '/admin/competition/3' })
  await organiser.page.getByRole('button', { name: /^Communication/ }).click()
  await organiser.page.getByRole('link', { name: /^Questions 2/ }).click()
  const row = organiser.page.getByRole('row', { name: asked })
  await row.waitFor()
  await row.getByRole('button', { name: 'Answer', exact: true }).click()
  const dialog = organiser.page.getByRole('dialog')
  await dialog.getByLabel('Answer', { exact: false }).last().fill('Yes, two sockets wait at each table.')
  await dialog.getByRole('button', { name: 'Publish the answer' }).click()
  await row.getByText('Answered').waitFor()

  const reader = await visit({ lang: 'en', width: 360, path: HACKATHON })
  await expect
    .poll(async () => {
      await reader.page.reload()
      await reader.settled()
      return reader.page.getByText('Yes, two sockets wait at each table.').count()
    })
    .toBe(1)
  expect([...person.problems, ...organiser.problems, ...reader.problems]).toEqual([])
})
