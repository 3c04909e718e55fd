/** Windows of people who pay and of finance, on the hackathon with a fee. Registers the hooks of one test file. */
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { closeWindows, openWindow, type Window } from '../../harness/browserWindows.ts'
import { settled } from '../../harness/openPage.ts'
import { createPayWorld, type PayWorld } from '../../server/pay/payWorld.ts'

export const RECEIPT = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4\n${'x'.repeat(300)}\n%%EOF`) }

export interface PayWindows {
  /** There once the tests run. */
  readonly world: PayWorld
  visit(token: string, width: number, path: string, lang?: 'zh' | 'en'): Promise<Window>
  /** Address of a tab of the finance page. */
  finance(tab: string): string
}

export function payWindows(): PayWindows {
  let world: PayWorld
  let origin: string
  let windows: Window[] = []
  beforeAll(async () => {
    world = await createPayWorld()
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    for (const window of windows) await window.leave()
    windows = []
  })
  afterAll(async () => {
    await closeWindows()
    await world?.close()
  })
  return {
    get world() {
      return world
    },
    async visit(token, width, path, lang = 'en') {
      const storage = { 'agon.tokens': { access_token: token, refresh_token: '' } }
      const window = await openWindow({ origin, lang, width, storage })
      windows.push(window)
      await window.page.goto(path)
      await settled(window.page)
      return window
    },
    finance: (tab) => `/admin/financialManagement?competitionId=${world.form.competitionId}&tab=${tab}`,
  }
}
