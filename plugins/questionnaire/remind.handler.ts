/** Sends the link again to those who have not answered. Named questionnaires only: in an anonymous one, no one knows who has answered. Answers the id of
 *  the job. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockQuestionnaire } from './questionnaire.ts'

export default defineHandler('questionnaire.remind', async ({ id }, context) => {
  const { mode, state } = await lockQuestionnaire(id, context)
  if (state !== 'open') return context.fail('QUESTIONNAIRE_CLOSED')
  const waiting = { questionnaireId: id, answeredAt: null }
  const reminded = mode === 'named' ? await context.rows.saveWhere('questionnaire.invitation', waiting, { sentAt: null }) : []
  if (reminded.length === 0) return context.fail('NOBODY_TO_SEND')
  return context.jobs.enqueue('questionnaire.sendInvitations', { id })
})
