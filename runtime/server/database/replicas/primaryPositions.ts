/** How far the write-ahead log of the primary has come, and when that was asked: by these two a replica is known to lag by at most so long. */
import { walPosition } from './walPosition.ts'

/** What is kept of the past; longer lags need no figure. */
const KEPT = 600

export interface PrimaryPositions {
  /** A position that holds all that was committed before it was asked for. Those who ask at the same time share one statement. */
  ask(): Promise<bigint>
  /** Longest time for which commits may be missing behind this position; infinite when that is not known. */
  lagOf(position: bigint): number
}

/** @param read  `pg_current_wal_insert_lsn()` of the primary */
export function primaryPositions(read: () => Promise<string>): PrimaryPositions {
  let known: { at: number; position: bigint }[] = []
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<bigint> | undefined

  async function look(): Promise<bigint> {
    const at = performance.now()
    const position = walPosition(await read())
    // another primary, which has not what the former had
    if (position < (known.at(-1)?.position ?? 0n)) known = []
    known.push({ at, position })
    if (known.length > KEPT) known.shift()
    return position
  }

  return {
    ask() {
      // a look that runs already may not see what was committed since it began
      next ??= running.then(() => {
        next = undefined
        const asked = look()
        running = asked.catch(() => {})
        return asked
      })
      return next
    },
    lagOf(position) {
      const seen = known.findLast((each) => each.position <= position)
      return seen ? performance.now() - seen.at : Number.POSITIVE_INFINITY
    },
  }
}
