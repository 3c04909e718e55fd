/** Forms that change what is there open with what is there. */
import { afterEach, expect, it } from 'vitest'
import { type OpenPage, openPage } from '../../harness/openPage.ts'

let visit: OpenPage
afterEach(() => visit?.close())

it('[INITIAL-1] the form of an event opens with the answers of the event', async () => {
  visit = await openPage({ lang: 'en', as: 'organiser', path: '/createNewCompetition/competition/Points?competitionId=1&event=1' })
  const title = visit.page.getByLabel('Title (English)')
  await title.waitFor()
  await expect.poll(() => title.inputValue()).toBe('Undergraduate')
})

it('[INITIAL-2] the form of a series opens with the series, and the sheet stands beside it', async () => {
  visit = await openPage({ lang: 'en', as: 'organiser', path: '/admin/cert/update?id=1' })
  const { page, problems } = visit
  await expect.poll(() => page.getByLabel('Name (English)').inputValue()).toBe('Award certificate')
  await expect.poll(() => page.getByLabel('Prefix of numbers').inputValue()).toBe('DATA')
  await page.locator('canvas[data-drawn="true"]').waitFor()
  expect(problems).toEqual([])
})

it('[CERT-60] shows one certificate or one template where it is asked for, and the batch by its number alone', async () => {
  visit = await openPage({ lang: 'en', as: 'organiser', path: '/admin/cert/preview?id=1' })
  const { page, problems } = visit
  await page.getByRole('img', { name: 'Certificate, side 1' }).and(page.locator('[data-drawn="true"]')).waitFor()
  await page.goto('/admin/cert/preview?templateId=certificate.classic&lang=en')
  await page.getByRole('img', { name: 'Template, side 1' }).and(page.locator('[data-drawn="true"]')).waitFor()
  await page.goto('/admin/cert/generationlook?batchId=1')
  await page.getByText('DATA-2026-000001-U').first().waitFor()
  expect(problems).toEqual([])
})
