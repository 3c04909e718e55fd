/** Sources of frames, pages and fragments: what they are asked with, in which order, and what their answers are for expressions. */
import type { Source } from '../documents.ts'
import { DATETIME, type ScopeType, type ScopeTypes } from '../expressions/types.ts'
import { pointer } from './failure.ts'
import { findCycle } from './findCycle.ts'
import { type ExpressionPlace, linkCel } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkInput } from './linkInput.ts'
import { answerType, SESSION_TYPE } from './scopeTypes.ts'

/** What expressions of a frame, and of everything inside of it, see. `query` is open: any parameter may be in an address. */
export function frameScope(linker: Linker, sources: Record<string, Source> | undefined): ScopeTypes {
  const plain: ScopeTypes = { path: 'string', query: 'map', session: SESSION_TYPE, app: 'map', lang: 'string', now: DATETIME }
  return { ...sourceTypes(linker, sources), ...plain }
}

/** Type of each source's answer, by its name. */
export function sourceTypes(linker: Linker, sources: Record<string, Source> | undefined): Record<string, ScopeType> {
  return Object.fromEntries(
    Object.entries(sources ?? {}).map(([name, { call }]) => {
      const document = linker.index.get('call', call)
      return [name, document === undefined ? 'dyn' : answerType(document, linker.index)]
    }),
  )
}

/** What each source gives its call, and its conditions. */
export function linkSources(linker: Linker, place: ExpressionPlace, sources: Record<string, Source>): void {
  for (const [name, source] of Object.entries(sources)) {
    const here = pointer(place.path, name)
    linkInput(linker, { ...place, path: pointer(here, 'params') }, source.call, source.params)
    if (source.when !== undefined) linkCel(linker, { ...place, path: pointer(here, 'when') }, source.when, 'boolean')
    for (const [part, moment] of Object.entries(source.until ?? {}))
      linkCel(linker, { ...place, path: pointer(pointer(here, 'until'), part) }, moment, 'string')
  }
}

/** A source waits for those it reads. */
export function linkWaiting(linker: Linker, place: ExpressionPlace, sources: Record<string, Source>): void {
  const needs = new Map(
    Object.entries(sources).map(([name, { params, when }]) => {
      const read = namesRead(linker, place.scope, [params, when])
      return [name, new Set(read.filter((other) => other in sources && other !== name))]
    }),
  )
  const cycle = findCycle(needs)
  if (cycle === undefined) return
  const found = cycle.join(' -> ')
  const suggestion = 'let one of them do without the others'
  const expected = 'sources that do not wait for each other in a circle'
  linker.report(place.document, { code: 'CYCLE', path: pointer(place.path, cycle[0] as string), expected, found, suggestion })
}

function namesRead(linker: Linker, scope: ScopeTypes, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { cel } = value as { cel?: unknown }
  if (typeof cel === 'string') return linker.references(cel, scope).map(([name]) => name as string)
  return Object.values(value).flatMap((item) => namesRead(linker, scope, item))
}
