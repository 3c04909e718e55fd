/** Statistics of a competition: what a visitor's opening adds, and what the organiser reads, saves as a picture and gets as a sheet. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { openPage } from '../../harness/openPage.ts'

it('[STAT-23] a visit counts once in a tab; the organiser sees it in the menu of the competition, and saves a chart as a picture on white', async () => {
  const competitionId = '1'
  const visitor = await openPage({ path: '/' })
  const counted = visitor.page.waitForResponse((reply) => reply.url().includes('/api/web/competition/visited'))
  await visitor.page.goto(`/details?competitionId=${competitionId}&from=poster`)
  expect((await (await counted).json()).code).toBe(0)
  await visitor.page.reload()
  await visitor.settled()
  expect(visitor.problems).toEqual([])
  await visitor.close()

  const organiser = await openPage({ as: 'organiser', path: `/admin/dataManagement?competitionId=${competitionId}` })
  const { page } = organiser
  await page.getByRole('table', { name: '访问来源' }).waitFor({ state: 'attached' })
  const sources = page.locator('figure', { hasText: '访问来源' })
  expect(await sources.locator('table').textContent()).toContain('poster1')
  expect(await page.getByRole('link', { name: '统计' }).getAttribute('aria-current')).toBe('page')
  await sources.getByRole('button', { name: '下载', exact: true }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: '图片（PNG）' }).click()])
  expect(download.suggestedFilename()).toBe('访问来源.png')
  const picture = sharp(readFileSync(await download.path()))
  expect(await picture.metadata()).toMatchObject({ width: 1440, format: 'png' })
  const { data } = await picture.extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  expect(organiser.problems).toEqual([])
  await organiser.close()
})
