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

/** What expressions see as `session`. */
export function sessionFacts(session: Session): SessionFacts {
  return {
    userId: session.userId,
    signedIn: session.userId !== null,
    name: session.name,
    identity: session.identity,
    permissions: [...heldAnywhere(session)],
  }
}
