/** Which page an address shows. Fixed parts go before parameters, letter case counts, and the order of the routes does not matter. */
import type { BootRoute } from '../core/wire.ts'

export interface RouteMatch {
  route: BootRoute
  /** Decoded values of `:name` parts. */
  params: Record<string, string>
}

/** The route of a path, or null when no page claims it. A trailing slash is tolerated. */
export function matchRoute(routes: readonly BootRoute[], pathname: string): RouteMatch | null {
  const parts = pathParts(pathname)
  let best: { match: RouteMatch; rank: string } | null = null
  for (const route of routes) {
    const params = matchParts(pathParts(route.path), parts)
    if (!params) continue
    const rank = rankOf(route.path)
    if (!best || rank < best.rank) best = { match: { route, params }, rank }
  }
  return best?.match ?? null
}

/** What the path says in place of the query: the parts that the page declares as parameters. */
export function queryOfPath({ route, params }: RouteMatch): Record<string, string> {
  return Object.fromEntries((route.inQuery ?? []).map((name) => [name, params[name]!]))
}

function pathParts(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function matchParts(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index]!
    if (expected.startsWith(':')) params[expected.slice(1)] = decodePart(part)
    else if (expected !== part && expected !== decodePart(part)) return null
  }
  return params
}

// "0" for a fixed part, "1" for a parameter: the leftmost difference decides.
function rankOf(path: string): string {
  return pathParts(path)
    .map((part) => (part.startsWith(':') ? '1' : '0'))
    .join('')
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
