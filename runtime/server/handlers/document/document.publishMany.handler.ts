/** Publishes drafts together, in one transaction: all or none. */
import { defineHandler } from '../../../core/contracts.ts'
import { assertConfirmed } from '../../documents/openedRights.ts'
import { parseNames } from '../../documents/parseNames.ts'
import { recordRevision } from '../../documents/publishRecorded.ts'

export default defineHandler('platform.document.publishMany', async ({ documents, note, confirmed }, context) => {
  const published = await context.documents.store.publishMany(parseNames(documents), note)
  const opened = assertConfirmed(published, confirmed, context)
  for (const each of published) {
    const own = opened.filter((key) => key.startsWith(`${each.kind}:${each.id} `))
    await recordRevision(context.rows.record, null, each, own)
  }
  return { list: published.map(({ content: _, ...facts }) => facts) }
})
