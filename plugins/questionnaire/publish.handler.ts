/** Begins to take answers, or to take them again. One that has not begun publishes its questions as they are drafted: there is one button. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertQuestions } from './assertQuestions.ts'
import { changeQuestionnaire, lockQuestionnaire } from './questionnaire.ts'

export default defineHandler('questionnaire.publish', async ({ id }, context) => {
  const row = await lockQuestionnaire(id, context)
  const { published, draft } = await context.documents.designs.read(row.formId)
  const isBegun = row.state !== 'draft' && published !== null
  const newest = isBegun ? published : (draft ?? published)
  assertQuestions(newest?.content ?? null, context)
  if (newest !== null && newest.hash !== published?.hash) await context.call('questionnaire.publishForm', { id })
  await context.rows.transition('questionnaire.life', row.state === 'draft' ? 'publish' : 'reopen', id)
  if (row.publishedAt === null) await changeQuestionnaire(context, row, { publishedAt: context.now.toISOString() })
  return null
})
