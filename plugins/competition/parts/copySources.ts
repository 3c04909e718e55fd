/** The files and documents of a copy: copies of those that the platform has. */
import type { HandlerContext, StoredFile } from '../../../runtime/core/contracts.ts'
import type { Sources } from './Sources.ts'

/** @param competitionId  that is copied: what a text shows of others is not copied with it */
export function copySources(competitionId: string, { files, db, documents }: HandlerContext): Sources {
  const copies = new Map<string, Promise<StoredFile | null>>()
  const facts = (id: string) =>
    db.selectFrom('platform_file').select(['purpose', 'name', 'competitionId']).where('key', '=', id).executeTakeFirst()
  const once = (id: string, copy: () => Promise<StoredFile | null>): Promise<StoredFile | null> => {
    if (!copies.has(id)) copies.set(id, copy())
    return copies.get(id)!
  }
  return {
    isForeign: false,
    file: ({ id, name }) =>
      once(id, async () => {
        const kept = await facts(id)
        return kept ? files.copy(id, { name, purpose: kept.purpose }) : null
      }),
    shown: (id) =>
      once(id, async () => {
        const kept = await facts(id)
        return kept?.competitionId === competitionId ? files.copy(id, { name: kept.name, purpose: kept.purpose }) : null
      }),
    document: (kind, id) => ownDocument(kind, id, documents.store),
  }
}

/** Published, else the latest draft of a print. */
export async function ownDocument(kind: 'form' | 'print', id: string, store: HandlerContext['documents']['store']): Promise<object | null> {
  const published = await store.published(kind, id)
  if (published || kind === 'form') return published?.content ?? null
  return (await store.revisions(kind, id))[0]?.content ?? null
}
