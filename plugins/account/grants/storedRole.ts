/** A role made at run time, for the person who is about to change or remove it. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import type { GrantPlace } from './withContainers.ts'

export interface StoredRole {
  id: string
  name: LocalText
  permissions: string[]
  organisationId: string | null
}

/** Locks the row. Null when there is no such role. */
export async function lockStoredRole({ db }: Pick<HandlerContext, 'db'>, id: string): Promise<StoredRole | null> {
  const row = await db
    .selectFrom('account_role')
    .select(['id', 'name', 'remark', 'permissions', 'organisationId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return (row as StoredRole | undefined) ?? null
}

/** Where a role belongs: an organisation, or null for the whole platform. */
export function placeOfRole(organisationId: string | null): GrantPlace | null {
  return organisationId === null ? null : { scope: 'organisation', objectId: organisationId }
}
