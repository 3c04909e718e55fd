/** What waits, what failed and what is left, for staff: the figures that the metrics answer for machines. */
import { defineHandler } from '../../core/contracts.ts'
import { executeRaw } from '../database/executeRaw.ts'
import { readBacklogs } from '../operate/readBacklogs.ts'
import { releaseVersion } from '../operate/releaseVersion.ts'

/** Each process keeps one such connection. */
const PROCESSES = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'agon notices' AND datname = current_database()`

export default defineHandler('platform.state', async (_input, { db, now, mode, replicas }) => {
  const found = await readBacklogs({ query: async (statement) => ({ rows: await executeRaw(db, statement) }) })
  const [processes] = await executeRaw(db, PROCESSES)
  const { outbox, outboxFailed, jobs, jobsRunning, jobsFailed, unsealed, database } = found
  return {
    now: now.toISOString(),
    version: releaseVersion(),
    mode,
    processes: Number(processes?.count ?? 0),
    jobs: { waiting: jobs.count, oldest: jobs.seconds, running: jobsRunning, failed: jobsFailed },
    outbox: { waiting: outbox.count, oldest: outbox.seconds, failed: outboxFailed },
    log: { unsealed: unsealed.count, oldest: unsealed.seconds },
    database,
    replicas: replicas.map(({ name, absence, lag }) => ({ name, absence, lag: lag === null ? null : lag / 1_000 })),
  }
})
