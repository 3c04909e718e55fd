/** Replaces the draft; refused when it is newer than the one that was edited. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readSkin, readVersions } from './skin.ts'
import { claimPictures, skinContent } from './skinContent.ts'

export default defineHandler('skin.save', async ({ id, content, base }, context) => {
  await context.lock('skin', id)
  const row = await readSkin(id, context)
  const { draft } = await readVersions(row, context)
  if (base !== undefined && draft && draft.hash !== base) context.fail('DRAFT_CONFLICT', { stored: draft.hash })
  const next = skinContent(content, row, context)
  await claimPictures(row, next, context)
  const saved = await context.documentStore.saveDraft('skin', row.documentId!, next)
  return { hash: saved.hash }
})
