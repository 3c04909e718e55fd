/** What a right on competitions reaches: one competition, or all competitions of an organisation. And its name in both languages. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { tableName } from '../../../runtime/core/tableName.ts'
import { codesBeyond, maySetPermission } from './mayGrant.ts'
import type { GrantPlace } from './withContainers.ts'

export interface PlaceInput {
  scope: 'competition' | 'organisation'
  competitionId?: string | null
  /** Of the organisation that runs the competitions. */
  ownerId?: string | null
}

/** @throws ROLE_SCOPE when it is not named, PERMISSION_DENIED when the person may not set permissions there */
export async function openPlace({ scope, competitionId, ownerId }: PlaceInput, context: HandlerContext): Promise<GrantPlace> {
  const objectId = scope === 'competition' ? competitionId : ownerId
  if (!objectId) return context.fail('ROLE_SCOPE')
  const place = { scope, objectId }
  if (!(await maySetPermission(place, context))) return context.fail('PERMISSION_DENIED')
  return place
}

/** @throws NOT_FOUND */
export async function placeName({ scope, objectId }: GrantPlace, { tables, platform, fail }: HandlerContext): Promise<LocalText> {
  const { entity } = platform.app.scopes![scope]!
  const { label } = platform.get('entity', entity)
  const row = await tables.selectFrom(tableName(entity)).select(`${label} as name`).where('id', '=', objectId).executeTakeFirst()
  if (!row) return fail('NOT_FOUND', { entity, id: objectId })
  return row.name as LocalText
}

/** Role documents that may be granted there and hold nothing that the person does not hold there. */
export async function rolesFor(place: GrantPlace, context: HandlerContext): Promise<string[]> {
  const roles: string[] = []
  for (const { id, scopes, permissions, subordinates = [] } of context.platform.documents.role.values())
    if (scopes.includes(place.scope) && (await codesBeyond([...permissions, ...subordinates], place, context)).length === 0) roles.push(id)
  return roles
}
