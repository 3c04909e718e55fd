/** As `platform.boot`, of the platform as the person's drafts would make it, for the studio's frame. `role`: with no more than its rights. */
import { defineHandler } from '../../../core/contracts.ts'
import { sessionFacts } from '../../../core/permissions.ts'
import { describeBoot } from '../../screens/describeBoot.ts'
import { narrowSession } from '../../session/narrowSession.ts'
import { readEarlier } from './readEarlier.ts'

export default defineHandler('platform.preview.boot', async ({ role, before }, { documents, session, db, mode }) => {
  const { platform, skippedDrafts } = await documents.store.draftPlatform(readEarlier(before))
  const viewer = role ? narrowSession(session, role, platform) : session
  const screens = describeBoot(platform, viewer)
  const facts = sessionFacts(viewer)
  const named = await Promise.all(
    Object.values(screens.forms).map(async (form) => [form.id, (await documents.forms.validator(form)).hash] as const),
  )
  const user =
    viewer.userId === null
      ? null
      : await db.selectFrom('account_user').select(['id', 'name', 'nickname', 'icon']).where('id', '=', viewer.userId).executeTakeFirst()
  return {
    ...screens,
    mode,
    validators: Object.fromEntries(named),
    session: { user: user ?? null, facts, permissions: facts.permissions },
    heldBack: skippedDrafts,
  }
})
