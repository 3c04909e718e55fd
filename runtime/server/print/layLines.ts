/** Words -> lines of a width. Breaks at spaces and between Chinese characters; a closing mark never begins a line, an opening one never ends it. */
import type { PrintRun } from '../../core/print/fillPrint.ts'

/** Words of one weight in a line. */
export interface Line {
  runs: PrintRun[]
  width: number
}
/** Width of words, in the unit of `width`. */
export type Measure = (text: string, isBold: boolean) => number

/** Characters that stand alone: a line may break before and after them. */
const WIDE = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFFEF]|[\u{20000}-\u{3FFFF}]/u
const NO_START = /^[\s!%),.:;?\]}¢°’”‰†‡›℃、。\u3005〉》」』】〕〗〞﹐-﹒﹔-﹗！％），．：；？］｝～·…—]/u
const NO_END = /[([{‘“‹«〈《「『【〔〖〝（［｛]$/u

/** @param width  Infinity: only line ends that are written break */
export function layLines(runs: readonly PrintRun[], width: number, measure: Measure): Line[] {
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
    else for (const piece of unit) add(line, piece, measure(piece.text, piece.isBold))
  }
  end()
  return lines

  /** A word that is longer than a line breaks anywhere. */
  function place(piece: PrintRun): void {
    const size = measure(piece.text, piece.isBold)
    if (line.runs.length > 0 && line.width + size > width) end()
    add(line, piece, size)
  }
}

type Unit = PrintRun[]

/** Pieces that cannot be broken; null for a line end. */
function unitsOf(runs: readonly PrintRun[]): (Unit | null)[] {
  const units: (Unit | null)[] = []
  let unit: Unit = []
  let before = ''
  for (const { text, isBold } of runs) {
    for (const character of text.replaceAll('\r\n', '\n')) {
      if (character === '\n') {
        units.push(unit, null)
        unit = []
        before = ''
        continue
      }
      if (before !== '' && mayBreak(before, character)) {
        units.push(unit)
        unit = []
      }
      const last = unit.at(-1)
      if (last?.isBold === isBold) last.text += character
      else unit.push({ text: character, isBold })
      before = character
    }
  }
  units.push(unit)
  return units.filter((found) => found === null || found.length > 0)
}

function mayBreak(before: string, after: string): boolean {
  if (NO_START.test(after) || NO_END.test(before)) return false
  return /\s/.test(before) || WIDE.test(before) || WIDE.test(after) || before === '-'
}

function add(line: Line, { text, isBold }: PrintRun, width: number): void {
  const last = line.runs.at(-1)
  if (last?.isBold === isBold) last.text += text
  else line.runs.push({ text, isBold })
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
  return unit.reduce((sum, { text, isBold }) => sum + measure(text, isBold), 0)
}

function charactersOf(unit: Unit): Unit {
  return unit.flatMap(({ text, isBold }) => [...text].map((character) => ({ text: character, isBold })))
}
