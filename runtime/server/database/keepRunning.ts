/** Starts the database's process again when it ends by itself, up to a limit: what dies again and again has a reason that a start does not correct. */

export interface RestartLimit {
  max: number
  minutes: number
}
/** Restarts within so many minutes; after that many the platform ends. */
export const RESTART_LIMIT: RestartLimit = { max: 5, minutes: 10 }

const MS_PER_MINUTE = 60_000
/** Before a start after one that failed. */
const PAUSE_MS = 1_000

export interface KeptProcess {
  /** Settles when the process has ended for good: stopped, or not started any more. */
  ended: Promise<void>
  stop(): Promise<void>
}

interface Life<P> {
  start(): Promise<P>
  stop(running: P): Promise<void>
  /** Called, in words for the console, with what happens. */
  note(line: string): void
  limit?: RestartLimit | undefined
}

/** @param running  the process as it was started first; later ones come from `start` */
export function keepRunning<P extends { ended: Promise<void> }>(
  running: P,
  { start, stop, note, limit = RESTART_LIMIT }: Life<P>,
): KeptProcess {
  let current: P | null = running
  let isStopping = false
  const starts: number[] = []
  const isWithinLimit = () => {
    while (starts.length > 0 && starts[0]! < Date.now() - limit.minutes * MS_PER_MINUTE) starts.shift()
    return starts.length < limit.max
  }

  async function startAgain(): Promise<P | null> {
    while (!isStopping && isWithinLimit()) {
      starts.push(Date.now())
      note(
        `the database process ended by itself; starting it again (${starts.length} of at most ${limit.max} times in ${limit.minutes} minutes)`,
      )
      try {
        const started = await start()
        note('the database runs again')
        return started
      } catch (error) {
        note(error instanceof Error ? error.message : String(error))
        if (isWithinLimit()) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * starts.length))
      }
    }
    if (!isStopping) note(`the database ended more than ${limit.max} times in ${limit.minutes} minutes; it is not started any more`)
    return null
  }

  async function watch(): Promise<void> {
    while (current) {
      await current.ended
      current = isStopping ? null : await startAgain()
      if (current && isStopping) await stop(current)
    }
  }
  const ended = watch()
  return {
    ended,
    async stop() {
      isStopping = true
      if (current) await stop(current)
      await ended
    },
  }
}
