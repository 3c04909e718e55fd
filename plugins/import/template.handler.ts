/** A workbook to fill in, of the columns of the published form or of a ranking. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { importType } from '../generated/enums.ts'
import { fieldsOf } from './fields.ts'
import { sendTemplate } from './sendTemplate.ts'

export default defineHandler('import.template', async ({ competitionId, type, eventId }, context) => {
  await context.call('import.reach', { id: competitionId })
  const { list } = await fieldsOf({ competitionId, type, eventId: eventId ?? null }, context)
  const name = context.text(type === importType.results ? 'import.template.results' : 'import.template.registrations')[context.lang]
  sendTemplate(list, name, context)
})
