/** Reading one row for a handler: as its table has it, without computed fields. */
import type { RowRead } from '../../core/contracts.ts'
import { isId } from '../../core/idPattern.ts'
import type { CallRun } from '../calls/CallRun.ts'
import { openTables } from '../database/openTables.ts'
import type { Values } from './rowStatements.ts'

/** The first row of a table with these values; null when there is none. */
export async function readRow({ db }: CallRun, table: string, where: Values, { lock = false }: RowRead = {}): Promise<Values | null> {
  let query = openTables(db).selectFrom(table).selectAll().limit(1)
  for (const [name, value] of Object.entries(where)) {
    if (name === 'id' && !isId(String(value))) return null
    if (value === null) query = query.where(name, 'is', null)
    else query = Array.isArray(value) ? query.where(name, 'in', value) : query.where(name, '=', value)
  }
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null
}
