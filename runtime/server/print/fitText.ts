/** Words in a place: lines and the size at which they fit, by the rule of the element. */
import { gapsOf } from '../pdf/Lettering.ts'
import { type Line, layLines, type Measure } from '../pdf/layLines.ts'
import type { SetRun } from '../pdf/setWords.ts'

export interface FittedText {
  lines: Line[]
  /** Points. */
  size: number
  fits: boolean
}
export interface TextPlace {
  /** Points. */
  width: number
  height: number
  size: number
  least: number
  /** Height of a line, as a multiple of the size. */
  leading: number
  /** Points between characters. */
  spacing: number
  overflow: 'shrink' | 'wrap' | 'problem'
}

const STEP = 0.25
/** Tolerance for rounding. */
const SLACK = 0.01

/** @param measure  width at a size of one point, without spacing */
export function fitText(runs: readonly SetRun[], place: TextPlace, measure: Measure): FittedText {
  const { size, least, overflow } = place
  const smallest = overflow === 'problem' ? size : Math.min(least, size)
  for (let at = size; ; at = Math.max(smallest, at - STEP)) {
    const fitted = layAt(runs, place, measure, at)
    if (fitted.fits || at <= smallest) return fitted
  }
}

/** Most lines that are made about equally long; longer text fills each line. */
const MAX_BALANCED = 3
const NARROWER = 0.96

/** As few lines as the width allows, and these about as long as each other: no line holds one last character. */
function balanced(runs: readonly SetRun[], width: number, measure: Measure): Line[] {
  let lines = layLines(runs, width, measure)
  if (lines.length < 2 || lines.length > MAX_BALANCED) return lines
  for (let narrower = width * NARROWER; narrower > width / 2; narrower *= NARROWER) {
    const tried = layLines(runs, narrower, measure)
    if (tried.length > lines.length || tried.some((line) => line.width > narrower)) return lines
    lines = tried
  }
  return lines
}

function layAt(runs: readonly SetRun[], place: TextPlace, measure: Measure, size: number): FittedText {
  const { width, height, leading, spacing, overflow } = place
  const wide: Measure = (run) => measure(run) * size + gapsOf(run) * spacing
  const lines = overflow === 'wrap' ? balanced(runs, width + SLACK, wide) : layLines(runs, Number.POSITIVE_INFINITY, wide)
  // a single line may be as high as its letters
  const needed = lines.length === 1 ? size : lines.length * leading * size
  const fits = needed <= height + SLACK && lines.every((line) => line.width <= width + SLACK)
  return { lines, size, fits }
}
