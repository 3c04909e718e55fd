/** Which other sites may show a page in a frame: what the call of the page's `framedBy` answers a visitor. */
import type { PageDocument } from '../../core/documents.ts'
import type { Lang } from '../../core/platform.ts'
import { readQuery } from '../../core/readQuery.ts'
import { compileValue } from '../calls/compileValue.ts'
import type { ServerDeps } from '../serverContext.ts'

export interface FramedPage {
  page: PageDocument | undefined
  route: Readonly<Record<string, string>>
  /** Path with its query. */
  url: string
  lang: Lang
}

/** A scheme, a host, a port: nothing that would mean more in a policy. */
const ORIGIN = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/
const MAX = 50

/** Origins as a policy writes them. None when the page has no such call, or the call refuses. */
export async function readFramedBy({ calls, services }: ServerDeps, { page, route, url, lang }: FramedPage): Promise<string[]> {
  if (!page?.framedBy) return []
  const query = readQuery(new URL(url, 'http://page').search, page.parameters ?? {}, route)
  const given = compileValue(page.framedBy.params ?? {})({ route, query }) as Record<string, unknown>
  const input = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null))
  const answer = await calls.run(page.framedBy.call, input, { session: services.sessions.visitor(), lang }).catch(() => null)
  const { origins } = (answer ?? {}) as { origins?: unknown }
  const named = Array.isArray(origins) ? origins.filter((origin): origin is string => typeof origin === 'string') : []
  return named.filter((origin) => ORIGIN.test(origin)).slice(0, MAX)
}
