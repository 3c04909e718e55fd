/** Keeps the sign-up form as its draft, with whatever mistakes it still has. Which form it is is not the content's matter.
 *  @throws DOCUMENT_REVISION when somebody else has saved since the revision that was edited */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeCompetition, lockCompetition } from './competition.ts'
import { formIdOf, readSignupForm, writtenRevision } from './signupForm.ts'

interface SaveDraft {
  competitionId: string
  content: Record<string, unknown>
  revision?: string | null
}

export default defineHandler<SaveDraft>('competition.saveFormDraft', async ({ competitionId, content, revision = null }, context) => {
  const row = await lockCompetition(context, competitionId)
  const known = writtenRevision(await readSignupForm(row, context))
  if (known !== revision) return context.fail('DOCUMENT_REVISION', {})
  const formId = row.formId ?? formIdOf(row.id)
  const written = { ...content, $schema: '../kinds/form.schema.json', id: formId, version: 1 }
  const saved = await context.documents.saveDraft('form', formId, written)
  await context.record({ entity: 'platform.document', rowId: saved.rowId, before: null, after: { documentId: formId, hash: saved.hash } })
  if (row.formId === null) await changeCompetition(context, row, { formId })
  return { formId, revision: saved.hash, failures: await context.documents.failures('form', formId) }
})
