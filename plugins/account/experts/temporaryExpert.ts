/** A temporary expert in reach of the person who asks: an account with an end, and the place of its expert's role. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectName } from '../grants/identityOptions.ts'
import { expertGrants } from './expertGrants.ts'

export interface TemporaryExpert {
  id: string
  name: string
  end: Date
  place: string
}

/** @throws NOT_FOUND also for what is out of reach, and for accounts without an end */
export async function findTemporaryExpert(context: HandlerContext, userId: string): Promise<TemporaryExpert> {
  const row = await expertGrants(context, 'manageTemporaryExpert')
    .select(['u.name', 'u.expiresAt', 'g.scope', 'g.objectId'])
    .where('u.id', '=', userId)
    .where('u.expiresAt', 'is not', null)
    .where('u.state', '=', 'active')
    .executeTakeFirst()
  if (!row) return context.fail('NOT_FOUND', { entity: 'account.user', id: userId })
  const place = (await objectName(row.scope, row.objectId, context)) ?? ''
  return { id: userId, name: row.name, end: new Date(row.expiresAt!), place }
}
