/** As `platform.texts`, with the person's drafts in place. */
import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler(
  'platform.preview.texts',
  async ({ lang }, { documentStore }) => (await documentStore.draftPlatform()).texts[lang],
)
