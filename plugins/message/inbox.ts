/** The person's messages: rows of the outbox for the channel that is read on the platform. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** Query of the person's messages on the platform's own channel. */
export function ownMessages({ db, session }: HandlerContext) {
  return db.selectFrom('platform_outbox').where('channel', '=', 'message').where('userId', '=', session.userId)
}
