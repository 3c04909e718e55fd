/** Words -> lines of a width. Breaks at spaces, between Chinese characters and between Thai words; a closing mark never begins a line, an opening one never ends it. */
import { isSameRun, type SetRun } from './setWords.ts'

export interface Line {
  /** In reading order. */
  runs: SetRun[]
  width: number
}
/** Width of a run, in the unit of `width`. */
export type Measure = (run: SetRun) => number

/** Characters that stand alone: a line may break before and after them. */
const WIDE = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF]|[\u{20000}-\u{3FFFF}]/u
const NO_START = /^[\s!%),.:;?\]}¢°’”‰†‡›℃、。\u3005〉》」』】〕〗〞﹐-﹒﹔-﹗！％），．：；？］｝～·…—]/u
const NO_END = /[([{‘“‹«〈《「『【〔〖〝（［｛]$/u

/** @param width  Infinity: only line ends that are written break */
export function layLines(runs: readonly SetRun[], width: number, measure: Measure): Line[] {
  const lines: Line[] = []
  let line: Line = { runs: [], width: 0 }
  const end = () => {
    lines.push(trimmed(line, measure))
    line = { runs: [], width: 0 }
  }
  for (const unit of unitsOf(runs)) {
    if (unit === null) {
      end()
      continue
    }
    const size = widthOf(unit, measure)
    if (line.runs.length > 0 && line.width + widthOf(withoutEnd(unit), measure) > width) end()
    if (size > width) for (const piece of charactersOf(unit)) place(piece)
    else for (const piece of unit) add(line, piece, measure(piece))
  }
  end()
  return lines

  /** A word that is longer than a line breaks anywhere. */
  function place(piece: SetRun): void {
    const size = measure(piece)
    if (line.runs.length > 0 && line.width + size > width) end()
    add(line, piece, size)
  }
}

/** Width of the widest piece that cannot be broken: a column that is narrower breaks words. */
export function widestPiece(runs: readonly SetRun[], measure: Measure): number {
  return Math.max(0, ...unitsOf(runs).map((unit) => (unit === null ? 0 : widthOf(withoutEnd(unit), measure))))
}

type Unit = SetRun[]

/** Pieces that cannot be broken; null for a line end. */
function unitsOf(runs: readonly SetRun[]): (Unit | null)[] {
  const units: (Unit | null)[] = []
  let unit: Unit = []
  let before = ''
  for (const run of runs) {
    const wordEnds = thaiWordEnds(run.text)
    for (const { segment: letter, index } of letters.segment(run.text)) {
      if (letter === '\n') {
        units.push(unit, null)
        unit = []
        before = ''
        continue
      }
      if (before !== '' && (wordEnds.has(index) || mayBreak(before, letter))) {
        units.push(unit)
        unit = []
      }
      add({ runs: unit, width: 0 }, { ...run, text: letter }, 0)
      before = letter
    }
  }
  units.push(unit)
  return units.filter((found) => found === null || found.length > 0)
}

const THAI = /\p{Script=Thai}/u
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' })

/** Places inside a Thai text where a word begins; there are no spaces between words. */
function thaiWordEnds(text: string): Set<number> {
  if (!THAI.test(text)) return new Set()
  return new Set([...thaiWords.segment(text)].map(({ index }) => index).filter((index) => index > 0))
}

function mayBreak(before: string, after: string): boolean {
  if (NO_START.test(after) || NO_END.test(before)) return false
  return /\s/.test(before) || WIDE.test(before) || WIDE.test(after) || before === '-'
}

function add(line: Line, run: SetRun, width: number): void {
  const last = line.runs.at(-1)
  if (last !== undefined && isSameRun(last, run)) last.text += run.text
  else line.runs.push({ ...run })
  line.width += width
}

function withoutEnd(unit: Unit): Unit {
  return unit.map((run, at) => (at === unit.length - 1 ? { ...run, text: run.text.trimEnd() } : run))
}

/** Spaces at the ends of a line take no room; what is left is measured as a whole, with its kerning. */
function trimmed({ runs }: Line, measure: Measure): Line {
  const kept = runs.map((run, at) => ({
    ...run,
    text:
      at === 0 && runs.length === 1
        ? run.text.trim()
        : at === 0
          ? run.text.trimStart()
          : at === runs.length - 1
            ? run.text.trimEnd()
            : run.text,
  }))
  return { runs: kept, width: widthOf(kept, measure) }
}

function widthOf(unit: Unit, measure: Measure): number {
  return unit.reduce((sum, run) => sum + measure(run), 0)
}

function charactersOf(unit: Unit): Unit {
  return unit.flatMap((run) => [...letters.segment(run.text)].map(({ segment }) => ({ ...run, text: segment })))
}
