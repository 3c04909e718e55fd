/** Which page an address shows. */
import type { PageDocument } from '../../../core/documents.ts'
import type { Platform } from '../../../core/platform.ts'
import { withoutAliases } from '../../../core/withoutAliases.ts'
import { CallRouter, type RouteMatch } from '../../calls/CallRouter.ts'

export type PageMatch = RouteMatch<string>

const routers = new WeakMap<Platform, CallRouter<string>>()

/** Path -> page id. */
export function pageRouter(platform: Platform): CallRouter<string> {
  const known = routers.get(platform)
  if (known) return known
  const router = new CallRouter<string>()
  for (const page of platform.documents.page.values())
    for (const path of page.routes) router.add({ method: 'GET', path: path.slice(1) }, page.id)
  routers.set(platform, router)
  return router
}

/** The page that says that there is none. */
export function lostPage(platform: Platform): PageMatch {
  return pageRouter(platform).find('GET', platform.app.routes.notFound.slice(1))!
}

/** Whether an address shows a page of its own. */
export function isFound(platform: Platform, match: PageMatch | null): match is PageMatch {
  return match !== null && match.target !== lostPage(platform).target
}

/** The address with parameters under their own names; null when they are. */
export function properAddress(page: PageDocument | undefined, url: string): string | null {
  const { pathname, search } = new URL(url, 'http://page')
  const proper = withoutAliases(search, page?.aliases)
  return proper === null ? null : `${pathname}${proper}`
}
