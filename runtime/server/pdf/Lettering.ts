/** Letters of one PDF: words set in their fonts and directions, how wide they are, and drawing them. */

import type { Lang } from '../../core/platform.ts'
import type { PrintRun } from '../../core/print/fillPrint.ts'
import type { FontStyle } from './fontFiles.ts'
import type { Line, Measure } from './layLines.ts'
import { openFonts, type PdfFonts } from './openFonts.ts'
import { type SetRun, type SetWords, setWords, visualOrder } from './setWords.ts'
import type { Shaping } from './shapeText.ts'

const MEASURED_AT = 1000

export interface LineLook {
  /** Points. */
  size: number
  /** Points between characters. */
  spacing: number
  colour: string
}

/** Texts with shaped letters need `prepareShaping` first. */
export class Lettering {
  readonly #document: PDFKit.PDFDocument
  readonly #fonts: PdfFonts
  /** Of the words that come next. */
  lang: Lang
  readonly #widths = new Map<string, number>()

  constructor(document: PDFKit.PDFDocument, lang: Lang) {
    this.#document = document
    this.#fonts = openFonts(document)
    this.lang = lang
  }

  set(words: readonly PrintRun[], family: FontStyle['family']): SetWords {
    return setWords(words, family, this.lang, this.#fonts)
  }

  /** Width at a size of one point. */
  readonly measure: Measure = (run) => {
    const key = `${run.font} ${shapingOf(run)} ${run.text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    const width =
      this.#document
        .font(run.font)
        .fontSize(MEASURED_AT)
        .widthOfString(run.text, { features: shapingOf(run) }) / MEASURED_AT
    this.#widths.set(key, width)
    return width
  }

  /** Draws a line from its left end. @param y  of the base line */
  draw({ runs }: Line, x: number, y: number, { size, spacing, colour }: LineLook): void {
    const document = this.#document.fillColor(colour)
    let left = x
    for (const run of visualOrder(runs)) {
      const characterSpacing = run.isShaped ? 0 : spacing
      const look = { lineBreak: false, baseline: 'alphabetic', characterSpacing, features: shapingOf(run) } as const
      // readers that copy or search take these letters as they were written, not as they stand; from right to left they turn the order round themselves
      const isReversed = run.isShaped && run.level % 2 === 0
      if (isReversed) document.markContent('Span', { actual: run.text })
      document.font(run.font).fontSize(size).text(run.text, left, y, look)
      if (isReversed) document.endMarkedContent()
      left += this.measure(run) * size + gapsOf(run) * spacing
    }
  }
}

/** Places between the letters of a run, one after each; shaped letters are never parted. */
export function gapsOf({ text, isShaped }: SetRun): number {
  return isShaped ? 0 : [...text].length
}

/** pdfkit takes the features of a text to its font, which is ours. */
function shapingOf({ level, isShaped }: SetRun): PDFKit.Mixins.TextOptions['features'] {
  const shaping: Shaping | undefined = isShaped ? (level % 2 === 1 ? 'rightToLeft' : 'leftToRight') : undefined
  return shaping as PDFKit.Mixins.TextOptions['features']
}
