import { CompiledQuery } from 'kysely'
import type { Database } from '../../core/contracts.ts'

type Row = Readonly<Record<string, unknown>>

/** Runs a text of SQL where the database runs its own: in the transaction, when it is one. @returns its rows */
export async function executeRaw(db: Pick<Database, 'executeQuery'>, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
}
