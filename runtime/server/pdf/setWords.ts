/** Words -> runs of one font and one direction, in reading order. Composed characters first (NFC), then directions (UAX #9), then fonts, letter by letter. */
import bidiFactory from 'bidi-js'
import type { Lang } from '../../core/platform.ts'
import type { PrintRun } from '../../core/print/fillPrint.ts'
import { type FontGroup, type FontStyle, groupOf } from './fontFiles.ts'
import type { PdfFonts } from './openFonts.ts'
import { isShapedLetter } from './shapeText.ts'

export interface SetRun {
  text: string
  /** Path of its font. */
  font: string
  /** Odd: from right to left. */
  level: number
  isShaped: boolean
}
export interface SetWords {
  runs: SetRun[]
  /** Letters that no font has, each once; a box stands for each. */
  lacking: string[]
}

// Node takes the whole module as its default export, which its types do not know
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const RIGHT_TO_LEFT = /[\u0590-\u08FF\u200F\u202B\u202E\u2067\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

interface Text {
  /** Null: all from left to right. */
  levels: Uint8Array | null
  /** Of a mark that both Latin and Chinese have. */
  markGroup: (at: number) => FontGroup
}

export function setWords(words: readonly PrintRun[], family: FontStyle['family'], lang: Lang, fonts: PdfFonts): SetWords {
  const composed = words.map(({ text, isBold }) => ({ text: text.replaceAll('\r\n', '\n').replaceAll('\t', ' ').normalize('NFC'), isBold }))
  const text = readText(composed.map((run) => run.text).join(''), lang)
  const runs: SetRun[] = []
  const lacking = new Set<string>()
  let from = 0
  for (const run of composed) {
    const style = { family, isBold: run.isBold }
    for (const { segment, index } of letters.segment(run.text)) {
      const set = setLetter(segment, from + index, text, style, fonts, runs.at(-1))
      if (set.isLacking) lacking.add(segment)
      if (set.run.text !== '') addRun(runs, set.run)
    }
    from += run.text.length
  }
  return { runs, lacking: [...lacking] }
}

/** Runs of a line from left to right: those of a level and above it are turned round, from the highest level down (UAX #9, L2). */
export function visualOrder(runs: readonly SetRun[]): SetRun[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let at = 0; at < ordered.length; at++) {
      if (ordered[at]!.level < level) continue
      const from = at
      while (at < ordered.length && ordered[at]!.level >= level) at++
      ordered.splice(from, at - from, ...ordered.slice(from, at).reverse())
    }
  }
  return ordered
}

/** Whether two runs are drawn as one. */
export function isSameRun(a: SetRun, b: SetRun): boolean {
  return a.font === b.font && a.level === b.level && a.isShaped === b.isShaped
}

function addRun(runs: SetRun[], run: SetRun): void {
  const last = runs.at(-1)
  if (last !== undefined && isSameRun(last, run)) last.text += run.text
  else runs.push(run)
}

function setLetter(
  letter: string,
  at: number,
  { levels, markGroup }: Text,
  style: FontStyle,
  fonts: PdfFonts,
  before: SetRun | undefined,
): { run: SetRun; isLacking: boolean } {
  const level = levels?.[at] ?? 0
  const isTurned = level % 2 === 1
  // spaces between shaped words stay in their run, also where their font has none: a line end is never drawn
  if (/^\s$/u.test(letter) && before?.isShaped && (letter === '\n' || fonts.has(before.font, letter)))
    return { run: { ...before, text: letter, level }, isLacking: false }
  if (letter === '\n') return { run: { text: letter, font: fonts.of(' ', 'latin', style)!, level, isShaped: false }, isLacking: false }
  const group = AMBIGUOUS.test(letter) ? markGroup(at) : groupOf(letter)
  const isShaped = isTurned || isShapedLetter(letter, group)
  const text = isShaped ? letter : letter.replace(UNSEEN, '')
  const found = fonts.of(letter, group, style)
  const run = { text, font: found ?? fonts.of(' ', 'chinese', style)!, level, isShaped }
  return { run, isLacking: found === null }
}

/** Marks that Chinese fonts draw as wide as a character, and other fonts do not. */
const AMBIGUOUS = /^[‘’“”…—·]$/u
const NARROW = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u

function readText(characters: string, lang: Lang): Text {
  const levels = RIGHT_TO_LEFT.test(characters) ? bidi.getEmbeddingLevels(characters).levels : null
  const hasWide = groupsOf(characters).has('chinese')
  const isWide = hasWide && (lang === 'zh' || !NARROW.test(characters))
  return { levels, markGroup: (at) => (isWide && !isApostrophe(characters, at) ? 'chinese' : 'latin') }
}

function isApostrophe(characters: string, at: number): boolean {
  return characters[at] === '’' && NARROW.test(characters[at - 1] ?? '') && NARROW.test(characters[at + 1] ?? '')
}

function groupsOf(characters: string): Set<FontGroup> {
  return new Set([...new Set(characters)].map(groupOf))
}
