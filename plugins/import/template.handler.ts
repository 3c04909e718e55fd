/** A workbook to fill in: of the columns of the published form, of a ranking, or of awards that a school reports. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { importType } from '../generated/enums.ts'
import { fieldsOf } from './fields.ts'
import { sendTemplate } from './sendTemplate.ts'

const NAMES = {
  [importType.registrations]: 'import.template.registrations',
  [importType.results]: 'import.template.results',
  [importType.awards]: 'import.template.awards',
} as const

export default defineHandler('import.template', async ({ competitionId = null, type, eventId = null }, context) => {
  const { list } = await fieldsOf({ competitionId, type, eventId }, context)
  sendTemplate(list, context.text(NAMES[type])[context.lang], context)
})
