/** Ends a program's parts in the reverse order of their start, whatever asks for it: Ctrl-C, a signal, npm's death or an error. */
import { describeError } from './describeError.ts'
import { followParent } from './followParent.mjs'

const PATIENCE_MS = 20_000
/** The terminal and npm both pass the same Ctrl-C on. */
const SAME_SIGNAL_MS = 1000

export interface StopInOrder {
  /** Adds a part that must end before all that were added earlier. */
  add(end: () => Promise<void>): void
  /** Ends everything and the process. */
  stop(exitCode: number): Promise<never>
}

/** @param drainSeconds  time that the first part to end takes before it begins to end. Listens to SIGINT, SIGTERM and SIGHUP; a second signal after a second ends the process immediately (the database's watchdog still works). */
export function createStopInOrder(drainSeconds = 0): StopInOrder {
  const ends: (() => Promise<void>)[] = []
  let begun = 0
  const stop = async (exitCode: number): Promise<never> => {
    begun = Date.now()
    setTimeout(() => process.exit(1), PATIENCE_MS + 1000 * drainSeconds).unref()
    for (const end of ends.reverse()) await end().catch((error) => console.error(describeError(error)))
    process.exit(exitCode)
  }
  const stopOnce = () => {
    if (begun === 0) void stop(0)
  }
  const onSignal = () => {
    if (begun === 0) stopOnce()
    else if (Date.now() - begun > SAME_SIGNAL_MS) process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  // the end of `run.mjs`, whose child we are on an older Node
  process.on('disconnect', stopOnce)
  followParent(stopOnce)
  return { add: (end) => ends.push(end), stop }
}
