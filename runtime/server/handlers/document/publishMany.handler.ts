/** Publishes drafts together, in one transaction: all or none. */
import { type DocumentName, defineHandler } from '../../../core/contracts.ts'

interface Input {
  /** Names as `kind:id`. */
  documents: string[]
  note?: string
}

export default defineHandler<Input>('platform.document.publishMany', async ({ documents: names, note }, { documents, record }) => {
  const published = await documents.publishMany(names.map(parseName), note)
  for (const { rowId, kind, id, revision, hash } of published)
    await record({ entity: 'platform.document', rowId, before: null, after: { kind, documentId: id, revision, hash, state: 'published' } })
  return { list: published.map(({ content: _, ...facts }) => facts) }
})

function parseName(name: string): DocumentName {
  const end = name.indexOf(':')
  return { kind: name.slice(0, end), id: name.slice(end + 1) }
}
