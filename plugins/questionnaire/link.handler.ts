/** The general link, for everyone. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { generalToken, pathOf } from './links.ts'
import { readQuestionnaire } from './questionnaire.ts'

export default defineHandler('questionnaire.link', async ({ id }, context) => {
  const path = pathOf(id, await generalToken(await readQuestionnaire(id, context), context))
  return { path, address: `${context.site}${path}` }
})
