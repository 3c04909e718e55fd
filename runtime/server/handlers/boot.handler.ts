/** Answers what a browser needs before any page, and who is asking. */
import { defineHandler } from '../../core/contracts.ts'
import { sessionFacts } from '../../core/permissions.ts'
import { describeBoot } from '../screens/describe-boot.ts'

export default defineHandler('platform.boot', async (_input, { platform, session, db }) => {
  const facts = sessionFacts(session)
  const row =
    session.userId === null
      ? null
      : await db.selectFrom('account_user').select(['id', 'name', 'nickname', 'icon']).where('id', '=', session.userId).executeTakeFirst()
  return { ...describeBoot(platform, session), session: { user: row ?? null, facts, permissions: facts.permissions } }
})
