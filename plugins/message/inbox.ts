/** The own messages of a person: what the outbox holds for them on the channel that is read on the platform itself. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** Query of the person's messages on the platform's own channel. */
export function ownMessages({ db, session }: HandlerContext) {
  return db.selectFrom('platform_outbox').where('channel', '=', 'message').where('userId', '=', session.userId)
}
