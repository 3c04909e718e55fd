/** Lays the changes of a customised document over the built-in one of this release, as a draft to look at. */
import { defineHandler } from '../../../core/contracts.ts'
import { mergeDocuments } from '../../../core/documents/mergeDocuments.ts'
import { readBase } from '../../documents/builtInSince.ts'

export default defineHandler('platform.document.merge', async ({ kind, id }, { db, documents, rows, fail }) => {
  const revisions = await documents.store.revisions(kind, id)
  const ours = revisions.find(({ state }) => state === 'draft') ?? revisions.find(({ state }) => state === 'published')
  const [base, theirs] = [await readBase(db, kind, id), documents.store.shipped(kind, id)]
  if (!ours || !base || !theirs) return fail('NOT_FOUND', { entity: 'platform.document', id })
  const { value, conflicts } = mergeDocuments(base, ours.content, theirs)
  const saved = await documents.store.saveDraft(kind, id, value, undefined, { onto: true })
  const facts = { kind, documentId: id, revision: saved.revision, hash: saved.hash, state: 'draft' }
  await rows.record({ entity: 'platform.document', rowId: saved.rowId, before: null, after: facts })
  return { conflicts }
})
