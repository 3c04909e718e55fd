/** Two lanes for the statements of lists. Each begins in the quick one, where PostgreSQL ends it after a moment; then it begins again in the slow one,
 *  which has few connections. What was slow is known for a while and begins in the slow lane immediately. So a slow list waits for slow lists only. */
import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { AgonError } from '../../core/errors.ts'
import { isStatementTimeout } from './isConnectionLost.ts'

/** Time for which a subject stays known as slow. */
const KNOWN_MS = 60_000
const MAX_KNOWN = 1_000

export interface ListLanes {
  /** @param subject  what the list is of: a call, and the object that it is about
   *  @throws TOO_LONG after the time limit of the slow lane */
  query<R extends QueryResultRow>(statement: QueryConfig, subject: string): Promise<QueryResult<R>>
}

interface Lanes {
  quick: Pool
  slow: Pool
  /** A statement that takes longer than this in the slow lane stays known as slow. */
  quickMs(): number
}

export function createListLanes({ quick, slow, quickMs }: Lanes): ListLanes {
  const slowUntil = new Map<string, number>()
  const isSlow = (subject: string) => (slowUntil.get(subject) ?? 0) > Date.now()
  const remember = (subject: string) => {
    slowUntil.delete(subject)
    if (slowUntil.size >= MAX_KNOWN) slowUntil.delete(slowUntil.keys().next().value!)
    slowUntil.set(subject, Date.now() + KNOWN_MS)
  }

  async function inSlowLane<R extends QueryResultRow>(statement: QueryConfig, subject: string): Promise<QueryResult<R>> {
    remember(subject)
    const begun = performance.now()
    try {
      const result = await slow.query<R>(statement)
      if (performance.now() - begun < quickMs() / 2) slowUntil.delete(subject)
      return result
    } catch (error) {
      throw isStatementTimeout(error) ? new AgonError('TOO_LONG', { what: subject }) : error
    }
  }

  return {
    async query<R extends QueryResultRow>(statement: QueryConfig, subject: string) {
      if (isSlow(subject)) return inSlowLane<R>(statement, subject)
      try {
        return await quick.query<R>(statement)
      } catch (error) {
        if (!isStatementTimeout(error)) throw error
        return inSlowLane<R>(statement, subject)
      }
    },
  }
}
