/** The next version begins with the text of this one. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { nextNumber, readVersion } from './agreementDraft.ts'

export default defineHandler('agreement.revise', async ({ id }, context) => {
  const { purpose, place, organisationId, competitionId, title, text } = await readVersion(id, context)
  const number = await nextNumber(purpose, place, context)
  return { id: await context.rows.create('agreement.version', { purpose, place, organisationId, competitionId, title, text, number }) }
})
