/** Lanes limit calls that many people make at the same moment. A call with a lane waits for its turn before any work on it begins (session, limits,
 *  transaction), and a turn begins while no other call is running. So the rush hardly slows readers down and takes none of their connections. */
import type { CallDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'

/** A call that has run for longer than this no longer delays turns: it streams or waits. */
const BRIEF_MS = 20
/** Pause after the last other call: a reader often sends the next request immediately. */
const QUIET_MS = 2
/** Longest time that a turn waits for other calls, so that a lane continues however many of them there are. */
const HELD_MS = 5

export interface CallLanes {
  /** Runs the work of an HTTP call, immediately or when its turn comes. @throws BUSY when the queue of its lane is full */
  run<T>(call: Pick<CallDocument, 'id' | 'lane'>, work: () => Promise<T>): Promise<T>
}

interface Lane {
  atOnce: number
  running: number
  waiting: (() => void)[]
  /** Time since which the next turn waits for other calls. */
  heldSince: number | null
}

/** Lanes of one server process. */
export function createCallLanes(clock: () => number = () => performance.now()): CallLanes {
  const lanes = new Map<string, Lane>()
  const others = createBriefCalls(clock)
  let willLook = false

  const lookAgain = (): void => {
    if (willLook) return
    willLook = true
    setTimeout(() => {
      willLook = false
      for (const lane of lanes.values()) pump(lane)
    }, QUIET_MS)
  }
  const isHeld = (lane: Lane): boolean => {
    const now = clock()
    if (others.quietSince(now) <= now - QUIET_MS) return false
    lane.heldSince ??= now
    return now - lane.heldSince < HELD_MS
  }
  function pump(lane: Lane): void {
    while (lane.running < lane.atOnce && lane.waiting.length > 0) {
      if (isHeld(lane)) {
        lookAgain()
        return
      }
      lane.heldSince = null
      lane.running++
      lane.waiting.shift()!()
    }
  }

  async function inLane<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      lane.waiting.push(resolve)
      pump(lane)
    })
    try {
      return await work()
    } finally {
      lane.running--
      pump(lane)
    }
  }

  return {
    async run(call, work) {
      if (call.lane) return inLane(laneWithPlace(call.id, call.lane, lanes), work)
      const leave = others.enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** A lane with the limits of the current document. @throws BUSY when its queue is full */
function laneWithPlace(id: string, { atOnce, waiting }: NonNullable<CallDocument['lane']>, lanes: Map<string, Lane>): Lane {
  const lane = lanes.get(id) ?? { atOnce, running: 0, waiting: [], heldSince: null }
  lanes.set(id, lane)
  lane.atOnce = atOnce
  if (lane.running >= atOnce && lane.waiting.length >= waiting) throw new AgonError('BUSY', { what: `a turn of ${id}` })
  return lane
}

/** Calls under way that began a moment ago, oldest first. */
function createBriefCalls(clock: () => number) {
  const calls = new Set<{ begun: number }>()
  let lastEnd = Number.NEGATIVE_INFINITY
  return {
    enter(): () => void {
      const call = { begun: clock() }
      calls.add(call)
      return () => {
        if (calls.delete(call)) lastEnd = clock()
      }
    },
    /** When the last of them ended; `Infinity` while one is under way. */
    quietSince(now: number): number {
      for (const call of calls) {
        if (call.begun > now - BRIEF_MS) return Number.POSITIVE_INFINITY
        calls.delete(call)
      }
      return lastEnd
    },
  }
}
