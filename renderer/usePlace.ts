import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import type { RouteMatch } from '../runtime/client/routes.ts'
import type { ScreenPlace } from '../runtime/client/screen.ts'
import type { PageDocument } from '../runtime/core/documents.ts'
import { readQuery } from '../runtime/core/readQuery.ts'

/** The address as expressions see it: `path`, `route` and `query`, with types from the page's declared parameters. */
export function usePlace(page: PageDocument, match: RouteMatch): ScreenPlace {
  const { pathname, search } = useLocation()
  const route = JSON.stringify(match.params)
  return useMemo(
    () => ({
      path: pathname,
      route: JSON.parse(route),
      query: readQuery(search, page.parameters ?? {}, JSON.parse(route)),
    }),
    [pathname, route, search, page.parameters],
  )
}
