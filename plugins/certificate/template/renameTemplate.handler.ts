/** Gives a template another name. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { readTemplate, TEMPLATE_ENTITY } from './ownTemplate.ts'

export default defineHandler('certificate.renameTemplate', async ({ id, name }, context) => {
  const row = await readTemplate(id, context)
  await context.rows.save(TEMPLATE_ENTITY, row, { name: { zh: name.trim(), en: name.trim() } })
  return { id }
})
