/** Reading rows for a handler: as their table has them, without computed fields. */
import type { RowRead } from '../../core/contracts.ts'
import { isId } from '../../core/idPattern.ts'
import type { CallRun } from '../calls/CallRun.ts'
import { openTables } from '../database/openTables.ts'
import type { Values } from './rowStatements.ts'

/** The first row of a table with these values; null when there is none. */
export async function readRow(run: CallRun, table: string, where: Values, read?: RowRead): Promise<Values | null> {
  return (await rowsWith(run, table, where, read)?.limit(1).executeTakeFirst()) ?? null
}

/** All rows of a table with these values, by id. */
export async function readRows(run: CallRun, table: string, where: Values, read?: RowRead): Promise<Values[]> {
  return (await rowsWith(run, table, where, read)?.orderBy('id').execute()) ?? []
}

/** Undefined where there can be none. */
function rowsWith({ db }: CallRun, table: string, where: Values, { lock = false }: RowRead = {}) {
  let query = openTables(db).selectFrom(table).selectAll()
  for (const [name, value] of Object.entries(where)) {
    if (name === 'id' && ![value].flat().every((id) => isId(String(id)))) return undefined
    if (value === null) query = query.where(name, 'is', null)
    else query = Array.isArray(value) ? query.where(name, 'in', value) : query.where(name, '=', value)
  }
  return lock ? query.forUpdate() : query
}
