/** What a release has changed in the built-in document since it was customised. The row of a customised document keeps the built-in one that it began from. */
import type { Database } from '../../core/contracts.ts'
import { changesBetween, type ValueChange } from '../../core/documents/mergeDocuments.ts'
import { TABLE } from './documentRows.ts'

/** The built-in document from which a draft, else the published revision, began; null when there was none, or none was kept. */
export async function readBase(db: Database, kind: string, id: string): Promise<object | null> {
  const row = await db
    .selectFrom(TABLE)
    .select('base')
    .where('kind', '=', kind)
    .where('documentId', '=', id)
    .where('state', 'in', ['draft', 'published'])
    .orderBy('revision', 'desc')
    .executeTakeFirst()
  return row?.base ? (JSON.parse(row.base) as object) : null
}

/** Names (`kind id`) of customised documents whose built-in one is another now. */
export async function changedSince(db: Database, shipped: (kind: string, id: string) => object | null): Promise<Set<string>> {
  const rows = await db
    .selectFrom(TABLE)
    .select(['kind', 'documentId', 'base'])
    .where('state', '=', 'published')
    .where('base', 'is not', null)
    .execute()
  const changed = rows.filter(({ kind, documentId, base }) => {
    const now = shipped(kind, documentId)
    return now !== null && JSON.stringify(now) !== base
  })
  return new Set(changed.map(({ kind, documentId }) => `${kind} ${documentId}`))
}

/** Leaf by leaf; empty when nothing has changed, or nothing is known. */
export function changesSince(base: object | null, shipped: object | null): ValueChange[] {
  return base && shipped ? changesBetween(base, shipped) : []
}
