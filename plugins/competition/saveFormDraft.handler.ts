/** Keeps the text of the sign-up form as its draft. Which form it is is not the text's matter. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { changeCompetition, lockCompetition } from './competition.ts'
import { formIdOf } from './signupForm.ts'

export default defineHandler<{ competitionId: string; text: string }>(
  'competition.saveFormDraft',
  async ({ competitionId, text }, context) => {
    const row = await lockCompetition(context, competitionId)
    const formId = row.formId ?? formIdOf(row.id)
    const content = { ...parse(text, context), $schema: '../kinds/form.schema.json', id: formId, version: 1 }
    const saved = await context.documents.saveDraft('form', formId, content)
    await context.record({ entity: 'platform.document', rowId: saved.rowId, before: null, after: { documentId: formId, hash: saved.hash } })
    if (row.formId === null) await changeCompetition(context, row, { formId })
    return { formId, failures: await context.documents.failures('form', formId) }
  },
)

/** @throws FORM_TEXT with the place where it stops being JSON */
function parse(text: string, { fail }: HandlerContext): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
    return fail('FORM_TEXT', { reason: 'an object in braces is needed' })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return fail('FORM_TEXT', { reason: error.message })
  }
}
