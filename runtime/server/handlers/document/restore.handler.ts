/** Rolls back: an earlier revision's content becomes a new, published revision. */
import { defineHandler } from '../../../core/contracts.ts'
import { findRevision, type RevisionInput } from '../../documents/find-revision.ts'
import { publishRecorded } from '../../documents/publish-recorded.ts'

export default defineHandler<RevisionInput & { note?: string }>('platform.document.restore', async (input, context) => {
  const { kind, id, note } = input
  const earlier = await findRevision(input, context)
  await context.documents.saveDraft(kind, id, earlier.content, note)
  return publishRecorded({ kind, id, ...(note === undefined ? {} : { note }) }, context)
})
