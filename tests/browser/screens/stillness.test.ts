/** Public pages do not jump while they come: how far their parts move under the eyes of a visitor, as the browser counts it (cumulative layout shift). */
import { afterEach, describe, expect, inject, it } from 'vitest'
import { openWindow } from '../../harness/browserWindows.ts'
import { loadPath, type OpenPage, openPage, withoutFirstScreen } from '../../harness/openPage.ts'
import { slowDocument } from '../../harness/slowDocument.ts'

const MAX = 0.02
let visit: OpenPage
afterEach(() => visit.close())

/** Runs in the page, before anything else of it. */
function watch(): void {
  const seen = { shift: 0, moved: [] as string[], taken: '' }
  Object.assign(globalThis, { seen })
  addEventListener('agon:takeover', () => (seen.taken = document.readyState))
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Element | null }[] }[]) {
      seen.shift += entry.value
      seen.moved.push(...entry.sources.map(({ node }) => `${entry.value.toFixed(3)} ${node?.className ?? node}`))
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function firstCompetition(): Promise<string> {
  const reply = await fetch(`${inject('serverUrl')}/api/web/competition/queryCompetitionList?pageSize=1`)
  return ((await reply.json()) as { data: { list: { id: string }[] } }).data.list[0]!.id
}

describe('a public page', () => {
  it.each([412, 1350])('[STILL-1] stays where it is while it comes, in a window of %i px', async (width) => {
    const id = await firstCompetition()
    const children = ['', '/entryGuide', '/Points', '/player', '/dynamicState', '/worksShow'].map(
      (child) => `/details${child}?competitionId=${id}`,
    )
    visit = await openPage({ width, painted: true })
    await visit.page.addInitScript(watch)
    for (const path of ['/', '/competition', ...children, '/helpcenter']) {
      await loadPath(visit.page, path)
      await visit.page.waitForSelector('.ag-page:not(.ag-page--loading)')
      // two frames later what was drawn last is painted, and told
      await visit.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      const { shift, moved } = await moves()
      expect(shift, `${path}: ${moved.join('; ')}`).toBeLessThan(MAX)
    }
  })

  it.each(['competition/detail/*', 'competition/btn/*', 'competition/timeline'])(
    '[STILL-2] stays where it is when %s comes long after the other answers',
    async (late) => {
      const id = await firstCompetition()
      visit = await openPage({ width: 412, painted: true })
      await withoutFirstScreen(visit.page)
      await visit.page.addInitScript(watch)
      const begun = visit.page.waitForSelector('.ag-page--begun')
      await visit.page.route(`**/api/web/${late}**`, async (route) => {
        await begun
        await route.continue()
      })
      await loadPath(visit.page, `/details?competitionId=${id}`)
      await begun
      await visit.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      const { shift, moved } = await moves()
      expect(shift, moved.join('; ')).toBeLessThan(MAX)
    },
  )

  it.each([412, 1350])('[STILL-3] stays where it is while its document arrives in pieces, in a window of %i px', async (width) => {
    const id = await firstCompetition()
    const site = await slowDocument(inject('serverUrl'), ['ag-columns__side', 'ag-columns__end'])
    const { page, leave } = await openWindow({ origin: site.origin, lang: 'zh', width, storage: {}, painted: true })
    visit = { page, close: leave } as OpenPage
    await page.addInitScript(watch)
    // the first one may be drawn by the browser alone
    for (let turn = 0; turn < 5 && site.cut() === 0; turn += 1) {
      await loadPath(page, `/details?competitionId=${id}`)
      await page.waitForSelector('.ag-page:not(.ag-page--loading)')
    }
    expect(site.cut()).toBe(1)
    // what is drawn is taken over when all of it is there, and not drawn again
    await expect.poll(async () => (await moves()).taken).toMatch(/interactive|complete/)
    const { shift, moved } = await moves()
    expect(shift, moved.join('; ')).toBeLessThan(MAX)
    await site.close()
  })
})

interface Seen {
  /** Cumulative layout shift. */
  shift: number
  moved: string[]
  /** State of the document when the application took it over. */
  taken: string
}
function moves(): Promise<Seen> {
  return visit.page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
}
