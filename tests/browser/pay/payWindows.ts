/** Windows of people who pay and of finance, on the hackathon with a fee. Registers the hooks of one test file. */
import type { Window } from '../../harness/browserWindows.ts'
import { visitServer } from '../../harness/visitServer.ts'
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
  const visit = visitServer(async () => {
    world = await createPayWorld()
    return world
  })
  return {
    get world() {
      return world
    },
    visit: (token, width, path, lang) => visit(token, { width, path, lang }),
    finance: (tab) => `/admin/financialManagement?competitionId=${world.form.competitionId}&tab=${tab}`,
  }
}
