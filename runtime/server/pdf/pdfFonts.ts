/** The fonts of a PDF: Noto Sans SC and Noto Serif SC, cut into files by the characters they hold. Latin letters and the common Chinese characters are two files; a
 *  rare character brings the file that has it. What is embedded is the subset that is used. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
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
/** A font of fontkit, which pdfkit takes as it is; its `_glyphs` are those it has made so far. */
interface Font {
  hasGlyphForCodePoint(code: number): boolean
  _glyphs: object
}
interface Range {
  first: number
  last: number
  file: string
}

/** Registers each file when its first character comes. Documents of a thread share the fonts, so one is drawn at a time. */
export function openFonts(document: PDFKit.PDFDocument): PdfFonts {
  for (const font of read.values()) forgetGlyphs(font)
  const registered = new Set<string>()
  const of: PdfFonts['of'] = (character, { isBold, family = 'sans' }) => {
    const path = fontOf(character.codePointAt(0)!, family, isBold ? BOLD : NORMAL)
    if (!registered.has(path)) {
      document.registerFont(path, readFont(path) as unknown as ArrayBuffer)
      registered.add(path)
    }
    return path
  }
  return { of, has: (character, style) => readFont(of(character, style)).hasGlyphForCodePoint(character.codePointAt(0)!) }
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

/** What a thread that writes many documents has found out. */
const chosen = new Map<string, string>()
const read = new Map<string, Font>()

/** Path of the font that has a character: the common one when it can. */
function fontOf(code: number, family: FontFamily, weight: Weight): string {
  const key = `${family} ${weight} ${code}`
  const known = chosen.get(key)
  if (known !== undefined) return known
  const file = rangesOf(family).find(({ first, last }) => code >= first && code <= last)?.file
  const common = pathOf(family, COMMON, weight)
  const isLetter = file === undefined || LETTERS.includes(file)
  const path = isLetter || !readFont(common).hasGlyphForCodePoint(code) ? pathOf(family, file ?? 'latin', weight) : common
  chosen.set(key, path)
  return path
}

function pathOf(family: FontFamily, file: string, weight: Weight): string {
  return join(FOLDERS[family], 'files', `noto-${family}-sc-${file}-${weight}-normal.woff`)
}

function readFont(path: string): Font {
  const found = read.get(path) ?? (create(sfntOfWoff(readFileSync(path))) as unknown as Font)
  read.set(path, found)
  return found
}

/** A glyph keeps the characters it first stood for, and the text layer tells those: another document may have other ones for the same glyph. */
function forgetGlyphs(font: Font): void {
  font._glyphs = {}
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
