/** Publishes a draft and writes the change of the published revision into the audit log. */
import type { HandlerContext, StoredDocument } from '../../core/contracts.ts'
import { assertConfirmed } from './openedRights.ts'

/** @throws DOCUMENT_INVALID, NOT_FOUND, CONFIRM_FIRST while it would open rights that were not said yes to */
export async function publishRecorded(
  { kind, id, note, confirmed }: { kind: string; id: string; note?: string; confirmed?: string[] },
  context: HandlerContext,
): Promise<StoredDocument> {
  const { documents, rows } = context
  const before = await documents.store.published(kind, id)
  const after = await documents.store.publish(kind, id, note)
  const opened = assertConfirmed([after], confirmed, context)
  await recordRevision(rows.record, before, after, opened)
  return after
}

/** @param opened  rights that the person said yes to */
export async function recordRevision(
  record: HandlerContext['rows']['record'],
  before: StoredDocument | null,
  after: StoredDocument,
  opened: readonly string[],
): Promise<void> {
  const facts = { ...revisionFacts(after), ...(opened.length > 0 ? { opened: opened.join('\n') } : {}) }
  await record({ entity: 'platform.document', rowId: after.rowId, before: before && revisionFacts(before), after: facts })
}

/** A revision as the log has it. */
export function revisionFacts({ kind, id, revision, hash, state }: StoredDocument) {
  return { kind, documentId: id, revision, hash, state }
}
