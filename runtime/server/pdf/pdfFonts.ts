/** The fonts of a PDF: Noto Sans SC and Noto Serif SC, cut into files by the characters they hold. Latin letters and the common Chinese characters are two files; a
 *  rare character brings the file that has it. What is embedded is the subset that is used. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sfntOfWoff } from './sfntOfWoff.ts'

const FOLDERS = {
  sans: dirname(fileURLToPath(import.meta.resolve('@fontsource/noto-sans-sc/package.json'))),
  serif: dirname(fileURLToPath(import.meta.resolve('@fontsource/noto-serif-sc/package.json'))),
} as const
const NORMAL = 400
const BOLD = 700
const LETTERS: readonly string[] = ['latin', 'latin-ext']
const COMMON = 'chinese-simplified'
type Weight = typeof NORMAL | typeof BOLD

export type FontFamily = keyof typeof FOLDERS
export interface FontStyle {
  isBold: boolean
  /** Default: sans. */
  family?: FontFamily
}
export interface PdfFonts {
  /** Name of the font that has a character, which the document knows then. */
  of(character: string, style: FontStyle): string
  /** Whether any font has it; else a box is drawn. */
  has(character: string, style: FontStyle): boolean
}
interface Range {
  first: number
  last: number
  file: string
}

/** Registers each file when its first character comes. */
export function openFonts(document: PDFKit.PDFDocument): PdfFonts {
  const known = new Map<string, string>()
  const has = new Map<string, boolean>()
  const name = (family: FontFamily, file: string, weight: Weight) => {
    const key = `${family}-${file}-${weight}`
    if (!known.has(key)) {
      document.registerFont(key, readFont(family, file, weight) as unknown as ArrayBuffer)
      known.set(key, key)
    }
    return key
  }
  const holds = (font: string, code: number): boolean => {
    const key = `${font} ${code}`
    if (!has.has(key)) has.set(key, hasCharacter(document, font, code))
    return has.get(key)!
  }
  const of: PdfFonts['of'] = (character, { isBold, family = 'sans' }) => {
    const code = character.codePointAt(0)!
    const weight = isBold ? BOLD : NORMAL
    const file = rangesOf(family).find(({ first, last }) => code >= first && code <= last)?.file
    if (file === undefined || LETTERS.includes(file)) return name(family, file ?? 'latin', weight)
    const common = name(family, COMMON, weight)
    return holds(common, code) ? common : name(family, file, weight)
  }
  return { of, has: (character, style) => holds(of(character, style), character.codePointAt(0)!) }
}

/** Text in pieces of one font each; spaces and line ends stay with what is before them. */
export function fontRuns(fonts: PdfFonts, text: string, style: FontStyle): { font: string; text: string }[] {
  const runs: { font: string; text: string }[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const font = /\s/.test(character) && last ? last.font : fonts.of(character, style)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

/** A thread that writes many documents unpacks a font once. */
const unpacked = new Map<string, Buffer>()

function readFont(family: FontFamily, file: string, weight: Weight): Buffer {
  const path = join(FOLDERS[family], 'files', `noto-${family}-sc-${file}-${weight}-normal.woff`)
  const found = unpacked.get(path) ?? sfntOfWoff(readFileSync(path))
  unpacked.set(path, found)
  return found
}

const ranges = new Map<FontFamily, Range[]>()

function rangesOf(family: FontFamily): Range[] {
  const found = ranges.get(family) ?? readRanges(family)
  ranges.set(family, found)
  return found
}

/** `unicode.json`: file -> `U+4e00-4e05,U+4e07`. */
function readRanges(family: FontFamily): Range[] {
  const files = JSON.parse(readFileSync(join(FOLDERS[family], 'unicode.json'), 'utf8')) as Record<string, string>
  const found = Object.entries(files).flatMap(([file, text]) =>
    text.split(',').map((part): Range => {
      const [first = '0', last = first] = part.trim().replace(/^U\+/i, '').split('-')
      return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16), file: file.replace(/[[\]]/g, '') }
    }),
  )
  return found.toSorted((a, b) => Number(LETTERS.includes(b.file)) - Number(LETTERS.includes(a.file)))
}

/** The library can only look up characters in the current font. */
function hasCharacter(document: PDFKit.PDFDocument, font: string, code: number): boolean {
  const opened = document.font(font) as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } }
  return opened._font.font.hasGlyphForCodePoint(code)
}
