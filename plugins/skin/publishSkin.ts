import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { readVersions, SKIN_ENTITY, type SkinRow } from './skin.ts'

/** Publishes the draft and logs which version follows which. @throws DOCUMENT_INVALID, NOT_FOUND without a draft */
export async function publishSkin(row: SkinRow, context: HandlerContext, note?: string): Promise<{ hash: string; revision: number }> {
  const { published } = await readVersions(row, context)
  const { hash, revision } = await context.documentStore.publish('skin', row.documentId!, note)
  const before = published && { revision: published.revision, hash: published.hash }
  await context.record({ entity: SKIN_ENTITY, rowId: row.id, before, after: { revision, hash } })
  return { hash, revision }
}
