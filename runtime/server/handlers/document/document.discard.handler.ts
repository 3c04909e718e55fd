/** Removes a draft. */
import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler('platform.document.discard', async ({ kind, id }, { documents, rows, fail }) => {
  const draft = (await documents.store.revisions(kind, id)).find(({ state }) => state === 'draft')
  if (!draft) return fail('NOT_FOUND', { entity: 'platform.document', id })
  await documents.store.discardDraft(kind, id)
  await rows.record({
    entity: 'platform.document',
    rowId: draft.rowId,
    before: { kind, documentId: id, hash: draft.hash, state: 'draft' },
    after: null,
  })
  return null
})
