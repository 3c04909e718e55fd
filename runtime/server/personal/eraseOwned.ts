/** Closing an account: every row that the person owns is dealt with as its entity's `erasure` says. Runs in the caller's transaction. */
import { sql } from 'kysely'
import type { Database } from '../../core/contracts.ts'
import type { EntityDocument } from '../../core/documents.ts'
import { encodeValue } from '../calls/columnValues.ts'
import { compileValue } from '../calls/compileValue.ts'
import { openTables } from '../database/openTables.ts'
import { type TableModel, tableModels } from '../database/tableModel.ts'
import { type FilesService, namedFiles } from '../files/createFilesService.ts'
import type { ServerDeps } from '../serverContext.ts'
import { ownedEntities } from './collectOwned.ts'

interface Erasure {
  deps: ServerDeps
  files: FilesService
  db: Database
  now: Date
}

/** The person's own row comes last: others point at it. */
export async function eraseOwned(erasure: Erasure, userId: string): Promise<void> {
  const platform = erasure.deps.platform()
  const tables = tableModels(platform)
  const entities = ownedEntities(platform).sort((a, b) => Number(a.owner === 'id') - Number(b.owner === 'id'))
  for (const entity of entities) {
    const model = tables.get(entity.id)!
    const { action } = entity.erasure ?? { action: 'delete' }
    if (action === 'delete') await remove(erasure, entity, model, userId)
    if (action === 'anonymise') await anonymise(erasure, entity, model, userId)
  }
}

async function remove({ db, files }: Erasure, entity: EntityDocument, { name }: TableModel, userId: string): Promise<void> {
  const rows = await openTables(db).deleteFrom(name).where(ownedBy(entity, userId)).returning('id').execute()
  const ids = rows.map(({ id }) => String(id))
  if (ids.length > 0) await files.release(db, entity.id, ids)
}

/** Row by row: the value that replaces a name may differ for each row. */
async function anonymise({ db, files, now }: Erasure, entity: EntityDocument, model: TableModel, userId: string): Promise<void> {
  const set = Object.entries(entity.erasure?.set ?? {}).map(([field, value]) => ({
    column: model.columns.get(field)!,
    evaluate: compileValue(value),
  }))
  const rows = await openTables(db).selectFrom(model.name).selectAll().where(ownedBy(entity, userId)).forUpdate().execute()
  for (const row of rows) {
    const values = set.map(({ column, evaluate }) => [column.name, encodeValue(evaluate({ row, now: now.toISOString() }), column)])
    await openTables(db).updateTable(model.name).set(Object.fromEntries(values)).where('id', '=', row.id).execute()
    const gone = [...namedFiles(set.map(({ column }) => row[column.name]))]
    if (gone.length > 0) await files.release(db, entity.id, [String(row.id)], gone)
  }
}

function ownedBy({ owner }: EntityDocument, userId: string) {
  return sql<boolean>`${sql.ref(owner!)}::text = ${userId}`
}
