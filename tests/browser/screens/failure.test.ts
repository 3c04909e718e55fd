import type { Route } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath, withoutFirstScreen } from '../../harness/openPage.ts'

let visit: OpenPage
afterEach(() => visit.close())

describe('a failure', () => {
  it('of one node leaves the rest of the page alone', async () => {
    visit = await openPage({ lang: 'en' })
    await withoutFirstScreen(visit.page)
    await visit.page.route('**/api/platform/page/competition.index', async (route) => {
      const reply = await route.fetch()
      const body = (await reply.json()) as { data: { page: { body: unknown[] } } }
      // A card list without its card cannot be drawn.
      body.data.page.body.unshift({ node: 'cards', items: { cel: '[{"id": 1}]' } }, { node: 'nonsense' })
      await route.fulfill({ response: reply, json: body })
    })
    await openPath(visit.page, '/competition')
    await expect.poll(() => visit.page.getByText('This part cannot be shown right now').count()).toBe(1)
    await expect.poll(() => visit.page.getByText('Unknown node "nonsense"').count()).toBe(1)
    await expect.poll(() => visit.page.locator('.ag-cards > li').count()).toBeGreaterThan(0)
  })
  it('of one source is told in its place, and a retry brings the data', async () => {
    visit = await openPage({ lang: 'en' })
    await withoutFirstScreen(visit.page)
    const path = await listPath()
    await visit.page.route(path, (route) => route.abort())
    await openPath(visit.page, '/competition')
    const notice = visit.page.getByRole('alert').first()
    await expect.poll(() => notice.textContent()).toContain('The server is busy')
    await expect.poll(() => visit.page.locator('main h1').count()).toBe(1)
    await visit.page.unrouteAll()
    await notice.getByRole('button', { name: 'Retry' }).click()
    await visit.page.waitForSelector('.ag-cards > li')
  })
  it('[SPEC-8] of the engine of patterns is tried once more and then told in words, with a reload that brings the form', async () => {
    visit = await openPage({ lang: 'en', fresh: true })
    await withoutFirstScreen(visit.page)
    const tries: string[] = []
    await visit.page.route('**/assets/*.js', async (route) => {
      const reply = await route.fetch()
      const isEngine = /class RE2JS\b|programSize\(\)\s*\{/.test(await reply.text())
      if (isEngine) tries.push(route.request().url())
      await (isEngine ? route.abort() : route.fulfill({ response: reply }))
    })
    await openPath(visit.page, '/register')
    await expect.poll(() => visit.page.getByText('Part of this page could not be loaded').count()).toBe(1)
    expect(tries).toHaveLength(2)
    await visit.page.unrouteAll()
    await visit.page.getByRole('button', { name: 'Retry' }).click()
    await visit.page.getByLabel('Name').first().waitFor()
  })
  it('[SPEC-8] of a part of the client that is lost once is not seen: it is asked for again', async () => {
    visit = await openPage({ lang: 'en', fresh: true })
    const lost = new Set<string>()
    await visit.page.route(/\/assets\/form\.lazy-[^/]*\.js/, (route) => {
      const isFirst = !lost.has(route.request().url())
      lost.add(route.request().url())
      return isFirst ? route.abort() : route.continue()
    })
    await openPath(visit.page, '/register')
    await visit.page.getByLabel('Name').first().waitFor()
    expect(lost.size).toBe(1)
  })
  it.each([
    {
      page: `/judgingInvitation?invitation=${'a'.repeat(24)}`,
      call: '**/api/web/review/expert/invitation',
      none: 'This link no longer works',
    },
    { page: `/expertLogin?link=${'a'.repeat(24)}`, call: '**/api/usercenter/authentication/link/view', none: 'This link no longer works' },
    { page: `/becomeAdministrator?link=${'a'.repeat(24)}`, call: '**/api/**/administrator/**', none: 'This link is not valid' },
    { page: `/notice/${'a'.repeat(20)}`, call: '**/api/web/message/mutedBy**', none: 'This link is not valid' },
    { page: `/u/${'a'.repeat(12)}`, call: '**/api/web/message/unsubscribing**', none: 'This link is not valid' },
  ])('[SPEC-8] of the look at a link is not taken for a link that does not work: $page', async ({ page, call, none }) => {
    visit = await openPage({ lang: 'en', fresh: true })
    await withoutFirstScreen(visit.page)
    const claim = visit.page.getByText(none)
    const failures: ((route: Route) => Promise<void>)[] = [
      (route) => route.abort(),
      (route) => route.fulfill({ status: 500, json: { error: 'SERVER_FAULT', code: 500 } }),
      (route) => route.fulfill({ status: 429, json: { error: 'RATE_LIMITED', code: 429 } }),
    ]
    for (const fail of failures) {
      await visit.page.unrouteAll()
      await withoutFirstScreen(visit.page)
      await visit.page.route(call, fail)
      await openPath(visit.page, page)
      await visit.page.getByRole('button', { name: 'Retry' }).waitFor()
      expect(await claim.count()).toBe(0)
    }
    await visit.page.unrouteAll()
    await visit.page.getByRole('button', { name: 'Retry' }).click()
    await claim.waitFor()
    expect(await visit.page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  })
  it.each([
    {
      as: 'participant',
      page: '/personalCenter/jingsai',
      call: '**/api/web/user/personCompetition**',
      words: 'The competitions could not be loaded',
    },
    {
      as: 'participant',
      page: '/personalCenter/team/1',
      call: '**/api/web/competition/groupInfo/1**',
      words: 'The team could not be loaded',
    },
    { as: 'organiser', page: '/admin/list', call: '**/api/web/competition/myCompetition**', words: 'The competitions could not be loaded' },
  ])('[SPEC-8] of what $page shows says what did not come, and why', async ({ as, page, call, words }) => {
    visit = await openPage({ lang: 'en', as })
    await visit.page.route(call, (route) => route.fulfill({ json: { code: 409, error: 'OTHER', message: 'Not today.' } }))
    await openPath(visit.page, page)
    await visit.page.getByText(words).first().waitFor()
    await visit.page.getByText('Not today.').first().waitFor()
  })
  it('[SPEC-7] a list asked for anew cancels the request before it, whose late answer changes nothing', async () => {
    visit = await openPage({ lang: 'zh', path: '/competition' })
    const { page } = visit
    const cancelled: string[] = []
    page.on('requestfailed', (request) => cancelled.push(decodeURIComponent(request.url())))
    let answerLate = () => {}
    const late = new Promise<void>((resolve) => {
      answerLate = resolve
    })
    await page.route('**/api/web/competition/queryCompetitionList**', async (route) => {
      if (decodeURIComponent(route.request().url()).includes('再生')) await late
      await route.continue().catch(() => {})
    })
    const asked = page.waitForRequest((request) => decodeURIComponent(request.url()).includes('再生'))
    await page.getByRole('searchbox').first().fill('再生')
    await page.getByRole('searchbox').first().press('Enter')
    await asked
    await page.getByRole('searchbox').first().fill('数学建模')
    await page.getByRole('searchbox').first().press('Enter')
    await page.getByRole('heading', { name: '青年设计双年赛' }).first().waitFor({ state: 'detached' })
    await expect.poll(() => cancelled.some((address) => address.includes('再生'))).toBe(true)
    answerLate()
    await page.getByRole('heading', { name: '全国大学生数学建模挑战赛' }).first().waitFor()
    await expect.poll(() => page.getByRole('heading', { name: '青年设计双年赛' }).count()).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
  it('of the connection is told while it lasts', async () => {
    visit = await openPage({ lang: 'en', path: '/' })
    await visit.context.setOffline(true)
    await visit.page.getByText('You are offline.').waitFor()
    await visit.context.setOffline(false)
    await visit.page.getByText('You are offline.').waitFor({ state: 'detached' })
  })
})

async function listPath(): Promise<RegExp> {
  const [reply] = await Promise.all([
    visit.page.waitForResponse((candidate) => candidate.url().includes('/api/platform/page/competition.index')),
    openPath(visit.page, '/competition'),
  ])
  const { data } = (await reply.json()) as { data: { calls: Record<string, { path: string }> } }
  return new RegExp(`/${data.calls['competition.list']!.path}(\\?|$)`)
}
