/** The versions of stored documents: who made which, one of them, and the way back to it. */
import type { Database, DocumentStore, RevisionFacts, StoredDocument } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'

/** The part of the store that writes. */
export type DraftStore = Omit<DocumentStore, 'history' | 'revision' | 'restore'>

export function withVersions(store: DraftStore, db: Database): DocumentStore {
  async function revision(kind: string, id: string, wanted: number): Promise<StoredDocument> {
    const found = (await store.revisions(kind, id)).find((one) => one.revision === wanted)
    if (!found) throw new AgonError('NOT_FOUND', { entity: 'platform.document', id: `${id} ${wanted}` })
    return found
  }

  return {
    ...store,
    revision,
    history: (kind, id) => readHistory(db, kind, id),
    async restore(kind, id, wanted, note) {
      const earlier = await revision(kind, id, wanted)
      const revisions = await store.revisions(kind, id)
      const [draft, published] = (['draft', 'published'] as const).map((state) => revisions.find((one) => one.state === state))
      await store.saveDraft(kind, id, earlier.content, note)
      const restored = await store.publish(kind, id, note)
      // what someone was writing is not lost by going back
      if (draft && draft.hash !== published?.hash) await store.saveDraft(kind, id, draft.content, draft.note ?? undefined)
      return restored
    },
  }
}

async function readHistory(db: Database, kind: string, id: string): Promise<RevisionFacts[]> {
  const rows = await db
    .selectFrom('platform_document as d')
    .leftJoin('account_user as u', 'u.id', 'd.authorId')
    .select(['d.revision', 'd.state', 'd.hash', 'd.authorId', 'u.name as authorName', 'd.note', 'd.createdAt', 'd.publishedAt'])
    .where('d.kind', '=', kind)
    .where('d.documentId', '=', id)
    .orderBy('d.revision', 'desc')
    .execute()
  return rows as RevisionFacts[]
}
