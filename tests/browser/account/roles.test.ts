/** Roles made at run time, from their screen: permissions stand in the groups of their enum. */
import { randomBytes } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { type OpenPage, openPage } from '../../harness/openPage.ts'

let visit: OpenPage
afterEach(() => visit?.close())

it('[ROLE-7] a role is made and changed by ticking permissions below the titles of their groups', async () => {
  visit = await openPage({ lang: 'en', as: 'administrator', path: '/admin/roles' })
  const { page, problems } = visit
  const name = `Desk ${randomBytes(3).toString('hex')}`
  await page.getByRole('button', { name: 'Create a role' }).click()
  const added = page.getByRole('dialog').last()
  await added
    .getByLabel(/^Name.*Chinese|中文/)
    .first()
    .fill(name)
  const news = added.getByRole('group', { name: 'News', exact: true })
  await news.getByRole('checkbox', { name: 'Create news' }).check()
  const finance = added.getByRole('group', { name: 'Finance', exact: true })
  await finance.getByRole('checkbox').first().check()
  expect(await added.getByRole('group').getByRole('checkbox').count()).toBeGreaterThan(80)
  await added.getByRole('button', { name: 'Create a role' }).click()
  await page.getByText('Role created').waitFor()

  await page.getByRole('searchbox').fill(name)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByRole('cell', { name: '2', exact: true }).waitFor()
  await row.getByRole('button', { name: 'Edit' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit role' })
  const box = edited.getByRole('group', { name: 'News', exact: true }).getByRole('checkbox', { name: 'Create news' })
  await expect.poll(() => box.isChecked()).toBe(true)
  await edited.getByRole('group', { name: 'Verification' }).getByRole('checkbox').first().check()
  await box.uncheck()
  await edited.getByRole('group', { name: 'Finance', exact: true }).getByRole('checkbox').first().uncheck()
  await edited.locator('button[type=submit]').click()
  await page.getByText('Saved, effective immediately').waitFor()
  await row.getByRole('cell', { name: '1', exact: true }).waitFor()
  expect(problems).toEqual([])
})
