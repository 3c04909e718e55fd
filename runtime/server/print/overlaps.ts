/** Lines of words that were drawn over each other. */
import type { PrintProblem } from '../../core/print/fillPrint.ts'

/** A line of words on a page, in points. */
export interface DrawnLine {
  layer: number
  words: string
  x: number
  width: number
  /** Of the letters, without the leading. */
  top: number
  height: number
}

/** Share of the lower line's height, and of its letters' width, that may be covered: descenders touch what is close. */
const TOUCH = 0.25
const SHOWN = 30

/** One problem for each element that covers another one: at the upper of the two. */
export function overlaps(lines: readonly DrawnLine[], page: number): PrintProblem[] {
  const found = new Map<number, PrintProblem>()
  for (const [at, line] of lines.entries())
    for (const before of lines.slice(0, at)) {
      if (before.layer === line.layer || found.has(line.layer) || !cover(before, line)) continue
      const details = `${before.words.slice(0, SHOWN)} / ${line.words.slice(0, SHOWN)}`
      found.set(line.layer, { code: 'overlap', page, layer: line.layer, details })
    }
  return [...found.values()]
}

function cover(one: DrawnLine, other: DrawnLine): boolean {
  const letter = Math.min(one.height, other.height)
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return across > letter * TOUCH && down > letter * TOUCH
}
