/** Proving the audit log as a job: progress by entries, and a result short enough to be shown. */
import type { Pool } from 'pg'
import type { JobProgress } from '../../core/contracts.ts'
import { LOG_TABLE } from './logEntry.ts'
import { type LogVerdict, verifyLog } from './verifyLog.ts'

declare module '../../core/contracts.ts' {
  interface JobTypes {
    'platform.verifyLog': Record<string, never>
  }
}

export const VERIFY_LOG_JOB = 'platform.verifyLog'

/** Breaks reported one by one; `breakCount` counts them all. */
const MAX_REPORTED = 20

export type LogReport = LogVerdict & { breakCount: number }

export async function verifyLogJob(pool: Pool, progress: (state: JobProgress) => Promise<void>): Promise<LogReport> {
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${LOG_TABLE}`)
  const all = Math.max(rows[0]!.count, 1)
  const verdict = await verifyLog(pool, (sealed) => void progress({ done: Math.min(sealed / all, 1) }))
  return { ...verdict, breaks: verdict.breaks.slice(0, MAX_REPORTED), breakCount: verdict.breaks.length }
}
