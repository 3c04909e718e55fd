/** Removes a draft. */
import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler('platform.document.discard', async ({ kind, id }, { documents, record, fail }) => {
  const draft = (await documents.revisions(kind, id)).find(({ state }) => state === 'draft')
  if (!draft) return fail('NOT_FOUND', { entity: 'platform.document', id })
  await documents.discardDraft(kind, id)
  await record({
    entity: 'platform.document',
    rowId: draft.rowId,
    before: { kind, documentId: id, hash: draft.hash, state: 'draft' },
    after: null,
  })
  return null
})
