/** The fonts of a PDF: Noto Sans SC, cut into files by the characters they hold. Latin letters and the common Chinese characters are two files; a rare character
 *  brings the file that has it. What is embedded is the subset that is used. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sfntOfWoff } from './sfntOfWoff.ts'

const FOLDER = dirname(fileURLToPath(import.meta.resolve('@fontsource/noto-sans-sc/package.json')))
const NORMAL = 400
const BOLD = 700
const LETTERS: readonly string[] = ['latin', 'latin-ext']
const COMMON = 'chinese-simplified'
type Weight = typeof NORMAL | typeof BOLD

export interface PdfFonts {
  /** Name of the font that has a character, which the document knows then. */
  of(character: string, isBold: boolean): string
}
interface Range {
  first: number
  last: number
  file: string
}

/** Registers each file when its first character comes. */
export async function openFonts(document: PDFKit.PDFDocument): Promise<PdfFonts> {
  const ranges = readRanges()
  const known = new Map<string, string>()
  const name = (file: string, weight: Weight) => {
    const key = `${file}-${weight}`
    if (!known.has(key)) {
      document.registerFont(
        key,
        sfntOfWoff(readFileSync(join(FOLDER, 'files', `noto-sans-sc-${file}-${weight}-normal.woff`))) as unknown as ArrayBuffer,
      )
      known.set(key, key)
    }
    return key
  }
  return {
    of(character, isBold) {
      const code = character.codePointAt(0)!
      const weight = isBold ? BOLD : NORMAL
      const file = ranges.find(({ first, last }) => code >= first && code <= last)?.file
      if (file === undefined || LETTERS.includes(file)) return name(file ?? 'latin', weight)
      const common = name(COMMON, weight)
      return hasCharacter(document, common, code) ? common : name(file, weight)
    },
  }
}

/** Text in pieces of one font each; spaces and line ends stay with what is before them. */
export function fontRuns(fonts: PdfFonts, text: string, isBold: boolean): { font: string; text: string }[] {
  const runs: { font: string; text: string }[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const font = /\s/.test(character) && last ? last.font : fonts.of(character, isBold)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

/** `unicode.json`: file -> `U+4e00-4e05,U+4e07`. */
function readRanges(): Range[] {
  const files = JSON.parse(readFileSync(join(FOLDER, 'unicode.json'), 'utf8')) as Record<string, string>
  const ranges = Object.entries(files).flatMap(([file, text]) =>
    text.split(',').map((part): Range => {
      const [first = '0', last = first] = part.trim().replace(/^U\+/i, '').split('-')
      return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16), file: file.replace(/[[\]]/g, '') }
    }),
  )
  return ranges.toSorted((a, b) => Number(LETTERS.includes(b.file)) - Number(LETTERS.includes(a.file)))
}

/** The library tells what a font has only of the one in use. */
function hasCharacter(document: PDFKit.PDFDocument, font: string, code: number): boolean {
  const opened = document.font(font) as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } }
  return opened._font.font.hasGlyphForCodePoint(code)
}
