/** Statements of pg-boss on a pool of their own. How a job ended is said without anyone waiting for the reply: a failure there would be no one's, and end the process. */
import { isConnectionLost, isTimeout } from '../database/isConnectionLost.ts'
import { repeated } from '../database/repeated.ts'

/** Attempts, about one a second, to store how a job ended when the database is lost. */
const PATIENCE = 60
/** Reply to statements whose sender has gone, or does not look: no one would handle their error. */
export const NEVER: Promise<never> = new Promise(() => {})

export interface BossStatements {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[]; rowCount?: number | null }>
  isRunning(): boolean
  /** Called with an outcome that could not be stored; the job is taken up again when it has been silent. */
  lost(error: unknown): void
  attempts?: number
}

/** Its statements name jobs and states, so sending them twice does no harm; without them a job would count as running until its time is over. */
export function bossStatements({ query, isRunning, lost, attempts = PATIENCE }: BossStatements) {
  return (text: string, values?: unknown[]) => {
    const isEnd = isOutcome(values)
    const mayRepeat = (error: unknown) => isRunning() && (isConnectionLost(error) || (isEnd && isTimeout(error)))
    const reply = repeated(() => query(text, values), { attempts, mayRepeat })
    if (!isEnd) return reply
    return reply.catch((error: unknown) => {
      lost(error)
      return NEVER
    })
  }
}

/** Of `complete` and `fail`: name of the queue, ids, output. */
function isOutcome(values: unknown[] | undefined): boolean {
  return values?.length === 3 && Array.isArray(values[1])
}
