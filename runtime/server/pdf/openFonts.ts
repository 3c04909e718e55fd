/** Fonts of one PDF, read when their first letter comes. What is embedded is the subset that is used. */
import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import { FONT_GROUPS, type FontGroup, type FontStyle, fontFile } from './fontFiles.ts'
import { type ShapedFont, shapeWith } from './shapeText.ts'

export interface PdfFonts {
  /** Path of the first font that has all characters of a letter, which the document knows then; null: none has. */
  of(letter: string, group: FontGroup, style: FontStyle): string | null
  has(path: string, letter: string): boolean
}

/** Documents of a thread share the fonts, so one is drawn at a time. */
export function openFonts(document: PDFKit.PDFDocument): PdfFonts {
  for (const font of read.values()) forgetGlyphs(font)
  const registered = new Set<string>()
  const use = (path: string) => {
    if (registered.has(path)) return
    // pdfkit takes what fontkit made as it is, which its types leave out
    document.registerFont(path, readFont(path) as unknown as ArrayBuffer)
    registered.add(path)
  }
  return {
    has: hasLetter,
    of(letter, group, style) {
      const path = chooseFont(letter, group, style)
      if (path !== null) use(path)
      return path
    },
  }
}

/** What a thread that writes many documents has found out. */
const chosen = new Map<string, string | null>()
const read = new Map<string, ShapedFont>()
const paths = new Map<string, string>()
/** Letters that are kept; names bring ever new ones. */
const MAX_CHOSEN = 20_000
/** They have no form of their own, and fonts need not know them. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

function chooseFont(letter: string, group: FontGroup, style: FontStyle): string | null {
  const key = `${style.family} ${style.isBold} ${group} ${letter}`
  const known = chosen.get(key)
  if (known !== undefined) return known
  const first = pathOf(group, style)
  // the others are read only when the first lacks it
  const path = hasLetter(first, letter)
    ? first
    : (FONT_GROUPS.map((other) => pathOf(other, style)).find((other) => hasLetter(other, letter)) ?? null)
  if (chosen.size > MAX_CHOSEN) chosen.clear()
  chosen.set(key, path)
  return path
}

function hasLetter(path: string, letter: string): boolean {
  return [...letter.replace(UNSEEN, '')].every((character) => readFont(path).hasGlyphForCodePoint(character.codePointAt(0)!))
}

function pathOf(group: FontGroup, style: FontStyle): string {
  const key = `${group} ${style.family} ${style.isBold}`
  const found = paths.get(key) ?? fontFile(group, style)
  paths.set(key, found)
  return found
}

function readFont(path: string): ShapedFont {
  const found = read.get(path) ?? openFont(path)
  read.set(path, found)
  return found
}

function openFont(path: string): ShapedFont {
  const bytes = readFileSync(path)
  return shapeWith(create(bytes) as unknown as ShapedFont, bytes)
}

/** A glyph keeps the characters it first stood for, and the text layer tells those: another document may have other ones for the same glyph. */
function forgetGlyphs(font: ShapedFont): void {
  font._glyphs = {}
}
