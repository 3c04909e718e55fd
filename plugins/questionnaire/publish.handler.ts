/** Begins to take answers, or to take them again. Questions that were never published are published with it. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { assertQuestions } from './assertQuestions.ts'
import { changeQuestionnaire, lockQuestionnaire, type Questionnaire } from './questionnaire.ts'

export default defineHandler('questionnaire.publish', async ({ id }, context) => {
  const row = await lockQuestionnaire(id, context)
  const { published, draft } = await context.documents.designs.read(row.formId)
  await publishFirst(row, published?.content ?? null, draft?.content ?? null, context)
  await context.rows.transition('questionnaire.life', row.state === 'draft' ? 'publish' : 'reopen', id)
  if (row.publishedAt === null) await changeQuestionnaire(context, row, { publishedAt: context.now.toISOString() })
  return null
})

async function publishFirst(row: Questionnaire, published: FormDocument | null, draft: FormDocument | null, context: HandlerContext) {
  const content = published ?? draft
  assertQuestions(content, context)
  if (published === null) await context.call('questionnaire.publishForm', { id: row.id })
}
