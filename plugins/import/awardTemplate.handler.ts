/** A workbook to fill in with awards that a school reports. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { importType } from '../generated/enums.ts'
import { fieldsOf } from './fields.ts'
import { sendTemplate } from './sendTemplate.ts'

export default defineHandler('import.awardTemplate', async (_input, context) => {
  const { list } = await fieldsOf({ competitionId: null, type: importType.awards }, context)
  sendTemplate(list, context.text('import.template.awards')[context.lang], context)
})
