/** Deadlines for people who live elsewhere. */
import { afterEach, expect, it } from 'vitest'
import { type OpenPage, openPage } from '../../harness/openPage.ts'

let visit: OpenPage
afterEach(() => visit.close())

it('[ZONE-2] a visitor in another zone reads the zone of a deadline and their own time', async () => {
  visit = await openPage({ lang: 'en', timeZone: 'Europe/Berlin', path: '/details?competitionId=3' })
  const times = visit.page.locator('time', { hasText: 'China time (UTC+8)' })
  await times.first().waitFor()
  for (const text of await times.allTextContents())
    expect(text).toMatch(/, \d{2}:\d{2} China time \(UTC\+8\), (\d{1,2} \w{3,4} \d{4}, )?\d{2}:\d{2} for you$/)
})
