/** An earlier version becomes the draft: it can be looked at before it is published. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readSkin, readVersions } from './skin.ts'

export default defineHandler('skin.restore', async ({ id, revision }, context) => {
  await context.lock('skin', id)
  const row = await readSkin(id, context)
  const earlier = (await readVersions(row, context)).all.find((each) => each.revision === revision)
  if (!earlier) return context.fail('NOT_FOUND', { entity: 'skin.skin', id: `${id} ${revision}` })
  const saved = await context.documentStore.saveDraft('skin', row.documentId!, earlier.content)
  return { hash: saved.hash }
})
