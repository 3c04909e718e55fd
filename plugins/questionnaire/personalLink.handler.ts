/** The personal link of one invitation, to send in other ways. Not for anonymous questionnaires. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { pathOf, personalToken } from './links.ts'
import { readQuestionnaire } from './questionnaire.ts'

export default defineHandler('questionnaire.personalLink', async (input, context) => {
  const questionnaire = await readQuestionnaire(input.questionnaireId, context)
  const row = await context.db
    .selectFrom('questionnaire_invitation')
    .select(['id', 'userId'])
    .where('id', '=', input.id)
    .where('questionnaireId', '=', input.questionnaireId)
    .executeTakeFirst()
  if (!row || questionnaire.mode !== 'named') return context.fail('NOT_FOUND', { entity: 'questionnaire.invitation', id: input.id })
  const token = await personalToken(questionnaire, { id: row.id, userId: row.userId }, context)
  return { address: `${context.site}${pathOf(input.questionnaireId, token)}` }
})
