import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenPage, openPage, openPath } from '../../harness/open-page.ts'

let visit: OpenPage
afterEach(() => visit.close())

interface Violation {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** Serious and critical findings, as `rule: place`. */
async function findings(): Promise<string[]> {
  // By the debugger, not as a script of the page: the policy forbids those.
  const found = (await visit.page.evaluate(`(async () => {
    const module = { exports: {} };
    ${axe.source};
    return (await (window.axe ?? module.exports).run()).violations
  })()`)) as Violation[]
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary.split('\n')[1]}`))
}

describe.each(['skins.light', 'skins.dark', 'skins.spring'])('in the skin %s', (skin) => {
  it.each([
    ['/', undefined],
    ['/competition', undefined],
    ['/details?competitionId=1', undefined],
    ['/login', undefined],
    ['/admin/regManagement?competitionId=1', 'organiser'],
  ])('%s has no serious problem', async (path, as) => {
    visit = await openPage({ as })
    await visit.page.addInitScript((id) => localStorage.setItem('agon.skin', JSON.stringify(id)), skin)
    await openPath(visit.page, path)
    expect(await visit.page.getAttribute('html', 'data-skin')).toBe(skin)
    expect(await findings()).toEqual([])
  })
})
