/** Whether all processes together fit into the connections of PostgreSQL, with some left for who looks after it. */
import type { Pool } from 'pg'

/** For psql, a backup and the monitoring, beside those that PostgreSQL keeps for superusers. */
const OPERATOR_CONNECTIONS = 5

export interface ConnectionBudget {
  /** Processes of the platform that run now. */
  processes: number
  /** `max_connections`. */
  max: number
  /** Kept by PostgreSQL for superusers. */
  kept: number
}

// each process has one line for notices
const READ = `SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'agon notices' AND datname = current_database()) AS processes,
  current_setting('max_connections')::int AS max,
  current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) AS kept`

/** How many processes there are, and what PostgreSQL gives them. */
export async function readConnectionBudget(pool: Pick<Pool, 'query'>): Promise<ConnectionBudget> {
  return (await pool.query(READ)).rows[0] as ConnectionBudget
}

/** @param each  connections that a process opens at most. @returns what is wrong, in a sentence; null when all fit */
export function connectionsMissing({ processes, max, kept }: ConnectionBudget, each: number): string | null {
  const room = max - kept - OPERATOR_CONNECTIONS
  const needed = processes * each
  if (needed <= room) return null
  return `${processes} processes open up to ${needed} connections, PostgreSQL has ${room} for them (max_connections ${max}, of which ${kept} are for superusers and ${OPERATOR_CONNECTIONS} for you)`
}
