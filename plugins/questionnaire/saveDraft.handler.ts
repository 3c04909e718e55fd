/** Keeps what someone has answered so far, and where they are: so they can continue, and so it shows where people stop. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { assertKnown, assertLink, assertOpen, dayOf, holderOf, isSpent, ownAnswer } from './answering.ts'

export default defineHandler('questionnaire.saveDraft', async (input, context) => {
  const link = await assertLink(input, context)
  const { questionnaire, userId } = link
  assertOpen(questionnaire, context)
  assertKnown(link, context)
  const hasAnswered = questionnaire.onePerPerson && (await ownAnswer(link, context)) !== null
  if (hasAnswered || (await isSpent(link, context))) context.fail('ALREADY_ANSWERED')
  const fields = await fieldsOf(input.hash, questionnaire.formId, context)
  const at = userId === null ? dayOf(context) : context.now.toISOString()
  const values = {
    formVersion: input.hash,
    values: Object.fromEntries(Object.entries(input.answers).filter(([name]) => fields.has(name))),
    ...(fields.has(input.field) ? { lastField: input.field } : {}),
    updatedAt: at,
  }
  await context.rows.bulk('questionnaire.answer', 'nothing tells of an answer before it is submitted', (db) =>
    db
      .insertInto('questionnaire_answer')
      .values({ questionnaireId: questionnaire.id, userId, holder: holderOf(link, input.key), startedAt: at, createdAt: at, ...values })
      .onConflict((conflict) =>
        conflict.columns(['questionnaireId', 'holder']).doUpdateSet(values).where('questionnaire_answer.state', '=', 'draft'),
      )
      .execute(),
  )
  return { savedAt: context.now.toISOString() }
})

/** @throws NOT_FOUND for a version of another form */
async function fieldsOf(hash: string, formId: string | null, { documents, fail }: HandlerContext): Promise<ReadonlySet<string>> {
  const version = await documents.store.byHash(hash)
  if (!version || version.id !== formId) return fail('NOT_FOUND', { entity: 'form', id: hash })
  return new Set(Object.keys((version.content as FormDocument).schema.properties))
}
