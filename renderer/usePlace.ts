/** The address as expressions see it: `path`, `route` and `query`, with types from the page's declared parameters. */
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import type { RouteMatch } from '../runtime/client/routes.ts'
import type { Place } from '../runtime/client/screen.ts'
import type { JsonSchema, PageDocument } from '../runtime/core/documents.ts'

export function usePlace(page: PageDocument, match: RouteMatch): Place {
  const { pathname, search } = useLocation()
  const route = JSON.stringify(match.params)
  return useMemo(
    () => ({ path: pathname, route: JSON.parse(route), query: readQuery(search, page.parameters ?? {}) }),
    [pathname, route, search, page.parameters],
  )
}

/** Query string -> values: several of a name make a list, declared numbers and booleans are typed, what does not fit its type is left out. */
export function readQuery(search: string, types: Record<string, JsonSchema>): Record<string, unknown> {
  const params = new URLSearchParams(search)
  const query: Record<string, unknown> = {}
  for (const name of new Set(params.keys())) {
    const all = params.getAll(name)
    const type = types[name]?.type
    const value = type === 'array' || all.length > 1 ? all : typed(all[0]!, type)
    if (value !== undefined) query[name] = value
  }
  return query
}

function typed(text: string, type: unknown): unknown {
  if (type === 'integer' || type === 'number') {
    const number = Number(text)
    return text.trim() === '' || Number.isNaN(number) ? undefined : number
  }
  if (type === 'boolean') return text === 'true'
  return text
}
