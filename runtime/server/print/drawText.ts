/** Words in their place: fitted by their rule, aligned, drawn line by line, each of which is added to what was drawn. */
import type { FilledElement } from '../../core/print/fillPrint.ts'
import type { Lettering } from '../pdf/Lettering.ts'
import type { DrawingFault } from './drawPrint.ts'
import { fitText } from './fitText.ts'
import type { DrawnLine } from './overlaps.ts'
import { POINTS } from './points.ts'

const LEADING = 1.4
const INK = '#1a1a1a'
/** Share of the size to which letters shrink. */
export const LEAST_SHARE = 0.6
/** The base line below the middle of a line, as a share of the size: of fonts with Chinese characters. */
export const BASE = 0.36
/** Above and below the base line, as shares of the size: of capital letters and Chinese characters. */
const ASCENT = 0.8
const DESCENT = 0.1
const FAINT = 0.5
export const SHARES = { left: 0, centre: 0.5, right: 1 } as const
const VERTICAL = { top: 0, middle: 0.5, bottom: 1 } as const
const SHOWN = 60

export function drawText(
  _document: PDFKit.PDFDocument,
  lettering: Lettering,
  { element, runs: given, layer }: Extract<FilledElement, { kind: 'text' }>,
  drawn: DrawnLine[],
): DrawingFault[] {
  const { font: family, size, align = 'left', vertical = 'top', spacing = 0, leading = LEADING, colour = INK, overflow = 'wrap' } = element
  const runs = element.bold ? given.map((run) => ({ ...run, isBold: true })) : given
  const words = runs.map(({ text }) => text).join('')
  if (words.trim() === '') return []
  const [width, height] = [element.width * POINTS, element.height * POINTS]
  const least = element.least ?? size * LEAST_SHARE
  const { runs: set, lacking } = lettering.set(runs, family)
  const fitted = fitText(set, { width, height, size, least, leading, spacing, overflow }, lettering.measure)
  const lineHeight = leading * fitted.size
  const top = element.y * POINTS + (height - lineHeight * fitted.lines.length) * VERTICAL[vertical]
  fitted.lines.forEach((line, at) => {
    const x = element.x * POINTS + (width - (line.width - spacing)) * SHARES[align]
    const y = top + lineHeight * (at + 0.5) + BASE * fitted.size
    lettering.draw(line, x, y, { size: fitted.size, spacing, colour })
    const letters = { top: y - ASCENT * fitted.size, height: (ASCENT + DESCENT) * fitted.size }
    // faint words lie behind others on purpose
    if (line.width > spacing && (element.opacity ?? 1) > FAINT) drawn.push({ layer, words, x, width: line.width - spacing, ...letters })
  })
  return [
    ...(fitted.fits ? [] : [{ code: 'overflow' as const, details: words.slice(0, SHOWN) }]),
    ...(lacking.length === 0 ? [] : [{ code: 'glyph' as const, details: lacking.join('') }]),
  ]
}
