/** A session that holds no more than a role would: for looking at screens as someone else. It only ever takes rights away, so anyone who asks may ask for
 *  it; and it writes nothing. */
import type { Session } from '../../core/contracts.ts'
import type { Platform } from '../../core/platform.ts'
import { visitorGrants } from './sessionGrants.ts'

/** As a visitor would see it: without a person. */
export const VISITOR_VIEW = 'visitor'

/** @param role id of a role document, or `visitor`; an unknown one leaves what everyone signed in holds */
export function narrowSession(session: Session, role: string, platform: Platform): Session {
  if (session.userId === null) return session
  if (role === VISITOR_VIEW)
    return Object.freeze({ userId: null, sessionId: null, identity: null, name: null, grants: visitorGrants(platform) })
  const roles = [role, ...platform.app.roles.signedIn].flatMap((id) => platform.documents.role.get(id)?.permissions ?? [])
  const kept = new Set(roles)
  const name = session.name ?? ''
  const seeing = { name, actorId: session.seeing?.actorId ?? session.userId, actorName: session.seeing?.actorName ?? name, narrowed: true }
  return Object.freeze({ ...session, grants: session.grants.filter(({ permission }) => kept.has(permission)), seeing })
}
