/** A call with the session of a window, for putting back what a test changed: it works wherever the test got stuck. */
import type { Page } from 'playwright-core'

export interface Reply {
  code: number
  message?: string
  error?: string
  // biome-ignore lint/suspicious/noExplicitAny: what a call gives is read by whoever asks
  data: any
}

/** @param input the body; absent: the call is a GET */
export function callAs(page: Page, path: string, input?: object): Promise<Reply> {
  return page.evaluate(
    async ({ path, input }) => {
      const { access_token } = JSON.parse(localStorage.getItem('agon.tokens')!)
      const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
      const reply = await fetch(path, input ? { method: 'POST', headers, body: JSON.stringify(input) } : { headers })
      return reply.json()
    },
    { path, input },
  )
}
