/** Publishes a draft and writes the change of the published revision into the operation log. */
import type { HandlerContext, StoredDocument } from '../../core/contracts.ts'

/** @throws DOCUMENT_INVALID, NOT_FOUND */
export async function publishRecorded(
  { kind, id, note }: { kind: string; id: string; note?: string },
  { documents, record }: HandlerContext,
): Promise<StoredDocument> {
  const before = await documents.published(kind, id)
  const after = await documents.publish(kind, id, note)
  await record({ entity: 'platform.document', rowId: after.rowId, before: before && revisionFacts(before), after: revisionFacts(after) })
  return after
}

/** A revision as the log has it. */
export function revisionFacts({ kind, id, revision, hash, state }: StoredDocument) {
  return { kind, documentId: id, revision, hash, state }
}
