/** Jobs whose process has ended without a word: a job that runs says so every few seconds, by the database's clock; one that has been silent is given to another
 *  process. Each run has a name of its own, so that a process that only stood still can no longer write into a job that was given away. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../core/contracts.ts'

/** A running job says so this often. */
export const BEAT_MS = 5_000
/** Silence after which it is given to another process; longer than a process is ever held up. */
const SILENT_SECONDS = 30
/** How often each process looks for silent ones. */
export const LOOK_MS = 10_000

const OPEN_STATES = sql`('created', 'retry', 'active')`

/** This run is alive. */
export async function beat(db: Database, key: string, runner: string): Promise<void> {
  await sql`UPDATE platform_job SET "beatAt" = now() WHERE key = ${key} AND runner = ${runner}`.execute(db)
}

/** Gives silent jobs to anyone who is free; those that were tried too often have failed. Answers their keys. */
export async function takeUpSilent(db: Database): Promise<string[]> {
  const silent = sql`make_interval(secs => ${SILENT_SECONDS})`
  const { rows } = await sql<{ key: string; state: string }>`
    UPDATE pgboss.job j SET state = (CASE WHEN j.retry_count < j.retry_limit THEN 'retry' ELSE 'failed' END)::pgboss.job_state,
      start_after = now(), completed_on = CASE WHEN j.retry_count < j.retry_limit THEN NULL ELSE now() END
    FROM platform_job p
    WHERE j.state = 'active' AND j.data ->> 'key' = p.key AND p.state IN ('waiting', 'running')
      AND greatest(p."beatAt", j.started_on) < now() - ${silent}
    RETURNING p.key, j.state::text AS state`.execute(db)
  for (const { key, state } of rows)
    await release(db, key, state === 'failed' ? sql`'failed'` : sql`'waiting'`, state === 'failed' ? 'JOB_FAILED' : null)
  return rows.map(({ key }) => key)
}

/** Begins a job anew, whatever became of it. @returns false when nothing is left of it to run */
export async function requeue(db: Database, key: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL, retry_limit = greatest(retry_limit, retry_count + 2)
    WHERE data ->> 'key' = ${key} AND state IN ('retry', 'active', 'failed', 'cancelled')`.execute(db)
  if (numAffectedRows > 0n) await release(db, key, sql`'waiting'`, null)
  return numAffectedRows > 0n
}

/** Ends a job that waits or runs: what it still does is not heard. @returns false when it was over */
export async function cancel(db: Database, key: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE pgboss.job SET state = 'cancelled', completed_on = now() WHERE data ->> 'key' = ${key} AND state IN ${OPEN_STATES}`.execute(db)
  if (numAffectedRows > 0n) await release(db, key, sql`'failed'`, 'JOB_CANCELLED')
  return numAffectedRows > 0n
}

async function release(db: Database, key: string, state: RawBuilder<unknown>, error: string | null): Promise<void> {
  await sql`UPDATE platform_job SET state = ${state}, error = ${error}, runner = NULL, done = CASE WHEN ${state} = 'failed' THEN done ELSE 0 END,
    "finishedAt" = CASE WHEN ${state} = 'failed' THEN now() END, "updatedAt" = now() WHERE key = ${key}`.execute(db)
}
