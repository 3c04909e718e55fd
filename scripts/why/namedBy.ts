/** How tests name a call or a page: by its id, or by the end of its address. */
import type { Platform } from '../../runtime/core/platform.ts'

/** Characters that mean something in a pattern. */
export const SPECIAL = /[.*+?^${}()|[\]\\]/g
const BEGINNING = /^\/?api\/\w+\//
const PARAMETER = /:\w.*$/

/** Ends of the addresses under which calls and pages of these ids are asked for: tests leave out what all begin with. @param kind  default both */
export function addressesOf({ documents }: Pick<Platform, 'documents'>, ids: readonly string[], kind?: 'call' | 'page'): string[] {
  const ofCalls = kind === 'page' ? [] : ids.flatMap((id) => documents.call.get(id) ?? [])
  const calls = ofCalls.flatMap(({ path, alsoAt = [] }) => [path ?? [], ...alsoAt].flat())
  const pages =
    kind === 'call' ? [] : ids.flatMap((id) => documents.page.get(id)?.routes ?? []).map((route) => route.replace(PARAMETER, ''))
  return [...calls.map((path) => path.replace(BEGINNING, '').replace(PARAMETER, '')), ...pages].filter(
    (address) => address.includes('/') && address !== '/',
  )
}

/** Null where nothing can be named. */
export function patternOf(ids: readonly string[], addresses: readonly string[]): RegExp | null {
  const either = (names: readonly string[]) => names.map((name) => name.replaceAll(SPECIAL, '\\$&')).join('|')
  const quoted = ids.length === 0 ? [] : [`['"\`](?:${either(ids)})['"\`@]`]
  const asked = addresses.length === 0 ? [] : [`(?<=[\\w/'"\`}])(?<!<)(?:${either(addresses)})(?![\\w-])`]
  return quoted.length + asked.length === 0 ? null : new RegExp([...quoted, ...asked].join('|'))
}
