/** Ends a published document: the shipped one counts again, or there is none any more. */
import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler<{ kind: string; id: string }>('platform.document.takeBack', async ({ kind, id }, { documents, record }) => {
  const { rowId, revision, hash } = await documents.takeBack(kind, id)
  const facts = { kind, documentId: id, revision, hash }
  await record({ entity: 'platform.document', rowId, before: { ...facts, state: 'published' }, after: { ...facts, state: 'archived' } })
  return null
})
