/** Grants as staff see them: the role and its object by name, the codes of roles made at run time. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { isId } from '../../../runtime/core/idPattern.ts'
import { kindLabel, localName, objectName } from './identityOptions.ts'

export const STORED_ROLE = 'stored:'

export interface RoleFacts {
  role: string
  name: string
  permissions: readonly string[]
  subordinates: readonly string[]
  scopes: readonly string[]
  /** Kind of identity, null for none, undefined for the usual one of the scope. */
  identity: string | null | undefined
  platform: boolean
  /** Organisation that a stored role belongs to. */
  organisationId: string | null
}
type Tools = Pick<HandlerContext, 'db' | 'tables' | 'platform' | 'lang'>

/** A role document, or one made at run time; null when there is no such role (any more). */
export async function readRole(role: string, { db, platform, lang }: Tools): Promise<RoleFacts | null> {
  const document = platform.documents.role.get(role)
  if (document) {
    const { permissions, subordinates = [], scopes, identity } = document
    const name = localName(document.title, lang) ?? role
    return {
      role,
      name,
      permissions,
      subordinates,
      scopes,
      identity,
      platform: document.platform ?? scopes.length === 0,
      organisationId: null,
    }
  }
  const id = role.startsWith(STORED_ROLE) ? role.slice(STORED_ROLE.length) : ''
  if (!isId(id)) return null
  const row = await db.selectFrom('account_role').select(['name', 'permissions', 'organisationId']).where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const scopes = Object.keys(platform.app.scopes ?? {})
  const name = localName(row.name, lang) ?? role
  const organisationId = row.organisationId === null ? null : row.organisationId
  return {
    role,
    name,
    permissions: row.permissions as string[],
    subordinates: [],
    scopes,
    identity: undefined,
    platform: organisationId === null,
    organisationId,
  }
}

export interface GrantView {
  id: string
  userId: string
  role: string
  roleName: string
  scope: string | null
  objectId: string | null
  objectName: string
  /** The identity it belongs to, in words; null for none. */
  identityName: string | null
}

/** All grants of one account, with the names of role and object in both languages. */
export async function grantsOf(userId: string, context: Tools): Promise<GrantView[]> {
  const rows = await context.db
    .selectFrom('account_grant')
    .select(['id', 'userId', 'role', 'scope', 'objectId'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  const views: GrantView[] = []
  for (const row of rows) views.push(await viewOf(row as GrantKey, context))
  return views
}

type GrantKey = Pick<GrantView, 'id' | 'userId' | 'role' | 'scope' | 'objectId'>

async function viewOf(row: GrantKey, context: Tools): Promise<GrantView> {
  const role = await readRole(row.role, context)
  const { app } = context.platform
  const usual = row.scope === null ? app.identities?.platform : app.scopes?.[row.scope]?.identity
  const kind = role === null || role.identity === null ? null : (role.identity ?? usual ?? null)
  return {
    ...row,
    roleName: role?.name ?? row.role,
    objectName: (await objectName(row.scope, row.objectId, context)) ?? localName(app.title, context.lang) ?? '',
    identityName: kind === null ? null : kindLabel(kind, context),
  }
}
