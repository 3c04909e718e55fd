/** What waits in the database: messages, jobs, log entries without a seal. For operators: numbers alone, nothing of what they hold. Every count ends at a bound, and
 *  is served by an index. */
/** Counted no further. */
const MAX = 100_000

export interface Backlogs {
  /** Messages that should have left by now. */
  outbox: Waiting
  /** Messages that were given up within a day. */
  outboxFailed: number
  /** Work that could begin now. */
  jobs: Waiting
  jobsRunning: number
  /** Jobs that failed within a day. */
  jobsFailed: number
  /** Entries of the audit log that no seal holds yet. */
  unsealed: Waiting
  database: DatabaseFacts
}

/** A pool, or the transaction of a call. */
export interface Asks {
  query(statement: string): Promise<{ rows: unknown[] }>
}

export interface Waiting {
  /** At most 100,000. */
  count: number
  /** Of the one that waits longest, in seconds; 0 without one. */
  seconds: number
}

export interface DatabaseFacts {
  /** In bytes. */
  size: number
  connections: number
  mostConnections: number
  /** How far its clock is ahead of this machine's, in seconds. */
  ahead: number
}

const OUTBOX = `SELECT count(*)::int AS count, extract(epoch FROM now() - min(due))::float8 AS seconds FROM (
  SELECT coalesce("dueAt", "createdAt") AS due FROM platform_outbox WHERE state = 'waiting' AND coalesce("dueAt", "createdAt") <= now() LIMIT ${MAX}) w`
const OUTBOX_FAILED = `SELECT count(*)::int AS count FROM platform_outbox WHERE state = 'dead' AND "createdAt" > now() - interval '1 day'`
const JOBS = `SELECT count(*) FILTER (WHERE state < 'active' AND start_after <= now())::int AS count,
    extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active' AND start_after <= now()))::float8 AS seconds,
    count(*) FILTER (WHERE state = 'active')::int AS running FROM pgboss.job WHERE state <= 'active'`
const JOBS_FAILED = `SELECT count(*)::int AS count FROM platform_job WHERE state = 'failed' AND "finishedAt" > now() - interval '1 day'`
const UNSEALED = `SELECT count(*)::int AS count, extract(epoch FROM now() - min("createdAt"))::float8 AS seconds FROM (
  SELECT "createdAt" FROM platform_log WHERE id > coalesce((SELECT max(id) FROM (SELECT unnest(ids) AS id FROM
    (SELECT ids FROM platform_seal ORDER BY position DESC LIMIT 50) last) sealed), 0) LIMIT ${MAX}) l`
const DATABASE = `SELECT pg_database_size(current_database())::float8 AS size, (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
  current_setting('max_connections')::int AS "mostConnections", extract(epoch FROM clock_timestamp())::float8 AS seconds`

/** @throws when PostgreSQL does not answer */
export async function readBacklogs(database: Asks): Promise<Backlogs> {
  const first = async (statement: string) => ((await database.query(statement)).rows[0] ?? {}) as Record<string, number | null>
  const waiting = ({ count, seconds }: Record<string, number | null>): Waiting => ({
    count: count ?? 0,
    seconds: Math.max(seconds ?? 0, 0),
  })
  const outbox = waiting(await first(OUTBOX))
  const outboxFailed = (await first(OUTBOX_FAILED)).count ?? 0
  const work = await first(JOBS)
  const jobsFailed = (await first(JOBS_FAILED)).count ?? 0
  const unsealed = waiting(await first(UNSEALED))
  const begun = Date.now()
  const { size, connections, mostConnections, seconds } = await first(DATABASE)
  const ahead = (seconds ?? 0) - (begun + Date.now()) / 2_000
  const facts = { size: size ?? 0, connections: connections ?? 0, mostConnections: mostConnections ?? 0, ahead }
  return { outbox, outboxFailed, jobs: waiting(work), jobsRunning: work.running ?? 0, jobsFailed, unsealed, database: facts }
}
