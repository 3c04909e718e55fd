/** Ends sessions of this database alone: the databases of the other test files, on the same PostgreSQL, keep theirs. */
import type { QueryResultRow } from 'pg'

/** @param which  condition on `pg_stat_activity` @returns how many were ended */
export async function endSessions(query: (sql: string) => Promise<QueryResultRow[]>, which: string): Promise<number> {
  const rows = await query(
    `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND (${which})`,
  )
  return rows.filter(({ ended }) => ended).length
}
