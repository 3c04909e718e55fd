/** An earlier version becomes the draft: it can be looked at before it is published. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockTemplate, readVersions, storeDraft, TEMPLATE_ENTITY } from './ownTemplate.ts'

export default defineHandler('certificate.restoreTemplate', async ({ id, revision }, context) => {
  const row = await lockTemplate(id, context)
  const earlier = (await readVersions(row, context)).all.find((each) => each.revision === revision)
  if (!earlier) return context.fail('NOT_FOUND', { entity: TEMPLATE_ENTITY, id: `${id} ${revision}` })
  return storeDraft(row, earlier.content, context)
})
