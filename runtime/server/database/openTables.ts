import type { Database, OpenDatabase } from '../../core/contracts.ts'

/** The database for statements on tables whose entity is known only at run time. */
export function openTables(db: Database): OpenDatabase {
  return db as unknown as OpenDatabase
}
