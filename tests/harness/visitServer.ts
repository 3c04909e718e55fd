/** Windows of signed-in people at a server that a test file starts itself. Its hooks listen, wipe the windows after each test, and close the server. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { seriousProblems } from './axe.ts'
import { closeWindows, openWindow, type Window } from './browserWindows.ts'
import { settled } from './openPage.ts'

interface Server {
  app: FastifyInstance
  close(): Promise<unknown>
}
export interface ServerVisit {
  /** CSS pixels. */
  width: number
  /** Default `en`. */
  lang?: 'zh' | 'en'
  path: string
  /** See `openWindow`. */
  worker?: boolean
}
/** @param token of the person's session; null: a visitor @returns the window, settled at the path */
export type VisitServer = (token: string | null, visit: ServerVisit) => Promise<Window>

/** @param start makes the server; it is called once, before the first test of the file */
export function visitServer(start: () => Promise<Server>): VisitServer {
  let server: Server
  let origin: string
  let windows: Window[] = []
  beforeAll(async () => {
    server = await start()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    for (const window of windows) await window.leave()
    windows = []
  })
  afterAll(async () => {
    await closeWindows()
    await server?.close()
  })
  return async (token, { width, lang = 'en', path, worker }) => {
    const storage: Record<string, unknown> = token === null ? {} : { 'agon.tokens': { access_token: token, refresh_token: '' } }
    const window = await openWindow({ origin, lang, width, storage, painted: process.env.PICTURES !== undefined, worker })
    windows.push(window)
    await window.page.goto(path)
    await settled(window.page)
    return window
  }
}

/** The screen passes axe and does not scroll sideways. */
export async function expectSound(page: Page): Promise<void> {
  expect(await seriousProblems(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
}
