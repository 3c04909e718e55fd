/** Seals the audit log in the background: every few seconds one of the processes chains the entries that were committed since. Writers never
 *  wait for it. */
import type { ServerDeps } from '../serverContext.ts'
import { sealLog } from './sealLog.ts'

const EVERY_MS = 3_000

/** Answers the stop, which seals once more what can be sealed. */
export function startSealer({ pool, logger }: ServerDeps): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const seal = async () => {
    if (busy) return
    busy = true
    try {
      await sealLog(pool)
    } catch (error) {
      logger.warn({ err: error }, 'the operation log could not be sealed now')
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => {
    running = seal()
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
    await seal()
  }
}
