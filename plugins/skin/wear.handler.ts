/** Applies a skin to the pages of the object that it was made for. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { setWorn } from './setWorn.ts'
import { readSkin, readVersions } from './skin.ts'

export default defineHandler('skin.wear', async ({ id }, context) => {
  const row = await readSkin(id, context)
  const { published } = await readVersions(row, context)
  if (!published) return context.fail('SKIN_UNPUBLISHED')
  await setWorn(row, row.documentId!, context)
  return { worn: true }
})
