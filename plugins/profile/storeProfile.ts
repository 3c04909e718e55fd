/** Writes fields of the person's own profile; the first write creates it. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** @param values field -> value; null empties; lists are stored as JSON */
export async function storeProfile({ rows, session }: HandlerContext, values: Record<string, unknown>): Promise<void> {
  await rows.put('profile.profile', ['userId'], { userId: session.userId!, ...values })
}
