/** Whether a connection is a session of its own. A pooler that gives it to another caller with each transaction takes away time limits, the time zone,
 *  notices and prepared statements; calls would then fail one by one, with the health checks still well. */
import type { Pool } from 'pg'
import { AgonError } from '../../core/errors.ts'
import { WORK_MEMORY } from './openDatabase.ts'

/** @throws DATABASE_POOLED when what was asked for at the beginning of the session is not there */
export async function assertSession(pool: Pick<Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query(
    `SELECT current_setting('work_mem') AS "work_mem", current_setting('TimeZone') AS "TimeZone", current_setting('lock_timeout') <> '0' AS limited`,
  )
  const { work_mem: memory, TimeZone: zone, limited } = rows[0]
  if (memory !== WORK_MEMORY || zone !== 'UTC' || !limited)
    throw new AgonError('DATABASE_POOLED', { found: `work_mem ${memory}, time zone ${zone}` })
}

/** How far the clock of this process is ahead of the database's, in milliseconds, give or take the way between them. */
export async function clockLead(pool: Pick<Pool, 'query'>): Promise<number> {
  const asked = Date.now()
  const { rows } = await pool.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now')
  return (asked + Date.now()) / 2 - Number(rows[0].now)
}
