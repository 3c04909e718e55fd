/** Notes that a person has opened the link that was sent to them. Of anonymous questionnaires nothing is noted. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertLink } from './answering.ts'

export default defineHandler('questionnaire.opened', async (input, context) => {
  const { invitationId } = await assertLink(input, context)
  if (invitationId === null) return null
  await context.rows.saveWhere('questionnaire.invitation', { id: invitationId, openedAt: null }, { openedAt: context.now.toISOString() })
  return null
})
