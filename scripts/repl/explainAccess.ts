/** Why someone may do a thing or may not: what it asks for, and which roles of the person give that, and where. */
import { sql } from 'kysely'
import type { Grant, Session } from '../../runtime/core/contracts.ts'
import { suggest } from '../../runtime/core/documents/suggest.ts'
import type { Access, Permission } from '../../runtime/core/documents.ts'
import { heldAnywhere, holdsPermission } from '../../runtime/core/permissions.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { accessRule, type Reach } from '../../runtime/server/calls/accessRule.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { grantsOfUser } from '../../runtime/server/session/loadRights.ts'
import type { GrantRow } from '../../runtime/server/session/sessionGrants.ts'
import { sameArea } from './findDocument.ts'

export interface Explained {
  /** `call competition.edit`. */
  what: string
  allowed: boolean
  /** What it asks for. */
  access: Access | { permission: string }
  /** Rows that it reaches, by field; null: all of them. Only of a call that is allowed. */
  reach?: Reach
  /** Codes that count here and that the person holds, with the place where each is held. */
  held: string[]
  /** Roles of the person; with those that would open it when it is refused. */
  roles: string[]
  opening?: string[]
}

/** @param name  id of a call or of a page, or a permission  @throws Error with what is near */
export async function explainAccess({ db, platform }: ServerDeps, session: Session, name: string): Promise<Explained> {
  const current = platform()
  const { what, access } = accessOf(current, name)
  const codes = typeof access === 'object' ? codesOf(access.permission) : []
  const held = session.grants.filter(({ permission }) => codes.includes(permission)).map(heldWords)
  const { rows } =
    session.userId === null
      ? { rows: [] }
      : await sql<{ grants: GrantRow[] }>`select ${grantsOfUser(sql.lit(session.userId))} as grants`.execute(db)
  const roles = (rows[0]?.grants ?? []).map(({ role, scope, objectId }) => `${role}${placeWords(scope, objectId)}`)
  const rule = accessRule(what, access, current.app.scopes)
  const isCall = what.startsWith('call ')
  const allowed = isCall ? rule.allows(session) : mayAnywhere(access, session)
  return {
    what,
    allowed,
    access,
    ...(isCall && allowed ? { reach: rule.assert(session) } : {}),
    held,
    roles,
    ...(allowed ? {} : { opening: rolesWith(current, access) }),
  }
}

function accessOf({ documents, app }: Platform, name: string): { what: string; access: Access } {
  const [, kind, id = name] = /^(call|page|permission):(.+)$/.exec(name) ?? []
  const call = kind === undefined || kind === 'call' ? documents.call.get(id) : undefined
  if (call) return { what: `call ${id}`, access: call.access }
  const page = kind === undefined || kind === 'page' ? documents.page.get(id) : undefined
  if (page) return { what: `page ${id}`, access: page.access }
  const codes = documents.enum.get(app.permissions)?.values.map(({ code }) => String(code)) ?? []
  if (codes.includes(id)) return { what: `permission ${id}`, access: { permission: id } }
  const known = sameArea(id, [...documents.call.keys(), ...documents.page.keys()])
  throw new Error(`There is no call, page or permission "${name}": ${suggest(id, id.includes('.') ? known : codes)}`)
}

/** A page opens for who holds its permission on whatever object: its calls say which. */
function mayAnywhere(access: Access, session: Session): boolean {
  if (access === 'public') return true
  return access === 'signedIn' ? session.userId !== null : holdsPermission(heldAnywhere(session), access.permission)
}

function codesOf(permission: Permission): readonly string[] {
  if (typeof permission === 'string') return [permission]
  return 'any' in permission ? permission.any : permission.all
}

function heldWords({ permission, scope, objectId }: Grant): string {
  return `${permission}${placeWords(scope, objectId)}`
}

function placeWords(scope: string | null, objectId: string | null): string {
  return scope === null ? ' everywhere' : ` on ${scope} ${objectId}`
}

function rolesWith({ documents: { role } }: Platform, access: Access): string[] {
  if (typeof access !== 'object') return []
  return [...role.values()].filter(({ permissions }) => holdsPermission(new Set(permissions), access.permission)).map(({ id }) => id)
}
