/** Notices that this process could not work for a while: a synchronous piece of work, or a machine without a processor to spare. Timers that are over by then
 *  ring before answers are read that came long ago. */
const LOOK_MS = 250
const STALL_MS = 1_000

export interface Stalls {
  /** @param since  as `performance.now()` says it */
  happened(since: number): boolean
  stop(): void
}

export function watchStalls(): Stalls {
  let looked = performance.now()
  let stalled = Number.NEGATIVE_INFINITY
  const look = () => {
    const now = performance.now()
    if (now - looked > STALL_MS) stalled = now
    looked = now
  }
  const timer = setInterval(look, LOOK_MS).unref()
  return {
    happened(since) {
      look()
      return stalled > since
    },
    stop: () => clearInterval(timer),
  }
}
