/** Letters of one PDF: how wide words are, and drawing them. A font is chosen for each character, since a family is many files. */
import { type FontFamily, fontRuns, type PdfFonts } from '../pdf/pdfFonts.ts'
import type { Line, Measure } from './layLines.ts'

const MEASURED_AT = 1000

export interface LineLook {
  family: FontFamily
  /** Points. */
  size: number
  /** Points between characters. */
  spacing: number
  colour: string
}

export class Lettering {
  readonly #document: PDFKit.PDFDocument
  readonly #fonts: PdfFonts
  readonly #widths = new Map<string, number>()

  constructor(document: PDFKit.PDFDocument, fonts: PdfFonts) {
    this.#document = document
    this.#fonts = fonts
  }

  /** Width at a size of one point. */
  measure(family: FontFamily): Measure {
    return (text, isBold) => {
      const key = `${family} ${isBold} ${text}`
      const known = this.#widths.get(key)
      if (known !== undefined) return known
      this.#document.fontSize(MEASURED_AT)
      const pieces = fontRuns(this.#fonts, text, { isBold, family })
      const width = pieces.reduce((sum, piece) => sum + this.#document.font(piece.font).widthOfString(piece.text), 0) / MEASURED_AT
      this.#widths.set(key, width)
      return width
    }
  }

  /** Draws a line from its left end. @param y  of the base line */
  draw({ runs }: Line, x: number, y: number, { family, size, spacing, colour }: LineLook): void {
    const document = this.#document
    let left = x
    document.fontSize(size).fillColor(colour)
    for (const { text, isBold } of runs) {
      for (const piece of fontRuns(this.#fonts, text, { isBold, family })) {
        document.font(piece.font)
        document.text(piece.text, left, y, { lineBreak: false, baseline: 'alphabetic', characterSpacing: spacing })
        left += document.widthOfString(piece.text) + [...piece.text].length * spacing
      }
    }
  }

  /** Characters that no file of the family has; each once. */
  lacking(text: string, family: FontFamily, isBold: boolean): string[] {
    return [...new Set(text)].filter((character) => !/\s/.test(character) && !this.#fonts.has(character, { family, isBold }))
  }
}
