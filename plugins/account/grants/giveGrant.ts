/** Writes a grant without checking permissions. It takes effect with the person's next request. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export interface NewGrant {
  userId: string
  role: string
  /** Null: on the whole platform. */
  scope: string | null
  objectId: string | null
  /** End of the grant; absent or null: it does not end. */
  until?: string | null
}

/** @returns its id */
export async function giveGrant({ session, people, rows }: HandlerContext, grant: NewGrant): Promise<string> {
  const id = await rows.create('account.grant', { ...grant, grantedBy: session.userId })
  people.sessions.changed(grant.userId)
  return id
}
