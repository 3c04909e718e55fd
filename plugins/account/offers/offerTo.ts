/** The offer that a person may answer: one to a number or address that their account has now, or to their account by its name. */
import type { EntityTypes, HandlerContext } from '../../../runtime/core/contracts.ts'
import { isContact } from './receiver.ts'

/** @throws NOT_FOUND */
export async function offerTo(
  userId: string,
  id: string,
  { db, rows, fail }: HandlerContext,
): Promise<EntityTypes['account.offer']['row']> {
  const row = await rows.find('account.offer', { id })
  const me = await db.selectFrom('account_user').select(['phone', 'email']).where('id', '=', userId).executeTakeFirst()
  const isMine = row && (isContact(row.offeredTo) ? [me?.phone, me?.email].includes(row.offeredTo) : row.userId === userId)
  return isMine ? row : fail('NOT_FOUND', { entity: 'account.offer', id })
}
