/** Stands behind the design of skins: who may, what is stored, and that no applied skin is deleted. */
import { type DocumentStep, defineHandler } from '../../runtime/core/contracts.ts'
import type { SkinDocument } from '../../runtime/core/documents.ts'
import { assertMayDesign, groupOf, type SkinRow } from './skin.ts'
import { claimPictures, skinContent } from './skinContent.ts'

type Step = DocumentStep<SkinRow, SkinDocument>
export default defineHandler<'skin.design', Step, SkinDocument | null>('skin.design', async ({ step, row, content }, context) => {
  await assertMayDesign(row, context)
  if (step === 'remove') {
    const setting = await context.db.selectFrom('shell_setting').select('groupId').where('theme', '=', row.documentId).execute()
    if (setting.length > 0) context.fail('SKIN_WORN', { groups: setting.map(({ groupId }) => groupId), own: groupOf(row) })
  }
  if (step !== 'save') return null
  const next = skinContent(content!, row, context)
  await claimPictures(row, next, context)
  return next
})
