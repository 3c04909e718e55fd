/** Lanes of calls that come in a rush. A call that declares one waits for its turn before anything is done for it - session, limits, transaction -, and turns
 *  begin while no other call is under way. So those who only look hardly notice the rush, and no connection of theirs is taken. */
import type { CallDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'

/** Another call that has run for longer holds no turn up: it streams, or waits itself. */
const BRIEF_MS = 20
/** After other calls: those who look often ask for the next thing immediately. */
const QUIET_MS = 2
/** So long a turn waits for other calls at most, so that a lane goes on however many of them there are. */
const HELD_MS = 5

export interface CallLanes {
  /** The work of a call that came by HTTP, immediately or when its turn comes. @throws BUSY when as many wait as its lane lets wait */
  run<T>(call: Pick<CallDocument, 'id' | 'lane'>, work: () => Promise<T>): Promise<T>
}

interface Lane {
  atOnce: number
  running: number
  waiting: (() => void)[]
  /** Since when its next turn waits for other calls. */
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

/** The figures are those of the document as it is now. @throws BUSY */
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
