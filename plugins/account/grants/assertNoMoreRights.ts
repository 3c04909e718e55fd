/** A new password or a removed second factor opens an account, and with it all rights of its owner. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { heldAnywhere } from '../../../runtime/core/permissions.ts'

/** @throws ROLE_BEYOND when that person holds a right that the caller does not */
export async function assertNoMoreRights({ session, people, fail }: HandlerContext, userId: string): Promise<void> {
  const held = heldAnywhere(session)
  const { grants } = await people.sessions.rightsOf(userId)
  if (grants.some(({ permission }) => !held.has(permission))) fail('ROLE_BEYOND')
}
