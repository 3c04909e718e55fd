/** As `platform.page`, of the platform as the person's drafts would make it; each node says where it stands. */
import { defineHandler } from '../../../core/contracts.ts'
import { describePage } from '../../screens/describePage.ts'
import { narrowSession } from '../../session/narrowSession.ts'
import { readEarlier } from './readEarlier.ts'

export default defineHandler('platform.preview.page', async ({ id, role, before }, { documents, session }) => {
  const { platform } = await documents.store.draftPlatform(readEarlier(before))
  return describePage(platform, role ? narrowSession(session, role, platform) : session, id, { forms: documents.forms, marked: true })
})
