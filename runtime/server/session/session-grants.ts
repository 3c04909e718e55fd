/** Role documents and a person's rows of `account.grant` -> the permissions held, and where. */
import type { Grant } from '../../core/contracts.ts'
import type { Platform } from '../../core/platform.ts'

export interface GrantRow {
  role: string
  scope: string | null
  objectId: string | null
}

/** What every visitor holds; the same array for the same platform. */
export function visitorGrants(platform: Platform): readonly Grant[] {
  return grantsOfRoles(platform, platform.app.roles.visitor.map(everywhere))
}

/** What a signed-in person holds: the roles of everybody signed in and the granted ones. A role that no longer exists gives nothing. */
export function memberGrants(platform: Platform, rows: readonly GrantRow[]): readonly Grant[] {
  return grantsOfRoles(platform, [...platform.app.roles.signedIn.map(everywhere), ...rows])
}

function everywhere(role: string): GrantRow {
  return { role, scope: null, objectId: null }
}

function grantsOfRoles(platform: Platform, rows: readonly GrantRow[]): readonly Grant[] {
  const grants = new Map<string, Grant>()
  for (const { role, scope, objectId } of rows) {
    for (const permission of platform.documents.role.get(role)?.permissions ?? []) {
      grants.set(`${permission} ${scope ?? ''} ${objectId ?? ''}`, Object.freeze({ permission, scope, objectId }))
    }
  }
  return Object.freeze([...grants.values()])
}
