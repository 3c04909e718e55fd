import { defineHandler } from '../../../core/contracts.ts'

interface SaveDocument {
  kind: string
  id: string
  content: Record<string, unknown>
  note?: string
}

export default defineHandler<SaveDocument>('platform.document.save', async ({ kind, id, content, note }, { documents, record }) => {
  const saved = await documents.saveDraft(kind, id, content, note)
  await record({ entity: 'platform.document', rowId: saved.rowId, before: null, after: facts(saved) })
  return saved
})

function facts({ kind, id, revision, hash }: { kind: string; id: string; revision: number; hash: string }) {
  return { kind, documentId: id, revision, hash, state: 'draft' }
}
