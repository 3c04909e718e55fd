/** Finds the call for a method and a path. Our own, and not Fastify's, because calls come and go while the server runs (published documents). */
import type { CallAddress } from '../../core/callAddress.ts'

export interface RouteMatch<T> {
  target: T
  /** Decoded path parameters. */
  params: Record<string, string>
}

interface Pattern<T> {
  segments: readonly string[]
  target: T
}

export class CallRouter<T> {
  readonly #exact = new Map<string, T>()
  /** By method and number of segments. */
  readonly #patterns = new Map<string, Pattern<T>[]>()

  add({ method, path }: CallAddress, target: T): void {
    const segments = path.split('/')
    if (!path.includes(':')) this.#exact.set(`${method} ${path}`, target)
    else this.#list(`${method} ${segments.length}`).push({ segments, target })
  }

  /** @param path without query, without the leading slash */
  find(method: string, path: string): RouteMatch<T> | null {
    const clean = path.endsWith('/') ? path.slice(0, -1) : path
    const exact = this.#exact.get(`${method} ${clean}`)
    if (exact !== undefined) return { target: exact, params: {} }
    const parts = clean.split('/')
    for (const { segments, target } of this.#patterns.get(`${method} ${parts.length}`) ?? []) {
      const params = matchSegments(segments, parts)
      if (params) return { target, params }
    }
    return null
  }

  #list(key: string): Pattern<T>[] {
    const list = this.#patterns.get(key) ?? []
    this.#patterns.set(key, list)
    return list
  }
}

function matchSegments(segments: readonly string[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [at, segment] of segments.entries()) {
    const part = parts[at]!
    if (!segment.startsWith(':')) {
      if (segment !== part) return null
      continue
    }
    const value = decode(part)
    if (value === null || value === '') return null
    params[segment.slice(1)] = value
  }
  return params
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
