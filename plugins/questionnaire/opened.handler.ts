/** Notes that a person has opened the link that was sent to them. Of anonymous questionnaires nothing is noted. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertLink } from './answering.ts'

export default defineHandler('questionnaire.opened', async (input, context) => {
  const { invitationId } = await assertLink(input, context)
  if (invitationId === null) return null
  await context.db
    .updateTable('questionnaire_invitation')
    .set({ openedAt: context.now.toISOString() })
    .where('id', '=', invitationId)
    .where('openedAt', 'is', null)
    .execute()
  return null
})
