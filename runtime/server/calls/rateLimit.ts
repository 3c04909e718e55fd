/** Limits how often a call is made, counted in the database, so that all processes count together. Every name in `by` has a counter of its own
 *  (address, person - visitors by address -, or a value of the input): a caller who changes one of them is still counted by the others. */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { CallDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { repeated } from '../database/repeated.ts'
import { networkOf } from '../wire/networkOf.ts'
import type { CallRun } from './CallRun.ts'

const COUNT = `INSERT INTO platform_rate (key, count, until) VALUES ($1, 1, now() + make_interval(secs => $2))
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN platform_rate.until <= now() THEN 1 ELSE platform_rate.count + 1 END,
    until = CASE WHEN platform_rate.until <= now() THEN excluded.until ELSE platform_rate.until END
  RETURNING count, greatest(1, ceil(extract(epoch FROM until - now())))::integer AS wait`

/** Null when the call declares none. The function throws RATE_LIMITED with details.retryAfter in seconds. */
export function rateLimit({
  id,
  rateLimit: limit,
}: CallDocument): ((run: CallRun, input: Readonly<Record<string, unknown>>) => Promise<void>) | null {
  if (!limit) return null
  return async (run, input) => {
    const ip = networkOf(run.request.ip)
    let retryAfter = 0
    let exceeded = limit.max
    for (const name of limit.by) {
      const isVisitor = name === 'user' && run.session.userId === null
      const value = name === 'ip' ? ip : isVisitor ? `visitor ${ip}` : name === 'user' ? run.session.userId : input[name]
      if (value == null) continue
      const max = isVisitor ? (limit.maxVisitors ?? limit.max) : limit.max
      const key = `${id} ${name} ${createHash('sha256').update(oneSpelling(value)).digest('base64url')}`
      const { count, wait } = await repeated(() => countCall(run.pool, key, limit.seconds))
      if (count > max) [exceeded, retryAfter] = wait > retryAfter ? [max, wait] : [exceeded, retryAfter]
    }
    if (retryAfter > 0) throw new AgonError('RATE_LIMITED', { max: exceeded, seconds: limit.seconds, retryAfter })
  }
}

/** A guess in other letters, or with more space, is the same guess. */
function oneSpelling(value: unknown): string {
  return String(value).normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()
}

/** Counts one more under a key. `wait`: seconds until its count begins anew. */
export async function countCall(pool: Pool, key: string, seconds: number): Promise<{ count: number; wait: number }> {
  const { rows } = await pool.query<{ count: number; wait: number }>({ name: 'count-call', text: COUNT, values: [key, seconds] })
  return rows[0]!
}
