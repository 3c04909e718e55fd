/** Removes a published document: the built-in one is used again, or there is none any more. */
import { defineHandler } from '../../../core/contracts.ts'
import { assertConfirmed } from '../../documents/openedRights.ts'

export default defineHandler('platform.document.takeBack', async ({ kind, id, confirmed }, context) => {
  const { documents, rows } = context
  const { rowId, revision, hash } = await documents.store.takeBack(kind, id)
  const shipped = documents.store.shipped(kind, id)
  const opened = shipped ? assertConfirmed([{ kind, id, content: shipped }], confirmed, context) : []
  const facts = { kind, documentId: id, revision, hash }
  const after = { ...facts, state: 'archived', ...(opened.length > 0 ? { opened: opened.join('\n') } : {}) }
  await rows.record({ entity: 'platform.document', rowId, before: { ...facts, state: 'published' }, after })
  return null
})
