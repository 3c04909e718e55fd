/** Applies a skin to the pages of the object that it was made for, or stops using it: they use what they would without it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { setApplied } from './setApplied.ts'
import { readSkin, readVersions } from './skin.ts'

export default defineHandler('skin.applySkin', async ({ id, worn: apply }, context) => {
  const row = await readSkin(id, context)
  if (apply && !(await readVersions(row, context)).published) return context.fail('SKIN_UNPUBLISHED')
  await setApplied(row, apply ? row.documentId! : null, context)
  return { worn: apply }
})
