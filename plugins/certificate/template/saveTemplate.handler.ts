/** Replaces the draft; refused when it is newer than the one that was edited. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockTemplate, readVersions, storeDraft } from './ownTemplate.ts'
import { claimPictures, printContent } from './printContent.ts'

export default defineHandler('certificate.saveTemplate', async ({ id, content, base }, context) => {
  const row = await lockTemplate(id, context)
  const { draft } = await readVersions(row, context)
  if (base !== undefined && draft && draft.hash !== base) context.fail('DRAFT_CONFLICT', { stored: draft.hash })
  const next = printContent(content, row, context)
  return storeDraft(await claimPictures(row, next, context), next, context)
})
