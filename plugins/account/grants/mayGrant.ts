/** Who may give or take a role: only a person who may set permissions on that object, and only permissions that they hold there. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import { type GrantPlace, withContainers } from './withContainers.ts'

const SET_PERMISSION = 'setPermission'

/** Codes of the list that the session does not hold on the object (null: on the whole platform). */
export async function codesBeyond(codes: readonly string[], place: GrantPlace | null, context: HandlerContext): Promise<string[]> {
  const places = place ? await withContainers(place, context) : []
  return codes.filter((code) => {
    const everywhere = objectsWith(context.session, code, '') === null
    return !everywhere && !places.some(({ scope, objectId }) => objectsWith(context.session, code, scope)?.includes(objectId))
  })
}

/** Whether the person holds the permission to set permissions at a place; null is the whole platform. */
export async function maySetPermission(place: GrantPlace | null, context: HandlerContext): Promise<boolean> {
  return (await codesBeyond([SET_PERMISSION], place, context)).length === 0
}
