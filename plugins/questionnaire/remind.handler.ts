/** Sends the link again to those who have not answered. Named questionnaires only: in an anonymous one, no one knows who has answered. Answers the id of
 *  the job. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockQuestionnaire } from './questionnaire.ts'

export default defineHandler('questionnaire.remind', async ({ id }, context) => {
  const { mode, state } = await lockQuestionnaire(id, context)
  if (state !== 'open') return context.fail('QUESTIONNAIRE_CLOSED')
  const waiting = await context.db
    .updateTable('questionnaire_invitation')
    .set({ sentAt: null })
    .where('questionnaireId', '=', id)
    .where('answeredAt', 'is', null)
    .where(({ lit }) => lit(mode === 'named'))
    .returning('id')
    .execute()
  if (waiting.length === 0) return context.fail('NOBODY_TO_SEND')
  return context.enqueue('questionnaire.sendInvitations', { id })
})
