/** Writes a grant that has been decided on, and lets it act on the person's next request. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export interface NewGrant {
  userId: string
  role: string
  /** Null: on the whole platform. */
  scope: string | null
  objectId: string | null
  /** Gives nothing from this moment on; absent or null: for good. */
  until?: string | null
}

/** @returns its id */
export async function giveGrant({ session, sessions, add }: HandlerContext, grant: NewGrant): Promise<string> {
  const id = await add('account.grant', { ...grant, grantedBy: session.userId })
  sessions.changed(grant.userId)
  return id
}
