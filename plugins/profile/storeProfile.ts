/** Writes fields of the own profile, which begins with the first of them. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** @param values field -> value; null empties; lists are stored as JSON */
export async function storeProfile({ db, session, record }: HandlerContext, values: Record<string, unknown>): Promise<void> {
  const columns = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]),
  )
  const row = await db
    .insertInto('profile_profile')
    .values({ userId: session.userId, ...columns })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ ...columns, updatedAt: new Date().toISOString() }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await record({ entity: 'profile.profile', rowId: row.id, before: null, after: values })
}
