/** Keeps results made of a platform for all people with the same codes: pruning is the same for them. */
import type { Session } from '../../core/contracts.ts'
import type { Platform } from '../../core/platform.ts'

const KEPT = 400
const byPlatform = new WeakMap<Platform, Map<string, unknown>>()
const sets = new WeakMap<Session, { codes: ReadonlySet<string>; key: string }>()

/** Codes a session holds anywhere, and one string that is the same for the same codes. */
export function codesOf(session: Session): { codes: ReadonlySet<string>; key: string } {
  const known = sets.get(session)
  if (known) return known
  const codes = new Set(session.grants.map(({ permission }) => permission))
  const made = { codes, key: `${session.userId === null ? 'visitor' : 'person'} ${[...codes].sort().join(' ')}` }
  sets.set(session, made)
  return made
}

/** @param make of platform and codes only: never of who exactly asks, nor of what a database holds, which servers of one platform need not share */
export function keptFor<T>(platform: Platform, session: Session, name: string, make: () => T): T {
  const known = byPlatform.get(platform) ?? new Map<string, unknown>()
  byPlatform.set(platform, known)
  const key = `${name}\n${codesOf(session).key}`
  if (known.has(key)) return known.get(key) as T
  if (known.size >= KEPT) known.delete(known.keys().next().value!)
  const made = make()
  known.set(key, made)
  return made
}
