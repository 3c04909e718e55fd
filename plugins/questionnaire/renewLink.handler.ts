/** A new general link; the one before opens nothing any more. Personal links stay. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeQuestionnaire, lockQuestionnaire } from './questionnaire.ts'

export default defineHandler('questionnaire.renewLink', async ({ id }, context) => {
  const row = await lockQuestionnaire(id, context)
  await changeQuestionnaire(context, row, { link: row.link + 1 })
  return null
})
