/** Writes fields of the person's own profile; the first write creates it. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** @param values field -> value; null empties; lists are stored as JSON */
export async function storeProfile({ db, session, record }: HandlerContext, values: Record<string, unknown>): Promise<void> {
  const row = await db
    .insertInto('profile_profile')
    .values({ userId: session.userId!, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...values, updatedAt: new Date().toISOString() }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await record({ entity: 'profile.profile', rowId: row.id, before: null, after: values })
}
