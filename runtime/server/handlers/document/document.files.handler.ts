/** What staff have published, as a zip of files that a developer commits. Documents that do not fit this release stay behind. */
import { attachmentHeader } from '../../../core/attachmentHeader.ts'
import { defineHandler, type HandlerContext, type StoredDocument } from '../../../core/contracts.ts'
import { parseNames } from '../../documents/parseNames.ts'
import { revisionFacts } from '../../documents/publishRecorded.ts'
import { zipTexts } from '../../files/writeZip.ts'

export default defineHandler('platform.document.files', async ({ documents: names }, context) => {
  const { documents, rows, reply, fail, now } = context
  const served = await servedOf(context)
  const wanted = names && parseNames(names)
  const missing = wanted?.find(({ kind, id }) => !served.some((one) => one.kind === kind && one.id === id))
  if (missing) return fail('NOT_FOUND', { entity: 'platform.document', id: missing.id })
  const chosen = wanted ? served.filter((one) => wanted.some(({ kind, id }) => one.kind === kind && one.id === id)) : served
  if (chosen.length === 0) return fail('NOTHING_PUBLISHED')
  for (const one of chosen)
    await rows.record({
      entity: 'platform.document',
      rowId: one.rowId,
      before: null,
      after: { ...revisionFacts(one), downloaded: true },
    })
  const files = documents.store.asFiles(chosen)
  reply.header('content-type', 'application/zip')
  reply.header('cache-control', 'no-store')
  reply.header('content-disposition', attachmentHeader(`documents-${now.toISOString().slice(0, 10)}.zip`))
  reply.stream(zipTexts(files.map(({ file, text }) => ({ name: file, text }))))
  return null
})

async function servedOf({ documents }: HandlerContext): Promise<StoredDocument[]> {
  const left = new Set((await documents.store.leftOut()).map(({ kind, id }) => `${kind} ${id}`))
  const stored = await documents.store.overview()
  return stored.filter(({ state, kind, id }) => state === 'published' && !left.has(`${kind} ${id}`))
}
