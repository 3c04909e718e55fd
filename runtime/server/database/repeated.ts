/** Does work again on another connection when it lost its own: a session that ended, or a database that starts again, is not the caller's affair as
 *  long as nothing can happen twice. */
import { isConnectionLost } from './isConnectionLost.ts'

/** Before the second, third and fourth attempt; before later ones the last. Together longer than PostgreSQL needs to start again when there is little to recover. */
const PAUSES_MS = [50, 300, 1_000]

export interface RepeatOptions {
  /** Whether a failure leaves nothing behind; default: the connection was lost. */
  mayRepeat?: (error: unknown) => boolean
  attempts?: number
}

/** @param work  reads, or what may run several times */
export async function repeated<T>(work: () => Promise<T>, { mayRepeat = isConnectionLost, attempts = 4 }: RepeatOptions = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !mayRepeat(error)) throw error
      await pauseAfterLoss(attempt)
    }
  }
}

/** Backoff with jitter. @param attempt  that failed, from 1 */
export function pauseAfterLoss(attempt: number): Promise<void> {
  const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length) - 1]!
  return new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)))
}
