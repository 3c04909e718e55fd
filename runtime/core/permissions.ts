/** Decides whether held permission codes satisfy a declared `Permission`, and what expressions see of a session. Both sides use it. */
import type { Session, SessionFacts } from './contracts.ts'
import type { Permission } from './documents.ts'

/** @param codes permission codes held; where they are held is the caller's matter */
export function holdsPermission(codes: { has(code: string): boolean }, permission: Permission): boolean {
  if (typeof permission === 'string') return codes.has(permission)
  if ('any' in permission) return permission.any.some((code) => codes.has(code))
  return permission.all.every((code) => codes.has(code))
}

/** Codes a session holds anywhere, on whatever object. */
export function heldAnywhere(session: Session): ReadonlySet<string> {
  return new Set(session.grants.map((grant) => grant.permission))
}

/** Ids of the objects of a scope on which a session satisfies a permission, by a grant there; null: on the whole platform. */
export function objectsWith(session: Session, permission: Permission, scope: string): readonly string[] | null {
  const held = holdings(session)
  if (holdsPermission(held.everywhere, permission)) return null
  const objects = held.objects.get(scope) ?? NO_OBJECTS
  return [...objects]
    .filter(([, codes]) => holdsPermission({ has: (code) => held.everywhere.has(code) || codes.has(code) }, permission))
    .map(([id]) => id)
}

interface Holdings {
  everywhere: ReadonlySet<string>
  /** scope -> object id -> codes */
  objects: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>
}
const NO_OBJECTS: ReadonlyMap<string, ReadonlySet<string>> = new Map()
const known = new WeakMap<Session, Holdings>()

/** Codes by where they are held. Sessions are immutable and live for many requests. */
function holdings(session: Session): Holdings {
  const found = known.get(session)
  if (found) return found
  const everywhere = new Set<string>()
  const objects = new Map<string, Map<string, Set<string>>>()
  for (const { permission, scope, objectId } of session.grants) {
    if (scope === null) everywhere.add(permission)
    else if (objectId !== null) {
      const ofScope = objects.get(scope) ?? new Map<string, Set<string>>()
      objects.set(scope, ofScope.set(objectId, (ofScope.get(objectId) ?? new Set()).add(permission)))
    }
  }
  const made = { everywhere, objects }
  known.set(session, made)
  return made
}

/** What expressions see as `session`. */
export function sessionFacts(session: Session): SessionFacts {
  return {
    userId: session.userId,
    signedIn: session.userId !== null,
    name: session.name,
    identity: session.identity,
    identities: session.identities?.length ?? 0,
    seeing: session.seeing && !session.seeing.narrowed ? session.seeing.name : null,
    permissions: [...heldAnywhere(session)],
  }
}
