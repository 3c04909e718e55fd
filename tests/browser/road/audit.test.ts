/** The road up: an organiser mends what came back, two levels look at it, and it is published. In three windows, one for each person. */
import { afterAll, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath } from '../../harness/open-page.ts'

const COMPETITION = 'Yunjiang Campus Algorithm Contest'
const windows: OpenPage[] = []
afterAll(async () => {
  for (const each of windows) await each.close()
})
async function open(as: string, path: string): Promise<OpenPage['page']> {
  const visit = await openPage({ lang: 'en', as, path })
  windows.push(visit)
  return visit.page
}
type Page = OpenPage['page']

it('an organiser mends what was sent back, gets it back once more, is approved by two levels, and publishes', async () => {
  const organiser = await open('polytechnic organiser', '/admin/comInformation?search=Algorithm')
  await organiser.getByRole('row').filter({ hasText: COMPETITION }).getByText(COMPETITION).click()
  await organiser.getByRole('tab', { name: 'Audit', exact: true }).click()
  await organiser
    .getByRole('button', { name: /^(Submit for audit|Withdraw)$/ })
    .first()
    .waitFor()
  // a second try begins where the first one stopped
  if (await organiser.getByRole('button', { name: 'Withdraw' }).isVisible()) await withdraw(organiser)
  else await organiser.getByText('Sent back: mend it and submit again').waitFor()
  const audit = new URL(organiser.url()).pathname + new URL(organiser.url()).search
  await submit(organiser, audit, {
    field: 'Basis of the fees',
    value: '50 yuan a person, for the venue and the prizes.',
    note: 'The basis of the fees is added.',
  })

  const provincial = await open('provincial auditor', '/admin/dataAudit')
  await provincial
    .getByRole('link', { name: /Competition audit/ })
    .getByText('1', { exact: true })
    .waitFor()
  await openSubmission(provincial)
  const drawer = provincial.getByRole('dialog', { name: 'Submission' })
  await drawer.getByText('50 yuan a person, for the venue and the prizes.').waitFor()
  await drawer.getByRole('button', { name: 'Send back' }).click()
  const question = provincial.getByRole('dialog', { name: 'Send back' })
  await question.getByLabel(/Reason/).fill('The safety plan is still missing.')
  await question.getByRole('button', { name: 'Send back' }).click()
  await drawer.waitFor({ state: 'detached' })

  await openPath(organiser, audit)
  await organiser.getByText('Reason: The safety plan is still missing.').waitFor()
  await submit(organiser, audit, {
    field: 'Safety plan',
    value: 'Two first-aiders and a nurse are on site.',
    note: 'The safety plan is added.',
  })

  await openPath(provincial, '/admin/dataAudit')
  await openSubmission(provincial)
  await approve(provincial)
  const national = await open('national auditor', '/admin/dataAudit')
  await openSubmission(national)
  await national.getByRole('dialog').getByText('Two first-aiders and a nurse are on site.').first().waitFor()
  await approve(national)

  await openPath(organiser, audit)
  await organiser.getByText('Approved: you can publish it').waitFor()
  const approvals = organiser.getByRole('table').getByRole('row').filter({ hasText: 'Approved' })
  await expect.poll(() => approvals.count()).toBeGreaterThanOrEqual(2)
  const competitionId = new URL(organiser.url()).searchParams.get('competitionId')!
  expect(await publish(organiser, competitionId, 'publish')).toBe(0)
  await openPath(organiser, `/details?competitionId=${competitionId}`)
  await organiser.getByRole('heading', { name: COMPETITION }).first().waitFor()
  // other files look at the demo as it was
  expect(await publish(organiser, competitionId, 'revoke')).toBe(0)
  expect(windows.flatMap(({ problems }) => problems)).toEqual([])
})

async function submit(page: Page, audit: string, { field, value, note }: { field: string; value: string; note: string }): Promise<void> {
  await openPath(page, audit.replace('view=audit', 'view=info'))
  await page.getByLabel(field).fill(value)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await openPath(page, audit)
  await page.getByRole('button', { name: 'Submit for audit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('For the auditors').fill(note)
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByText('In audit', { exact: true }).first().waitFor()
}

async function openSubmission(page: Page): Promise<void> {
  await page.getByRole('row').filter({ hasText: COMPETITION }).filter({ hasText: 'For you' }).getByText(COMPETITION).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Contents' }).waitFor()
}

async function approve(page: Page): Promise<void> {
  const drawer = page.getByRole('dialog', { name: 'Submission' })
  await drawer.getByRole('button', { name: 'Approve' }).click()
  const question = page.getByRole('dialog', { name: 'Approve' })
  await question.getByLabel(/Remark/).fill('Complete.')
  await question.getByRole('button', { name: 'Approve' }).click()
  await drawer.waitFor({ state: 'detached' })
}

async function withdraw(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Withdrawn', { exact: true }).first().waitFor()
}

/** @returns the code of the reply */
function publish(page: Page, competitionId: string, step: 'publish' | 'revoke'): Promise<number> {
  return page.evaluate(
    async ({ id, what }) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('agon.tokens'))!
      const { access_token } = JSON.parse(localStorage.getItem(key)!)
      const reply = await fetch(`/api/web/competition/${what}/${id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}` },
      })
      return (await reply.json()).code
    },
    { id: competitionId, what: step },
  )
}
