/** Role documents, roles made at run time and a person's rows of `account.grant` -> the permissions held, where, and by which identity.
 *  An identity is a kind and an object: `manager:house:12`. Rights of the chosen identity act, and those that belong to no identity. */
import type { Grant } from '../../core/contracts.ts'
import type { RoleDocument } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'

export interface GrantRow {
  role: string
  scope: string | null
  objectId: string | null
  /** Codes of a role made at run time; null for a role document. */
  stored?: readonly string[] | null
}

/** Objects below others: id -> ids of everything below it. */
export type Below = ReadonlyMap<string, readonly string[]>
const NOTHING_BELOW: Below = new Map()

/** What every visitor holds; the same array for the same platform. */
export function visitorGrants(platform: Platform): readonly Grant[] {
  return grantsOfRoles(platform, platform.app.roles.visitor.map(everywhere))
}

/** What a signed-in person holds: the roles of everyone signed in and the granted ones. A role that no longer exists gives nothing. */
export function memberGrants(platform: Platform, rows: readonly GrantRow[], below: Below = NOTHING_BELOW): readonly Grant[] {
  return grantsOfRoles(platform, [...platform.app.roles.signedIn.map(everywhere), ...rows], below)
}

/** The identity that a granted role belongs to, or null when it belongs to none (or the role is gone). */
export function identityOf(platform: Platform, { role, scope, objectId, stored }: GrantRow): string | null {
  const document = platform.documents.role.get(role)
  if (!document && !stored) return null
  const usual = scope === null ? platform.app.identities?.platform : platform.app.scopes?.[scope]?.identity
  const kind = document?.identity === undefined ? usual : document.identity
  return kind == null ? null : identityKey(kind, scope, objectId)
}

/** Name of an identity, as sessions keep it. */
export function identityKey(kind: string, scope: string | null, objectId: string | null): string {
  return `${kind}:${scope ?? ''}:${objectId ?? ''}`
}

/** All identities of a person, in the order of the grants. */
export function identitiesOf(platform: Platform, rows: readonly GrantRow[]): string[] {
  return [...new Set(rows.flatMap((row) => identityOf(platform, row) ?? []))]
}

/** Rows that act under an identity; with null, all of them. */
export function rowsUnder(platform: Platform, rows: readonly GrantRow[], identity: string | null): readonly GrantRow[] {
  if (identity === null) return rows
  return rows.filter((row) => (identityOf(platform, row) ?? identity) === identity)
}

/** Whether some granted role reaches further down than the object it is granted on. */
export function reachesDown(platform: Platform, rows: readonly GrantRow[]): readonly GrantRow[] {
  return rows.filter(
    ({ role, scope, objectId }) =>
      scope !== null &&
      objectId !== null &&
      platform.app.scopes?.[scope]?.superior &&
      platform.documents.role.get(role)?.subordinates?.length,
  )
}

function everywhere(role: string): GrantRow {
  return { role, scope: null, objectId: null }
}

function grantsOfRoles(platform: Platform, rows: readonly GrantRow[], below: Below = NOTHING_BELOW): readonly Grant[] {
  const grants = new Map<string, Grant>()
  const add = (permission: string, scope: string | null, objectId: string | null): void => {
    grants.set(`${permission} ${scope ?? ''} ${objectId ?? ''}`, Object.freeze({ permission, scope, objectId }))
  }
  for (const { role, scope, objectId, stored } of rows) {
    const document: Pick<RoleDocument, 'permissions' | 'subordinates'> | undefined =
      platform.documents.role.get(role) ?? (stored ? { permissions: [...stored] } : undefined)
    for (const permission of document?.permissions ?? []) add(permission, scope, objectId)
    for (const lower of below.get(`${scope} ${objectId}`) ?? [])
      for (const permission of document?.subordinates ?? []) add(permission, scope, lower)
  }
  return Object.freeze([...grants.values()])
}
