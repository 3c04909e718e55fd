/** The stored profile of the person who asks. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** As everyone sees it: masked, with the computed age; but for the address, which the person edits in a form and reads whole. Empty before the first save;
 *  fields that were never filled are absent. */
export async function readProfile({
  call,
  db,
  session,
}: Pick<HandlerContext, 'call' | 'db' | 'session'>): Promise<Record<string, unknown>> {
  const { list } = await call('profile.rows', {})
  const own = withoutNulls(list[0] ?? {})
  if (own.email === undefined || session.seeing) return own
  const { email } = await db.selectFrom('profile_profile').select('email').where('userId', '=', session.userId).executeTakeFirstOrThrow()
  return { ...own, email }
}

/** Values that are not null. */
export function withoutNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}
