/** Where a right may be held: an object, and the objects it lies in. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { isId } from '../../../runtime/core/idPattern.ts'
import { tableName } from '../../../runtime/core/tableName.ts'

export interface GrantPlace {
  scope: string
  objectId: string
}

/** An object and the objects it lies in. */
export async function withContainers(place: GrantPlace, context: Pick<HandlerContext, 'tables' | 'platform'>): Promise<GrantPlace[]> {
  const { entity, in: container } = context.platform.app.scopes?.[place.scope] ?? {}
  if (!entity || !container || !isId(place.objectId)) return [place]
  const row = await context.tables.selectFrom(tableName(entity)).select(container.field).where('id', '=', place.objectId).executeTakeFirst()
  const outer = row?.[container.field]
  return outer ? [place, ...(await withContainers({ scope: container.scope, objectId: String(outer) }, context))] : [place]
}
