/** All rows that a person owns, entity by entity, in the order of the documents' ids. Secrets stay; what is masked elsewhere is whole here. */
import type { Pool } from 'pg'
import type { EntityDocument } from '../../core/documents.ts'
import type { Platform } from '../../core/platform.ts'
import { rowOutput } from '../calls/rowOutput.ts'
import { ROW } from '../calls/rowSource.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { type TableModel, tableModels } from '../database/tableModel.ts'
import { quote } from '../database/tableNames.ts'

export interface OwnedRows {
  entity: EntityDocument
  /** Names of the fields, as the rows have them. */
  fields: readonly string[]
  rows: Record<string, unknown>[]
}

/** Values are not masked here, so no reader is needed. */
const NOBODY = {
  session: { userId: null, sessionId: null, identity: null, name: null, grants: [] },
  forms: { version: async () => null },
}

/** Only entities with rows. */
export async function collectOwned(
  { pool, platform, now }: { pool: Pool; platform: Platform; now: Date },
  userId: string,
): Promise<OwnedRows[]> {
  const tables = tableModels(platform)
  const found: OwnedRows[] = []
  for (const entity of ownedEntities(platform)) {
    const model = tables.get(entity.id)!
    const fields = shownFields(entity, model)
    const output = rowOutput(entity.id, { entity, model, platform }, fields, 'everything')
    const writer = new SqlWriter()
    const scope = { now: now.toISOString() }
    const columns = output.columns(writer, scope)
    const owner = `${ROW}.${quote(entity.owner!)}::text = ${writer.value(userId, 'text')}`
    const { rows } = await pool.query(
      writer.statement(`SELECT ${columns} FROM ${quote(model.name)} ${ROW} WHERE ${owner} ORDER BY ${ROW}."id"`),
    )
    if (rows.length > 0) found.push({ entity, fields, rows: await output.shape(rows, scope, NOBODY) })
  }
  return found
}

/** Entities whose rows belong to a person, sorted by id. */
export function ownedEntities(platform: Platform): EntityDocument[] {
  const owned = [...platform.documents.entity.values()].filter(({ owner }) => owner !== undefined)
  return owned.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Fields that only some may read are not the person's to take. */
function shownFields(entity: EntityDocument, { columns, computed }: TableModel): string[] {
  const hidden = (name: string) => entity.fields[name]?.type === 'secret' || entity.fields[name]?.readers !== undefined
  return [...columns.keys(), ...computed.keys()].filter((name) => !hidden(name))
}
