/** Publishes the draft of the sign-up form. @throws DOCUMENT_INVALID with every mistake and its place */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCompetition } from './competition.ts'

export default defineHandler<{ competitionId: string; note?: string }>(
  'competition.publishForm',
  async ({ competitionId, note }, context) => {
    const { formId } = await readCompetition(context, competitionId)
    if (formId === null) return context.fail('NOT_FOUND', { entity: 'platform.document', id: competitionId })
    const { hash, rowId } = await context.documents.publish('form', formId, note)
    await context.record({ entity: 'platform.document', rowId, before: null, after: { documentId: formId, hash, state: 'published' } })
    return { formId, hash }
  },
)
