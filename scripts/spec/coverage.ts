/** Which calls and pages of an area tests ask for. */

import type { Platform } from '../../runtime/core/platform.ts'
import type { SourceFile } from '../check/readSources.ts'
import { addressesOf, patternOf } from '../why/namedBy.ts'

export interface Asked {
  kind: 'call' | 'page'
  id: string
  /** Method and path, or the first route. */
  address: string
  /** Tests that name it, by id or address. */
  tests: readonly string[]
}

/** @param area  all of them when it is absent */
export function askedOf({ documents }: Platform, tests: readonly SourceFile[], area?: string): Asked[] {
  const isOwn = (id: string) => area === undefined || id.startsWith(`${area}.`)
  const calls = [...documents.call.values()].filter(({ id, path }) => isOwn(id) && path !== undefined)
  const pages = [...documents.page.values()].filter(({ id, routes }) => isOwn(id) && routes.length > 0)
  const byWord = wordsOf(tests)
  const naming = (kind: 'call' | 'page', id: string) => {
    const addresses = addressesOf({ documents }, [id], kind)
    const pattern = patternOf([id], addresses)
    const candidates = new Set([id, ...addresses].flatMap((part) => byWord.get(part.match(WORD)?.at(-1) ?? '') ?? []))
    return [...candidates].filter(({ text }) => pattern?.test(text)).map(({ path }) => path)
  }
  return [
    ...calls.map(({ id, method, path }) => ({ kind: 'call' as const, id, address: [method, path].join(' '), tests: naming('call', id) })),
    ...pages.map(({ id, routes }) => ({ kind: 'page' as const, id, address: routes[0]!, tests: naming('page', id) })),
  ]
}

const WORD = /[A-Za-z][\w-]*/g

/** Word -> the tests that have it: patterns are tried on those alone. */
function wordsOf(tests: readonly SourceFile[]): ReadonlyMap<string, readonly SourceFile[]> {
  const found = new Map<string, SourceFile[]>()
  for (const test of tests) for (const word of new Set(test.text.match(WORD))) found.set(word, [...(found.get(word) ?? []), test])
  return found
}
