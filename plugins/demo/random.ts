/** Chance that repeats: the same seed gives the same demo, so that screenshots and tests can rely on it. Not for secrets. */
export interface Random {
  /** 0 <= x < 1 */
  next(): number
  /** Whole number, both ends included. */
  integer(from: number, to: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Between `from` and `to` different items, in their order. */
  some<T>(items: readonly T[], from: number, to: number): T[]
}

/** mulberry32 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(items: readonly T[]): T => items[integer(0, items.length - 1)] as T
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick,
    some(items, from, to) {
      const wanted = new Set<number>()
      const count = Math.min(items.length, integer(from, to))
      while (wanted.size < count) wanted.add(integer(0, items.length - 1))
      return items.filter((_, at) => wanted.has(at))
    },
  }
}
