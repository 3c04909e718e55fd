/** The own messages of a person: what the outbox holds for them on the channel that is read on the platform itself. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** Query of the person's messages on the platform's own channel. */
export function ownMessages({ db, session }: HandlerContext) {
  return db.selectFrom('platform_outbox').where('channel', '=', 'message').where('userId', '=', session.userId)
}

/** Writes one moment of some of the own messages; foreign ones are left alone. @returns how many changed */
export async function markOwn(
  { db, session }: HandlerContext,
  field: 'readAt' | 'removedAt',
  { ids, at }: { ids?: readonly string[]; at: string | null },
): Promise<{ count: number }> {
  let query = db
    .updateTable('platform_outbox')
    .set({ [field]: at })
    .where('channel', '=', 'message')
    .where('userId', '=', session.userId)
    .where(field, at === null ? 'is not' : 'is', null)
  if (ids) query = query.where('id', 'in', [...ids])
  const { numUpdatedRows } = await query.executeTakeFirst()
  return { count: Number(numUpdatedRows) }
}
