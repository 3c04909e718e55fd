import type { AssignableExpert } from './AssignmentTask.ts'

/**
 * The fair load of each expert: the same for all, but for those whose minimum is higher or whose maximum is lower.
 * @param demand  reviews that are to be assigned
 * @returns       whole loads, with what is assigned already; an even share is rounded down, one more is as fair. With too few places everyone's maximum.
 */
export function targetLoads(experts: readonly AssignableExpert[], demand: number): number[] {
  const total = demand + experts.reduce((sum, { load }) => sum + load, 0)
  const at = (level: number) => experts.map((expert) => clamp(level, expert))
  let low = 0
  let high = total
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sum(at(middle)) <= total) low = middle
    else high = middle - 1
  }
  return at(low)
}

/** What is assigned already stays. */
function clamp(level: number, { minLoad, maxLoad, load }: AssignableExpert): number {
  const max = Math.max(maxLoad ?? Number.POSITIVE_INFINITY, load)
  return Math.min(Math.max(level, minLoad, load), max)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
