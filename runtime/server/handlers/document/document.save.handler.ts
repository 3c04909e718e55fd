import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler('platform.document.save', async ({ kind, id, content, note, base }, { documents, rows, fail }) => {
  const revisions = await documents.store.revisions(kind, id)
  const draft = revisions.find(({ state }) => state === 'draft')
  if (base !== undefined && draft && draft.hash !== base) fail('DRAFT_CONFLICT', { stored: draft.hash })
  // a form made here is the platform's; those of objects stay theirs
  const isNewForm = kind === 'form' && revisions.length === 0
  const saved = await documents.store.saveDraft(kind, id, content, note, isNewForm ? { apart: false } : undefined)
  await rows.record({ entity: 'platform.document', rowId: saved.rowId, before: null, after: facts(saved) })
  return saved
})

function facts({ kind, id, revision, hash }: { kind: string; id: string; revision: number; hash: string }) {
  return { kind, documentId: id, revision, hash, state: 'draft' }
}
