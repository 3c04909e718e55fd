/** Work that takes turns: so much of it at the same time, the rest waits in its order. */
import { AgonError } from '../../core/errors.ts'

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * @param atOnce  works that run at the same time
 * @param most    works that wait; BUSY for one more
 */
export function createTurns(atOnce: number, most: number): InTurn {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= most) throw new AgonError('BUSY', { what: 'a PDF' })
      // a place goes from one to the next
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
