/** Removes a draft. */
import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler('platform.document.discard', async ({ kind, id }, { documentStore, record, fail }) => {
  const draft = (await documentStore.revisions(kind, id)).find(({ state }) => state === 'draft')
  if (!draft) return fail('NOT_FOUND', { entity: 'platform.document', id })
  await documentStore.discardDraft(kind, id)
  await record({
    entity: 'platform.document',
    rowId: draft.rowId,
    before: { kind, documentId: id, hash: draft.hash, state: 'draft' },
    after: null,
  })
  return null
})
