/** Rolls back: an earlier revision's content becomes a new, published revision. */
import { defineHandler } from '../../../core/contracts.ts'
import { revisionFacts } from '../../documents/publish-recorded.ts'

interface RestoreDocument {
  kind: string
  id: string
  revision: number
  note?: string
}

export default defineHandler<RestoreDocument>('platform.document.restore', async ({ kind, id, revision, note }, { documents, record }) => {
  const before = await documents.published(kind, id)
  const after = await documents.restore(kind, id, revision, note)
  await record({ entity: 'platform.document', rowId: after.rowId, before: before && revisionFacts(before), after: revisionFacts(after) })
  return after
})
