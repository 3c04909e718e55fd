/** As `platform.texts`, with the person's drafts in place. */
import { defineHandler } from '../../../core/contracts.ts'
import type { Lang } from '../../../core/platform.ts'

export default defineHandler<{ lang: Lang }>(
  'platform.preview.texts',
  async ({ lang }, { documents }) => (await documents.draftPlatform()).texts[lang],
)
