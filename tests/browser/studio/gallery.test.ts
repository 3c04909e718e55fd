/** The living reference of the document language: every node type, control, keyword and step, drawn beside its document. */
import { expect, it } from 'vitest'
import { seriousProblems } from '../../harness/axe.ts'
import { type OpenPage, openPage, openPath } from '../../harness/openPage.ts'

const PAGES = ['', '/controls', '/keywords', '/steps'].map((path) => `/admin/gallery${path}`)
const FAILED = { zh: '这一部分暂时无法显示', en: 'This part cannot be shown right now' }
const { SCREENSHOTS } = process.env

it.for([
  ['zh', 1440],
  ['en', 360],
] as const)(
  '[GALLERY-1] in %s at %i px each example is drawn without an error, beside its document, and is accessible',
  async ([lang, width]) => {
    const visit = await openPage({ as: 'administrator', lang, width })
    try {
      for (const path of PAGES) await look(visit, path, FAILED[lang])
    } finally {
      await visit.close()
    }
  },
)

async function look({ page, problems }: OpenPage, path: string, failed: string): Promise<void> {
  await openPath(page, path)
  const sections = await page.locator('.ag-grid__cell > .ag-code').count()
  expect(sections, path).toBeGreaterThan(8)
  expect(await page.getByText(failed).count(), path).toBe(0)
  expect(problems, path).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  expect(await seriousProblems(page), path).toEqual([])
  if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/gallery${path.replaceAll('/', '-')}.png`, fullPage: true })
}

it('[GALLERY-2] only platform staff open the gallery', async () => {
  const visit = await openPage({ as: 'organiser', path: '/admin/gallery' })
  expect(await visit.page.locator('.ag-code').count()).toBe(0)
  await visit.close()
})
