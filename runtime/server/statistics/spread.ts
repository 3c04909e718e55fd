/** Bins of a histogram with round borders. Whole numbers of a small span (ratings) are counted one by one. */

export interface Spread {
  minimum: number
  maximum: number
  /** All are whole numbers. */
  whole: boolean
}
interface Grid {
  start: number
  step: number
  count: number
}

const MAX_SINGLE = 15
const WANTED_BINS = 10
const MAX_BINS = 2 * WANTED_BINS

/** `to` is excluded, but in the last one. Counted one by one: both are the number. */
export function binsOf(spread: Spread): { from: number; to: number }[] {
  const { start, step, count } = gridOf(spread)
  const single = isSingle(spread)
  return Array.from({ length: count }, (_, at) => ({
    from: round(start + at * step),
    to: single ? start + at : round(start + (at + 1) * step),
  }))
}

/** SQL: number of the bin that a value lies in, as text; null without a value. */
export function binOf(value: string, spread: Spread): string {
  const { start, step, count } = gridOf(spread)
  return `CASE WHEN ${value} IS NOT NULL THEN LEAST(${count - 1}, GREATEST(0, floor((${value} - (${start})) / ${step})))::integer::text END`
}

/** Number of the bin that a value lies in. */
export function binIndex(value: number, spread: Spread): number {
  const { start, step, count } = gridOf(spread)
  return Math.min(count - 1, Math.max(0, Math.floor((value - start) / step)))
}

function isSingle({ minimum, maximum, whole }: Spread): boolean {
  return whole && maximum - minimum <= MAX_SINGLE
}

function gridOf(spread: Spread): Grid {
  const { minimum, maximum, whole } = spread
  if (isSingle(spread)) return { start: minimum, step: 1, count: maximum - minimum + 1 }
  const step = whole ? Math.max(1, roundStep((maximum - minimum) / WANTED_BINS)) : roundStep((maximum - minimum) / WANTED_BINS)
  const start = round(Math.floor(minimum / step) * step)
  // where a double has no digits left for the step, the borders are not exact
  return { start, step, count: Math.min(MAX_BINS, Math.max(1, Math.ceil(round((maximum - start) / step)))) }
}

/** 1, 2 or 5 times a power of ten, at least the width; 1 for no width. */
function roundStep(width: number): number {
  if (width <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(width))
  const factor = [1, 2, 5, 10].find((each) => each * power >= width * 0.999_999) ?? 10
  return round(factor * power)
}

function round(value: number): number {
  return Number(value.toPrecision(12))
}
