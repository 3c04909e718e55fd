/** Rolls back: an earlier revision's content becomes a new, published revision. */
import { defineHandler } from '../../../core/contracts.ts'
import { assertConfirmed } from '../../documents/openedRights.ts'
import { recordRevision } from '../../documents/publishRecorded.ts'

export default defineHandler('platform.document.restore', async ({ kind, id, revision, note, confirmed }, context) => {
  const before = await context.documents.store.published(kind, id)
  const after = await context.documents.store.restore(kind, id, revision, note)
  await recordRevision(context.rows.record, before, after, assertConfirmed([after], confirmed, context))
  return after
})
