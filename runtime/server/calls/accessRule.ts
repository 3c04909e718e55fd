/** Who may use a call, and on which rows. `within` binds a permission to objects: it is satisfied for the whole platform, or for a list of object ids
 *  per scope, and rows outside of those do not exist for the session. */
import type { Session } from '../../core/contracts.ts'
import type { Access, Permission } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { heldAnywhere, holdsPermission } from '../../core/permissions.ts'

/** Null: every row. Otherwise a row is within reach when one of the fields holds one of its ids. */
export type Reach = readonly { field: string; ids: readonly string[] }[] | null

export interface AccessRule {
  /** @throws SESSION_REQUIRED, PERMISSION_DENIED */
  assert(session: Session): Reach
  /** Held anywhere counts. */
  allows(session: Session): boolean
}

export function accessRule(callId: string, access: Access): AccessRule {
  if (access === 'public') return { assert: () => null, allows: () => true }
  const signedIn = (session: Session) => {
    if (session.userId === null) throw new AgonError('SESSION_REQUIRED', { call: callId })
  }
  if (access === 'signedIn') {
    return {
      allows: (session) => session.userId !== null,
      assert: (session) => {
        signedIn(session)
        return null
      },
    }
  }
  const { permission, within } = access
  const reach = remembered((session: Session): Reach | 'denied' =>
    within ? reachOf(session, permission, within) : plain(session, permission),
  )
  return {
    allows: (session) => reach(session) !== 'denied',
    assert: (session) => {
      const found = reach(session)
      if (found !== 'denied') return found
      signedIn(session)
      throw new AgonError('PERMISSION_DENIED', { call: callId, permission })
    },
  }
}

/** Sessions are immutable and live for many requests. */
function remembered<T>(compute: (session: Session) => T): (session: Session) => T {
  const known = new WeakMap<Session, T>()
  return (session) => {
    if (!known.has(session)) known.set(session, compute(session))
    return known.get(session) as T
  }
}

// Without `within` a permission that is held on some object only is not enough.
function plain(session: Session, permission: Permission): Reach | 'denied' {
  return holdsPermission(heldFor(session, null, null), permission) ? null : 'denied'
}

function reachOf(session: Session, permission: Permission, within: readonly { field: string; scope: string }[]): Reach | 'denied' {
  if (holdsPermission(heldFor(session, null, null), permission)) return null
  const reach = within
    .map(({ field, scope }) => ({ field, ids: objectsOf(session, permission, scope) }))
    .filter(({ ids }) => ids.length > 0)
  return reach.length > 0 ? reach : 'denied'
}

/** Ids of the objects of a scope for which the session satisfies the permission. */
export function objectsOf(session: Session, permission: Permission, scope: string): string[] {
  const ids = new Set(
    session.grants.filter((grant) => grant.scope === scope && grant.objectId !== null).map((grant) => grant.objectId as string),
  )
  return [...ids].filter((id) => holdsPermission(heldFor(session, scope, id), permission))
}

/** Codes held for the whole platform and, when named, for one object. */
function heldFor(session: Session, scope: string | null, objectId: string | null): Set<string> {
  const held = session.grants.filter((grant) => grant.scope === null || (grant.scope === scope && grant.objectId === objectId))
  return new Set(held.map((grant) => grant.permission))
}

/** Whether a row's own values are within reach; for rows that are not stored yet, and for flows' permissions. */
export function isWithin(reach: Reach, row: Readonly<Record<string, unknown>>): boolean {
  return reach === null || reach.some(({ field, ids }) => row[field] != null && ids.includes(String(row[field])))
}

/** Whether the session satisfies a permission on one row, given the scopes that bind it. */
export function permittedOnRow(session: Session, permission: Permission, access: Access, row: Readonly<Record<string, unknown>>): boolean {
  const within = typeof access === 'object' ? access.within : undefined
  if (!within) return holdsPermission(heldAnywhere(session), permission)
  const reach = reachOf(session, permission, within)
  return reach !== 'denied' && isWithin(reach, row)
}
