/** The log entry of a sign-in: no one is signed in yet, so the entry names the person as its actor. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** @param facts beside that someone signed in */
export function recordSignIn({ rows }: Pick<HandlerContext, 'rows'>, userId: string, facts: Record<string, unknown> = {}): Promise<void> {
  return rows.record({ entity: 'account.user', rowId: userId, before: null, after: { signedIn: true, ...facts }, actorId: userId })
}
