/** Who may use a call, and on which rows. `within` binds a permission to objects: it is satisfied for the whole platform, or for a list of object ids
 *  per scope, and rows outside of those do not exist for the session. An object that lies in another (`in` of its scope) is reached through that too. */
import type { Session } from '../../core/contracts.ts'
import type { Access, AppDocument, Permission } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { heldAnywhere, holdsPermission, objectsWith } from '../../core/permissions.ts'

/** Null: every row. Otherwise a row is within reach when one of the fields (or paths through refs) holds one of its ids. */
export type Reach = readonly { field: string; ids: readonly string[] }[] | null
export type Within = { field: string; scope: string }
export type Scopes = AppDocument['scopes']

export interface AccessRule {
  /** @throws SESSION_REQUIRED, PERMISSION_DENIED */
  assert(session: Session): Reach
  /** Held anywhere counts. */
  allows(session: Session): boolean
}

/** @param ofInput  the fields of `within` are parameters that name objects, not columns of a row */
export function accessRule(callId: string, access: Access, scopes: Scopes, ofInput = false): AccessRule {
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
  const { permission } = access
  const within = withContainers(access.within, scopes, ofInput)
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

/** Adds the containers of the named objects to `within`: a field with a room's id also means the house of that room. A row that names the house in its own
 *  field is checked by that field. In an input either field may be absent, so both are checked. */
export function withContainers(within: readonly Within[] | undefined, scopes: Scopes, ofInput = false): readonly Within[] | undefined {
  const named = new Set(ofInput ? [] : within?.map(({ scope }) => scope))
  return within?.flatMap((each) => [each, ...containers(each, scopes, { named, ofInput })])
}

function containers({ field, scope }: Within, scopes: Scopes, how: { named: ReadonlySet<string>; ofInput: boolean }): Within[] {
  const container = scopes?.[scope]?.in
  if (!container || how.named.has(container.scope)) return []
  // the row is the object itself: its container is another column of the row
  const path = /(^|\.)id$/.test(field) && !how.ofInput ? field.replace(/id$/, container.field) : `${field}.${container.field}`
  const found = { field: path, scope: container.scope }
  return [found, ...containers(found, scopes, how)]
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
  return holdsPermission(heldEverywhere(session), permission) ? null : 'denied'
}

function heldEverywhere(session: Session): Set<string> {
  return new Set(session.grants.filter(({ scope }) => scope === null).map((grant) => grant.permission))
}

function reachOf(session: Session, permission: Permission, within: readonly Within[]): Reach | 'denied' {
  const reach: { field: string; ids: readonly string[] }[] = []
  for (const { field, scope } of within) {
    const ids = objectsWith(session, permission, scope)
    if (ids === null) return null
    if (ids.length > 0) reach.push({ field, ids })
  }
  return reach.length > 0 ? reach : 'denied'
}

/** Whether a row's own values are within reach; for rows that are not stored yet, and for flows' permissions. Paths are not followed. */
export function isWithin(reach: Reach, row: Readonly<Record<string, unknown>>): boolean {
  return reach === null || reach.some(({ field, ids }) => row[field] != null && ids.includes(String(row[field])))
}

/** Whether the session satisfies a permission on one row, given the scopes that bind it. `reaches` tells whether the row is within a reach. */
export function permittedReach(session: Session, permission: Permission, access: Access, scopes: Scopes): Reach | 'denied' {
  const within = typeof access === 'object' ? withContainers(access.within, scopes) : undefined
  if (!within) return holdsPermission(heldAnywhere(session), permission) ? null : 'denied'
  return reachOf(session, permission, within)
}
