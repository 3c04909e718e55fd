/** Whether the asker may give a role at a place. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { type RoleFacts, readRole } from './grantRows.ts'
import { codesBeyond, maySetPermission } from './mayGrant.ts'
import type { GrantPlace } from './withContainers.ts'

/** @param place null: the whole platform. @throws PERMISSION_DENIED, NOT_FOUND, ROLE_SCOPE, ROLE_BEYOND */
export async function assertMayGive(name: string, place: GrantPlace | null, context: HandlerContext): Promise<RoleFacts> {
  const { fail } = context
  if (!(await maySetPermission(place, context))) return fail('PERMISSION_DENIED')
  const role = await readRole(name, context)
  if (!role) return fail('NOT_FOUND', { entity: 'account.role', id: name })
  if (place ? !role.scopes.includes(place.scope) : !role.platform) return fail('ROLE_SCOPE')
  const beyond = await codesBeyond([...role.permissions, ...role.subordinates], place, context)
  return beyond.length > 0 ? fail('ROLE_BEYOND') : role
}
