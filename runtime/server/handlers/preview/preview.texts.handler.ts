/** As `platform.texts`, with the person's drafts in place. */
import { defineHandler } from '../../../core/contracts.ts'
import { readEarlier } from './readEarlier.ts'

export default defineHandler(
  'platform.preview.texts',
  async ({ lang, before }, { documents }) => (await documents.store.draftPlatform(readEarlier(before))).platform.texts[lang],
)
