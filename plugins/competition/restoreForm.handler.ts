/** Goes back to an earlier version of the sign-up form. @throws DOCUMENT_INVALID when the platform has changed so that it no longer fits */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { ownForm } from './signupForm.ts'

interface RestoreInput {
  competitionId: string
  revision: number
  note?: string
}

export default defineHandler<RestoreInput>('competition.restoreForm', async ({ competitionId, revision, note }, context) => {
  const formId = await ownForm(competitionId, context)
  const restored = await context.documents.restore('form', formId, revision, note)
  const { hash, rowId } = restored
  await context.record({ entity: 'platform.document', rowId, before: null, after: { documentId: formId, hash, restored: revision } })
  return { formId, hash, revision: restored.revision }
})
