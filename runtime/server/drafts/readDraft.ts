/** The own draft under a key. One row per person and key; `revision` counts its saves. */
import type { HandlerContext } from '../../core/contracts.ts'

export interface Draft {
  key: string
  /** Form version that was filled. */
  hash: string
  answers: Record<string, unknown>
  savedAt: string
  revision: number
}

/** Null when there is none. */
export async function readDraft(key: string, { db, session }: Pick<HandlerContext, 'db' | 'session'>): Promise<Draft | null> {
  const row = await db
    .selectFrom('platform_draft')
    .select(['key', 'hash', 'answers', 'savedAt', 'revision'])
    .where('ownerId', '=', session.userId)
    .where('key', '=', key)
    .executeTakeFirst()
  return (row as Draft | undefined) ?? null
}
