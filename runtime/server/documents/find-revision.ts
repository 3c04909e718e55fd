/** One revision of a stored document. */
import type { HandlerContext, StoredDocument } from '../../core/contracts.ts'

export interface RevisionInput {
  kind: string
  id: string
  revision: number
}

/** @throws NOT_FOUND */
export async function findRevision({ kind, id, revision }: RevisionInput, { documents, fail }: HandlerContext): Promise<StoredDocument> {
  const found = (await documents.revisions(kind, id)).find((one) => one.revision === revision)
  return found ?? fail('NOT_FOUND', { entity: 'platform.document', id: `${id} ${revision}` })
}
