import { afterEach, describe, expect, it } from 'vitest'
import { loadPath, type OpenPage, openPage } from '../../harness/openPage.ts'

let visit: OpenPage
afterEach(() => visit.close())

const REFRESH = /\/usercenter\/oauth\/token/

/** Spoils the stored tokens before the page's own code runs, once. */
async function spoilTokens(part: (tokens: { access_token: string; refresh_token: string }) => unknown): Promise<void> {
  const state = await visit.context.storageState()
  const stored = state.origins[0]?.localStorage.find(({ name }) => name.startsWith('agon.tokens'))
  const tokens = JSON.stringify(part(JSON.parse(stored!.value)))
  await visit.page.addInitScript(
    ([name, value]) => {
      if (sessionStorage.getItem('spoiled')) return
      sessionStorage.setItem('spoiled', 'yes')
      localStorage.setItem(name!, value!)
    },
    [stored!.name, tokens],
  )
}

describe('a session', () => {
  it('whose access token has expired is renewed once for all requests that wait', async () => {
    visit = await openPage({ as: 'organiser' })
    const renewals: string[] = []
    visit.page.on('request', (request) => REFRESH.test(request.url()) && renewals.push(request.url()))
    await visit.page.goto('/404')
    await spoilTokens((tokens) => ({ ...tokens, access_token: 'spoiled' }))
    await loadPath(visit.page, '/admin')
    await expect.poll(() => new URL(visit.page.url()).pathname).toBe('/admin')
    await expect.poll(() => visit.page.locator('.ag-avatar').count()).toBe(1)
    expect(renewals).toHaveLength(1)
  })
  it('that cannot be renewed is told of at the start too, and sign-in leads back to the page asked for', async () => {
    visit = await openPage({ as: 'participant' })
    await visit.page.goto('/404')
    await spoilTokens(() => ({ access_token: 'spoiled', refresh_token: 'spoiled' }))
    await loadPath(visit.page, '/personalCenter/jingsai')
    await visit.page.getByRole('alertdialog').getByRole('button', { name: '重新登录' }).click()
    await visit.page.waitForURL('**/login?*')
    await expect.poll(() => new URL(visit.page.url()).searchParams.get('from')).toBe('/personalCenter/jingsai')
    await expect.poll(() => visit.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('agon.tokens')))).toEqual([])
  })
  it('that ends on the page of a certificate loads it again as for a visitor, without a question (spec 8)', async () => {
    visit = await openPage({ as: 'participant' })
    await visit.page.goto('/404')
    await spoilTokens(() => ({ access_token: 'spoiled', refresh_token: 'spoiled' }))
    let loads = 0
    visit.page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === visit.page.mainFrame()) loads += 1
    })
    await visit.page.goto('/share')
    await expect.poll(() => loads).toBe(2)
    await visit.settled()
    expect(await visit.page.getByRole('alertdialog').count()).toBe(0)
    expect(await visit.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('agon.tokens')))).toEqual([])
  })
})
