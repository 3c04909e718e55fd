/** Work that takes turns: so much of it at the same time, and so much of one person; the rest waits in its order. A person who waits for own work keeps no one else
 *  from a free place. */
import { AgonError } from '../../core/errors.ts'

/** @param whose  the person, or what stands for one */
export type InTurn = <T>(whose: string, work: () => Promise<T>) => Promise<T>

export interface Places {
  running: number
  waiting: number
}
/** Of one person, for work that takes seconds. */
export const EACH_PERSON: Places = { running: 1, waiting: 2 }
interface Waiting {
  whose: string
  begin(): void
}

/**
 * @param what  shown with BUSY
 * @param all   places for everyone together
 * @param each  places of one person; BUSY for one more
 */
export function createTurns(what: string, all: Places, each: Places = all): InTurn {
  const waiting: Waiting[] = []
  const running = new Map<string, number>()
  const runningOf = (whose: string) => running.get(whose) ?? 0
  let total = 0
  const isFree = (whose: string) => total < all.running && runningOf(whose) < each.running
  const begin = (whose: string) => {
    total += 1
    running.set(whose, runningOf(whose) + 1)
  }
  const end = (whose: string) => {
    total -= 1
    if (runningOf(whose) > 1) running.set(whose, runningOf(whose) - 1)
    else running.delete(whose)
    const at = waiting.findIndex((next) => isFree(next.whose))
    if (at < 0) return
    const [next] = waiting.splice(at, 1)
    begin(next!.whose)
    next!.begin()
  }
  return async (whose, work) => {
    if (isFree(whose)) begin(whose)
    else {
      const own = waiting.filter((next) => next.whose === whose).length
      if (waiting.length >= all.waiting || own >= each.waiting) throw new AgonError('BUSY', { what })
      await new Promise<void>((resolve) => waiting.push({ whose, begin: resolve }))
    }
    try {
      return await work()
    } finally {
      end(whose)
    }
  }
}
